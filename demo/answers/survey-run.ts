/**
 * Real answers, run through the service: imported as past surveys, each period an instance of one check-in, in confidential
 * mode, as the people were promised. What is told of them is read by the API, like everything else.
 */
import { basename, resolve } from 'node:path'
import { SondeError } from '../../client/client.ts'
import { type CheckIn, getCheckIn } from '../../contract/checkins.ts'
import { importMedia } from '../../contract/import-columns.ts'
import { importResponses, type PastImport } from '../../contract/imports.ts'
import { type Read, readResults } from '../collections.ts'
import { createOrganisation, freeName, type Organisation, type Person } from '../organisation.ts'
import type { Progress } from '../progress.ts'
import type { Running } from '../running.ts'
import { readSurvey, type Survey } from './survey.ts'

export type Ran = {
  organisation: Organisation
  admin: Person
  checkIn: CheckIn
  read: Read[]
}

export async function runSurvey(running: Running, folder: string, progress: Progress): Promise<Ran> {
  const survey = await readSurvey(folder)
  const wanted = basename(resolve(folder)).replaceAll(/[-_]+/g, ' ')
  const name = await freeName(running, wanted[0].toUpperCase() + wanted.slice(1))
  const admin = { name: 'Admin', email: `admin@${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example` }
  const organisation = await createOrganisation(running, name, admin, [])
  progress.chapter(`${survey.rows.length} past answers are imported`)
  const title = `${name}, period by period`
  const done = await bringIn(running, organisation, survey, title)
  const { answers, respondents, instances, teams_created: teams, left_out: leftOut } = done
  progress.chapter(
    `${answers} answers of ${respondents} respondents in ${instances.length} periods, ${teams} teams; ${leftOut} rows fit no question`,
  )
  const read: Read[] = []
  for (const { check_in_instance_id: id, period, local_date: date } of instances)
    read.push(
      await readResults(organisation.program, 'check_in_instance', {
        id: id!,
        title: `${title}: ${period}`,
        date,
      }),
    )
  const checkIn = await organisation.program.call(getCheckIn, { params: { id: done.check_in_id! } })
  return { organisation, admin, checkIn, read }
}

/** Line by line, as a file would come. */
async function bringIn(
  { url }: Running,
  { adminToken }: Organisation,
  { questions, rows }: Survey,
  title: string,
): Promise<PastImport> {
  const query = new URLSearchParams({ title, mode: 'confidential', missing_teams: 'create' })
  const reply = await fetch(`${url}${importResponses.path}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await adminToken()}`, 'content-type': importMedia.lines },
    body: [{ questions }, ...rows].map((row) => JSON.stringify(row)).join('\n'),
  })
  const body = (await reply.json()) as PastImport & Record<string, unknown>
  if (!reply.ok) throw new SondeError(reply.status, body)
  return body
}

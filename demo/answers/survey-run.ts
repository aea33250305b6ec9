/**
 * Real answers, run through the service: each period is an instance of one check-in, on a clock that goes back to the first.
 * Each time the questions are changed to those of the period, its respondents become members and the roster, and every
 * answer is posted to its link. Dates that the survey left out are skipped. In confidential mode, as the people were promised.
 */
import { basename, resolve } from 'node:path'
import {
  activateCheckIn,
  type CheckIn,
  createCheckIn,
  endCheckIn,
  setCheckInRecipients,
  updateCheckIn,
} from '../../contract/checkins.ts'
import { skipInstance } from '../../contract/instances.ts'
import { createMember } from '../../contract/members.ts'
import { createTeam, setTeamMembers } from '../../contract/teams.ts'
import { answerAll, instanceIn, linksOf, openNext, type Read, readResults } from '../collections.ts'
import { inParallel } from '../lanes.ts'
import { found, freeName, type Organisation, type Person } from '../organisation.ts'
import { type Progress } from '../progress.ts'
import { type Running } from '../running.ts'
import { type Period, readSurvey, type Survey } from './survey.ts'

export type Ran = {
  organisation: Organisation
  admin: Person
  checkIn: CheckIn
  survey: Survey
  read: Read[]
}

const openAt = '09:00'
const window = 'P14D'
const dayMs = 86_400_000

export async function runSurvey(running: Running, folder: string, progress: Progress): Promise<Ran> {
  const survey = await readSurvey(folder)
  if (survey.periods.length === 0) throw new Error(`${resolve(folder)} holds no answers`)
  const respondents = survey.periods.reduce((all, { respondents: them }) => all + them.length, 0)
  progress.chapter(
    `${survey.answers} answers of ${respondents} respondents in ${survey.periods.length} periods, ${survey.teams.length} teams`,
  )
  await running.at(new Date(dateOf(survey.periods[0].month).getTime() - dayMs))
  const wanted = basename(resolve(folder)).replaceAll(/[-_]+/g, ' ')
  const name = await freeName(running, wanted[0].toUpperCase() + wanted.slice(1))
  const admin = { name: 'Admin', email: `admin@${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example` }
  const organisation = await found(running, name, admin, [])
  const run: Run = {
    running,
    organisation,
    survey,
    teamIds: await makeTeams(organisation, survey),
    people: 0,
  }
  const checkIn = await makeCheckIn(run)
  const read: Read[] = []
  for (const period of survey.periods) {
    read.push(await runPeriod(run, checkIn.id, period, progress))
    progress.chapter(
      `${period.name}: ${period.respondents.length} people answer ${period.questions.length} questions`,
    )
  }
  const ended = await organisation.admin.call(endCheckIn, { params: { id: checkIn.id } })
  running.clock.real()
  return { organisation, admin, checkIn: ended, survey, read }
}

type Run = {
  running: Running
  organisation: Organisation
  survey: Survey
  teamIds: Map<string, string>
  /** So far: their numbers are their names. */
  people: number
}

const dateOf = (month: number): Date => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))
const localDate = (month: number): string => dateOf(month).toISOString().slice(0, 10)

async function makeTeams({ program }: Organisation, { teams }: Survey): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const name of teams) ids.set(name, (await program.call(createTeam, { body: { name } })).id)
  return ids
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

async function makeCheckIn({ organisation, survey }: Run): Promise<CheckIn> {
  const [first, ...later] = survey.periods
  const months = later.reduce((step, { month }) => commonDivisor(step, month - first.month), 0) || 1
  // Somebody has to be asked before the first respondents are there: nobody is, until the first period sets the roster.
  const draft = await organisation.admin.call(createCheckIn, {
    body: {
      title: `${organisation.name}, every ${months === 1 ? 'month' : `${months} months`}`,
      questions: first.questions,
      recipients: { team_ids: [], member_ids: [] },
      confidentiality: { mode: 'confidential' },
      channels: ['link'],
      time_zone: 'UTC',
      recurrence: {
        rrule: `FREQ=MONTHLY;INTERVAL=${months}`,
        starts_on: localDate(first.month),
        time: openAt,
      },
      window,
    },
  })
  return organisation.admin.call(activateCheckIn, { params: { id: draft.id } })
}

async function runPeriod(run: Run, checkInId: string, period: Period, progress: Progress): Promise<Read> {
  const { running, organisation } = run
  const { admin, program } = organisation
  await running.at(new Date(dateOf(period.month).getTime() - dayMs))
  await admin.call(updateCheckIn, { params: { id: checkInId }, body: { questions: period.questions } })
  const members = await makeRoster(run, checkInId, period)
  await skipUntil(run, checkInId, period)
  const instance = await openNext(running, program, checkInId)
  const links = await linksOf(program, instance.id)
  await answerAll(
    running.url,
    members.map((id, index) => ({ link: links.get(id)!, answers: period.respondents[index].answers })),
    progress,
  )
  await running.at(new Date(instance.closes_at))
  const title = `${instance.title}: ${period.name}`
  return readResults(program, 'check_in_instance', { id: instance.id, title, date: instance.local_date })
}

/** The respondents of a period, as members of their teams, and nobody of earlier ones. @returns their ids, in order */
async function makeRoster(run: Run, checkInId: string, { respondents }: Period): Promise<string[]> {
  const { organisation, teamIds } = run
  const { program } = organisation
  const members = await inParallel(respondents, async (_one, index): Promise<string> => {
    // "Person" is not a word of answers, where names of members are blackened.
    const number = String(run.people + index + 1).padStart(3, '0')
    return (await program.call(createMember, { body: { name: `Person ${number}` } })).id
  })
  run.people += respondents.length
  const inTeam = (name: string): string[] => members.filter((_id, index) => respondents[index].team === name)
  for (const [name, id] of teamIds)
    await program.call(setTeamMembers, {
      params: { id },
      body: { members: inTeam(name).map((member) => ({ member_id: member })) },
    })
  const asked = [...teamIds].filter(([name]) => inTeam(name).length > 0).map(([, id]) => id)
  await program.call(setCheckInRecipients, {
    params: { id: checkInId },
    body: {
      team_ids: asked,
      member_ids: members.filter((_id, index) => respondents[index].team === null),
    },
  })
  return members
}

/** Skips what the recurrence planned before this period, where the survey has no answers. */
async function skipUntil({ organisation }: Run, checkInId: string, { month }: Period): Promise<void> {
  const { program } = organisation
  for (;;) {
    const next = await instanceIn(program, checkInId, 'scheduled')
    if (next.local_date >= localDate(month)) return
    await program.call(skipInstance, {
      params: { id: next.id },
      body: { reason: 'no answers of this period' },
    })
  }
}

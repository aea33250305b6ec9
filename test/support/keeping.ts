/** Surveys whose answers have a time: asked, answered and closed on a clock turned by hand, and what is left of them, counted in rows. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Organisation } from '../../contract/organisation.ts'
import { scopeNames } from '../../contract/scopes.ts'
import type { PersonActor } from '../../src/actor.ts'
import { many, only, sql, type Tx } from '../../src/db/db.ts'
import { int8, shape, shapeOf } from '../../src/db/shape.ts'
import { insights } from '../../src/db/tables.ts'
import { contentColumns } from '../../src/insights/content.ts'
import { withContents } from '../../src/insights/contents.ts'
import { updateOrganisation } from '../../src/organisation/organisation.ts'
import { liftHold } from '../../src/retention/retention.ts'
import { bodyOf } from './clockwork.ts'
import { atEndOf } from './endings.ts'
import { startIssuer } from './issuer.ts'
import { type Running, startApp } from './start.ts'
import { client, type Client, links, newWorld, pulseDraft, type World } from './world.ts'

/** What a request has besides its body. */
const emptyInput = {
  params: {},
  query: {},
  headers: {},
  ifMatch: undefined,
  idempotencyKey: undefined,
  upload: undefined,
}

export const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Every test begins years after the one before, since housekeeping keeps to its interval on a clock that only goes forward. */
let opened = '2026-03-02T08:00:00.000Z'
const testsApartDays = 1500
export const day = (days: number, ms = 0): string =>
  new Date(new Date(opened).getTime() + days * dayMs + ms).toISOString()

let idp: Awaited<ReturnType<typeof startIssuer>>
export let running: Running

type House = {
  world: World
  author: Client
  admin: () => Promise<Client>
  /**
   * What an admin has to sign in again for, by the rules themselves: sessions are verified by the real clock, and this one runs ahead
   * by years.
   */
  keep: (retention: Partial<Organisation['retention']>) => Promise<unknown>
  lift: (ownerId: string) => Promise<null>
  teamId: string
}

/** A service of the file's own, on a clock turned by hand, with a provider by which admins sign in. */
export async function startKeeping(): Promise<void> {
  idp = await startIssuer()
  running = await startApp({ at: opened, env: idp.env })
  atEndOf('file', () => idp.close())
}

/** An organisation of its own at the instant at which every test begins. */
export async function begin({ later = true } = {}): Promise<House> {
  if (later) opened = day(testsApartDays)
  await turnTo(opened)
  const world = await newWorld({ running })
  const { userId } = await world.user()
  const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2200-01-01') })
  const team = await world.team('Platform', 12, { email: true })
  const freshly = <T>(
    work: (call: { tx: Tx; now: Date; actor: PersonActor & { role: 'admin' } }) => Promise<T>,
  ): Promise<T> => {
    const now = running.clock!.now()
    const { organisationId, adminId } = world
    const actor = { kind: 'person', organisationId, userId: adminId, role: 'admin', signedInAt: now } as const
    return running.db.transaction((tx) => work({ tx, now, actor }))
  }
  return {
    world,
    author: client(running.url, token),
    // Sign-in is checked by the real clock.
    admin: async () => {
      const email = world.adminEmail
      return client(running.url, await idp.token({ sub: email, email, email_verified: true }))
    },
    keep: (retention) =>
      freshly((call) => updateOrganisation({ ...emptyInput, ...call, body: { retention } }, null)),
    lift: (ownerId) =>
      freshly((call) =>
        liftHold({ ...emptyInput, ...call, params: { id: ownerId }, body: { reason: 'It has ended' } }),
      ),
    teamId: team.id,
  }
}

export async function turnTo(at: string): Promise<void> {
  running.clock!.set(at)
  await running.app.due.settle()
}

const said = 'There are far too many meetings, and the meetings are too long.'

/** Open, and answered by everybody. @returns its path */
export async function answered({ author, teamId, world }: House, confidentiality: object): Promise<string> {
  const draft = pulseDraft([teamId], { confidentiality, channels: ['link', 'email'], closes_at: day(7) })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  for (const { url } of await links(author, path))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, {
        answers: [
          { question_id: 'calm', value: 4 },
          { question_id: 'why', text: said },
        ],
      }),
      201,
    )
  return path
}

/** Waits for the job of the analysis, which no clock is asked about. */
export async function closed({ author }: House, path: string): Promise<void> {
  await bodyOf(author.post(`${path}/close`))
  for (;;) {
    const { results_status: status } = await bodyOf(author.get(`${path}/results`))
    if (status !== 'analysing') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const idOf = (path: string): string => path.split('/')[3]

export async function count(table: string, path: string, and = sql``): Promise<number> {
  const { rows } = await only(
    running.db.tx,
    shape({ rows: int8 }),
    sql`
      select count(*) as rows
      from ${sql.table(table)} t
      join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id
      where c.owner_id = ${idOf(path)} ${and}`,
  )
  return rows
}

/** Rows with comments, of single cells and of packed ones. */
const comments = async (path: string): Promise<number> =>
  (await count('cells', path, sql`and jsonb_array_length(t.figures -> 'comments') > 0`)) +
  (await count(
    'packed_cells',
    path,
    sql`and exists (select from unnest(t.figures) as one (figures) where jsonb_array_length(one.figures::jsonb -> 'comments') > 0)`,
  ))
const sayingRow = shapeOf(insights, ['organisation_id', 'collection_id', ...contentColumns])

/** Of how many findings. */
async function quotes(path: string): Promise<number> {
  const rows = await many(
    running.db.tx,
    sayingRow,
    sql`
      select ${sayingRow.of('i')}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where c.owner_id = ${idOf(path)}`,
  )
  const found = await withContents(running.db.tx, rows[0]?.organisation_id ?? '', rows)
  return found.filter(
    ({ content }) => ((content.value as { quotes?: string[] } | null)?.quotes ?? []).length > 0,
  ).length
}

/** Answers that lie together in one row, since their survey closed long ago. */
async function grouped(path: string): Promise<number> {
  const { answers } = await only(
    running.db.tx,
    shape({ answers: int8 }),
    sql`
      select coalesce(sum(g.size), 0)::int8 as answers
      from answer_groups g
      join collections c on c.organisation_id = g.organisation_id and c.id = g.collection_id
      where c.owner_id = ${idOf(path)}`,
  )
  return answers
}

export const rowsOf = async (path: string) => ({
  responses: (await count('responses', path)) + (await grouped(path)),
  comments: await comments(path),
  quotes: await quotes(path),
})

/** Letters in the outbox. */
async function lettersOf(pattern: RegExp): Promise<{ subject: string; text: string }[]> {
  const files = (await readdir(running.outbox)).filter((file) => file.endsWith('.json'))
  const letters = await Promise.all(files.map((file) => readFile(join(running.outbox, file), 'utf8')))
  return letters.map((letter) => JSON.parse(letter)).filter(({ subject }) => pattern.test(subject))
}

export const subjectsOf = async (pattern: RegExp): Promise<string[]> =>
  (await lettersOf(pattern)).map(({ subject }) => subject)

/** The pages of the workspace to which their texts lead. */
export const leadsTo = async (pattern: RegExp): Promise<(string | undefined)[]> =>
  (await lettersOf(pattern)).map(({ text }) => /https?:\/\/[^/\s]+(\/app\S*)/.exec(text)?.[1])

export const deletions = async (house: House) =>
  (await bodyOf((await house.admin()).get('/api/audit-events?action=data.deleted'))).audit_events.filter(
    (entry: any) => entry.target.startsWith('pls_'),
  )

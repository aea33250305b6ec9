/** A survey by name in which four have answered, with its readers, others whom its promise does not name, and a survey of each other kind. */
import { scopeNames } from '../../contract/scopes.ts'
import { run, sql } from '../../src/db/db.ts'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { signInWith } from '../support/embedded-sign-in.ts'
import { everyQuestion } from '../support/visit.ts'
import { type Client, client, links, newWorld, pulseDraft } from '../support/world.ts'
import { type Account, password, type startPeopledSite } from './visit.ts'

type Peopled = Awaited<ReturnType<typeof startPeopledSite>>

const dayMs = 86_400_000
const inTwoDays = new Date(Date.now() + 2 * dayMs).toISOString()

type Person = Account & { userId: string; api: Client }

/** Somebody of the directory with an account, who has signed in once. */
async function newPerson(
  { site, world }: Peopled,
  name: string,
  role: 'member' | 'analyst' | 'admin',
): Promise<Person> {
  const { db, clock } = world.running
  const account = { name, password, email: `${name.toLowerCase().replace(' ', '.')}@answers.test` }
  const directory = await world.user({ id: world.adminId })
  await bodyOf(directory.post('/api/members', { name, email: account.email }), 201)
  await createAccount(db.tx, account, clock?.now() ?? new Date())
  // The first request makes the user.
  await bodyOf(client(world.url, await signInWith(site.api, account)).get('/api/me'))
  const { rows } = await db.pool.query<{ id: string }>('select id from users where email = $1', [
    account.email,
  ])
  const userId = rows[0].id
  await run(
    db.tx,
    sql`update users set role = ${role} where organisation_id = ${world.organisationId} and id = ${userId}`,
  )
  return { ...account, userId, api: client(world.url, await world.token({ userId, scopes: scopeNames })) }
}

/** The rows of a matrix and comments on ratings come as questions of their own. */
const answersOf = (at: number) => [
  { question_id: 'calm', value: 1 + (at % 5) },
  { question_id: 'again', value: 9 },
  { question_id: 'mood', value: 2 },
  { question_id: 'told', value: true },
  { question_id: 'who', text: 'My lead did.' },
  { question_id: 'cause', text: 'The night shift' },
  { question_id: 'helped', value: ['people', 'tools'] },
  { question_id: 'first', value: ['rota', 'alerts', 'owners'] },
  { question_id: 'hours', value: 12 },
  { question_id: 'since', value: '2026-10-01' },
  {
    question_id: 'why',
    text: at === 0 ? 'لم أستطع النوم.' : `Calls at night, and nobody to hand over to in week ${at}.`,
    ...(at === 1 && { do_not_quote: true }),
  },
  { question_id: 'noise', value: 70 },
  { question_id: 'room', value: 4 },
  { question_id: 'desk.chair', value: 6 },
]

/** @returns the receipts, by the text of their path */
export async function answered(
  { world }: Peopled,
  { author, path }: { author: Client; path: string },
  answers: (at: number) => unknown,
): Promise<string[]> {
  const receipts: string[] = []
  for (const [at, { url }] of (await links(author, path)).slice(0, 4).entries())
    receipts.push(
      (await bodyOf(world.anyone.post(new URL(url).pathname, { answers: answers(at) }), 201)).receipt,
    )
  return receipts
}

export async function newSetting(given: Peopled) {
  const { world, admin } = given
  const author = await newPerson(given, 'Ines Author', 'analyst')
  const lead = await newPerson(given, 'Rolf Reader', 'member')
  const others = {
    'another lead': await newPerson(given, 'Olga Lead', 'member'),
    'an admin': admin,
    'an analyst': await newPerson(given, 'Anton Analyst', 'analyst'),
    'a member': await newPerson(given, 'Mia Member', 'member'),
  }
  const team = await world.team('Platform', 6)
  const second = await world.team('Support', 6)
  const opened = async (confidentiality: object): Promise<string> => {
    const draft = pulseDraft([team.id, second.id], {
      title: 'After the outage',
      questions: everyQuestion,
      closes_at: inTwoDays,
      confidentiality,
    })
    const { id } = await bodyOf(author.api.post('/api/pulses', draft), 201)
    await bodyOf(author.api.post(`/api/pulses/${id}/open`))
    return id
  }
  const named = await opened({ mode: 'attributed', audience: [lead.userId] })
  const receipts = await answered(given, { author: author.api, path: `/api/pulses/${named}` }, answersOf)
  const anonymous = await opened({ mode: 'anonymous' })
  const elsewhere = await newWorld({ running: world.running })
  const stranger = await elsewhere.user()
  const strangersTeam = await elsewhere.team('Elsewhere', 6)
  const { id: foreign } = await bodyOf(
    stranger.post('/api/pulses', pulseDraft([strangersTeam.id], { confidentiality: { mode: 'attributed' } })),
    201,
  )
  await bodyOf(stranger.post(`/api/pulses/${foreign}/open`))
  return { author, lead, others, team, named, receipts, anonymous, foreign }
}

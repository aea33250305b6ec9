/** What the promise says, beside what somebody reads who acts on it: rows and sentences that depend on time, on holds, and on who may read. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { run, sql } from '../../src/db/db.ts'
import { type Clockwork, bodyOf, startClockwork } from '../support/clockwork.ts'
import { type Client, links, pulseDraft, type World } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

async function opened(author: Client, draft: object) {
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  const urls = (await links(author, `/api/pulses/${id}`)).map(({ url }) => new URL(url).pathname)
  return { id, urls }
}

async function promised(world: World, path: string, language = 'en') {
  const { confidentiality } = await bodyOf(world.anyone.get(path, { 'accept-language': language }))
  const rowOf = (label: string): string | undefined =>
    confidentiality.summary.find((one: { label: string }) => one.label === label)?.text
  return { ...confidentiality, rowOf }
}

const answer = (world: World, path: string) =>
  bodyOf(world.anyone.post(path, { answers: [{ question_id: 'calm', value: 4 }] }), 201)

const attributed = (more: object = {}) => ({ confidentiality: { mode: 'attributed', ...more } })

async function userOf(world: World, memberId: string) {
  const user = await world.user({ role: 'member' })
  await run(
    world.running.db.tx,
    sql`update users set member_id = ${memberId} where organisation_id = ${world.organisationId} and id = ${user.userId}`,
  )
  return user
}

test('a legal hold adds to the time that answers are kept, and takes nothing from it', async () => {
  const { world, author } = await clockwork.begin('2027-01-04T08:00:00Z')
  const team = await world.team('Held', 6)
  const { id, urls } = await opened(author, pulseDraft([team.id], attributed({ retention_days: 300 })))
  const kept = async () => (await promised(world, urls[0])).rowOf('Answers kept')
  assert.equal(await kept(), 'For 10 months after closing')
  const hold = (at: string | null) =>
    run(
      world.running.db.tx,
      sql`
        update collections
        set held_at = ${at}::timestamptz,
            held_by = case when ${at}::text is not null then 'usr_x' end,
            hold_reason = case when ${at}::text is not null then 'A case' end
        where organisation_id = ${world.organisationId}
          and owner_id = ${id}`,
    )
  await hold('2027-01-04T09:00:00Z')
  assert.equal(await kept(), 'For 10 months after closing, and until a legal hold ends')
  await hold(null)
  assert.equal(await kept(), 'For 10 months after closing')
})

test('how many people were added recently stays true while the survey is open', async () => {
  const { world, author } = await clockwork.begin('2027-01-01T08:00:00Z')
  const team = await world.team('Lately', 6)
  const { urls } = await opened(author, pulseDraft([team.id], attributed()))
  await clockwork.turnTo('2027-03-15T08:00:00Z')
  const { rowOf, recent_members: sentence } = await promised(world, urls[0])
  assert.equal(
    rowOf('Added recently'),
    'The group results others see may still point to you: all 6 recipients were added recently, by the app that sends this survey.',
  )
  assert.match(sentence, /added in the 14 days before this survey opened/)
})

test('managers read what the promise says: their own teams, those right above, and everyone together', async () => {
  const { world, author } = await clockwork.begin('2027-02-01T08:00:00Z')
  const top = await world.team('Top', 6)
  const above = await world.team('Above', 6, { parent: top.id })
  const own = await world.team('Own', 6, { parent: above.id })
  const other = await world.team('Other', 6, { parent: above.id })
  const api = await world.organisation()
  await bodyOf(api.post(`/api/teams/${own.id}/members/${own.members[0]}`, { role: 'manager' }))
  const manager = await userOf(world, own.members[0])
  const draft = pulseDraft([top.id], attributed({ results_audience: 'managers' }))
  const { id, urls } = await opened(author, draft)
  for (const path of urls) await answer(world, path)
  const { details } = await promised(world, urls[0])
  assert.ok(
    details.some((line: string) =>
      line.startsWith(
        'Managers can read the results of their own teams, of the teams right above them, and of everyone together. ',
      ),
    ),
  )
  await bodyOf(author.post(`/api/pulses/${id}/close`))
  await clockwork.settle()
  const results = await bodyOf(manager.get(`/api/pulses/${id}/results`))
  const read = results.teams.map((team: { team_id: string }) => team.team_id)
  assert.deepEqual(
    [top, above, own, other].map((team) => read.includes(team.id)),
    [false, true, true, false],
  )
  assert.equal(results.questions[0].n, 24)
})

for (const { who, audience, draft, reads } of [
  {
    who: 'Everyone in your organisation and connected apps',
    audience: 'everyone' as const,
    draft: {},
    reads: { recipient: true, other: true, analyst: true, application: true },
  },
  {
    who: 'Recipients, the author, analysts, admins and connected apps',
    audience: 'asked' as const,
    draft: { confidentiality: { mode: 'confidential', results_audience: 'asked' } },
    reads: { recipient: true, other: false, analyst: true, application: true },
  },
  {
    who: 'Managers, the author, analysts, admins and connected apps',
    audience: 'managers' as const,
    draft: { confidentiality: { mode: 'confidential', results_audience: 'managers' } },
    reads: { recipient: false, other: false, analyst: true, application: true },
  },
  {
    who: 'Only the author',
    audience: 'author' as const,
    draft: { visibility: 'private' },
    reads: { recipient: false, other: false, analyst: false, application: false },
  },
])
  test(`“${who}” can read the results where the promise says so, and others cannot`, async () => {
    const { world, author } = await clockwork.begin('2027-06-01T08:00:00Z')
    const team = await world.team('Readers', 6)
    const readers = {
      recipient: await userOf(world, team.members[0]),
      other: await world.user({ role: 'member' }),
      analyst: await world.user({ role: 'analyst' }),
      application: await world.organisation(),
    }
    const { id, urls } = await opened(author, pulseDraft([team.id], draft))
    for (const path of urls) await answer(world, path)
    const { rowOf } = await promised(world, urls[0])
    assert.equal(rowOf('Results'), 'Only for groups of 5 or more, comments for 10 or more')
    assert.equal(rowOf('Shown to'), who)
    // A row names its readers, in every language.
    for (const language of languages) {
      const say = textsOf('promise', language)
      const { summary } = (await promised(world, urls[0], language)) as Pick<
        ConfidentialityPromise,
        'summary'
      >
      const textOf = (about: string) => summary.find((row) => row.about === about)?.text
      assert.equal(textOf('results'), say('results_row', { k: 5, k_comment: 10 }), language)
      assert.equal(textOf('readers'), say(`who_${audience}`), language)
    }
    await bodyOf(author.post(`/api/pulses/${id}/close`))
    await clockwork.settle()
    for (const [name, isRead] of Object.entries(reads)) {
      const { status } = await readers[name as keyof typeof reads].get(`/api/pulses/${id}/results`)
      assert.equal(status === 200, isRead, `${name}: ${status}`)
    }
  })

test('a private survey with names is read by its author, and names nobody else', async () => {
  const { world, author } = await clockwork.begin('2027-04-01T08:00:00Z')
  const team = await world.team('Private', 6)
  const reader = await world.user({ role: 'admin' })
  const draft = attributed({ audience: [reader.userId] })
  const { id, urls } = await opened(author, pulseDraft([team.id], { visibility: 'private', ...draft }))
  const { audience } = await promised(world, urls[0])
  const { author_user_id: authorId } = await bodyOf(author.get(`/api/pulses/${id}`))
  assert.deepEqual(
    audience.map((one: { user_id: string }) => one.user_id),
    [authorId],
  )
  assert.equal((await reader.get(`/api/pulses/${id}/responses`)).status, 404)
})

test('a survey with names says that everybody who sees it reads how many have answered', async () => {
  const { world, author } = await clockwork.begin('2027-05-01T08:00:00Z')
  const team = await world.team('Few', 2)
  const { id, urls } = await opened(author, pulseDraft([team.id], attributed()))
  await answer(world, urls[0])
  const anybody = await world.user({ role: 'member' })
  const { response_summary: counts } = await bodyOf(anybody.get(`/api/pulses/${id}`))
  const { details } = await promised(world, urls[1])
  assert.deepEqual([counts.responded, counts.recipients, counts.response_rate], [1, 2, null])
  assert.ok(details.includes('How many people have answered is shown to everyone who sees this survey.'))
})

for (const { audience, visibility, reads, others } of [
  {
    audience: 'everyone',
    reads: { recipient: true, other: true, application: true },
    others: 'Everyone else in your organisation and connected apps',
  },
  {
    audience: 'asked',
    reads: { recipient: true, other: false, application: true },
    others: 'Other recipients, analysts, admins and connected apps',
  },
  {
    audience: 'managers',
    reads: { recipient: false, other: false, application: true },
    others: 'Other managers, analysts, admins and connected apps',
  },
  { visibility: 'private', reads: { recipient: false, other: false, application: false }, others: null },
])
  test(`with names, a row says who reads them, and another what all others see: ${audience ?? 'nobody'}`, async () => {
    const { world, author } = await clockwork.begin('2027-07-01T08:00:00Z')
    const team = await world.team('Named', 6)
    const readers = {
      recipient: await userOf(world, team.members[0]),
      other: await world.user({ role: 'member' }),
      application: await world.organisation(),
    }
    const draft = visibility ? { ...attributed(), visibility } : attributed({ results_audience: audience })
    const { id, urls } = await opened(author, pulseDraft([team.id], draft))
    for (const path of urls) await answer(world, path)
    const { rowOf, ...promise } = await promised(world, urls[0])
    assert.equal(
      rowOf('Without your name'),
      others === null
        ? 'Nobody else sees answers or results.'
        : `${others} see only results for groups of 5 or more and comments for 10 or more, without names.`,
    )
    const names = promise.audience.map(({ name }: { name: string }) => name).join()
    assert.equal(rowOf('With your name'), `${names} will see your answers with your name.`)
    // Of groups nobody is warned where nobody else sees any.
    assert.equal(rowOf('Added recently') === undefined, others === null)
    await bodyOf(author.post(`/api/pulses/${id}/close`))
    await clockwork.settle()
    for (const [name, isRead] of Object.entries(reads)) {
      const client = readers[name as keyof typeof readers]
      const { status } = await client.get(`/api/pulses/${id}/results`)
      assert.equal(status === 200, isRead, `${name}: ${status}`)
      // None of them reads a name.
      assert.notEqual((await client.get(`/api/pulses/${id}/responses`)).status, 200, name)
    }
  })

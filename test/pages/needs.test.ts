/** What waits for somebody on the first page: in which order, and what it says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatterOf } from '../../locales/format.ts'
import { homeTexts } from '../../web/home/home-texts.ts'
import { needsOf, type Waiting } from '../../web/home/needs.ts'

const now = Date.parse('2027-03-01T09:00:00Z')
const dayMs = 86_400_000
const inDays = (days: number): string => new Date(now + days * dayMs).toISOString()
const say = formatterOf('en', (await homeTexts.en()).texts) as unknown as Parameters<typeof needsOf>[1]

const nothing: Waiting = {
  surveys: [],
  drafts: [],
  conversations: [],
  requests: [],
  actions: [],
  own: [],
  bounced: [],
  hasMoreBounced: false,
  small: [],
}
const needs = (waiting: object) => needsOf({ ...nothing, ...waiting } as Waiting, say, now)
const survey = (id: string, summary: object, closesAt: string | null = inDays(1)) => ({
  id,
  kind: 'pulse',
  title: id,
  updated_at: inDays(-3),
  period: {
    state: 'open',
    closes_at: closesAt,
    response_summary: { response_rate: 0.2, responded: 10, rounded: true, ...summary },
  },
})
const request = (id: string, days: number) => ({
  id,
  kind: 'access',
  person: { name: id },
  deadline_at: inDays(days),
})

test('where nothing waits nothing is said', () => {
  assert.deepEqual(needs({}), [])
})

test('what ends within a week comes first by its end, then people who wait, then what only lies there', () => {
  const found = needs({
    drafts: [survey('draft', {})],
    small: [{ id: 'tem_1', name: 'Legal' }],
    bounced: ['a@b.test'],
    actions: [{}, {}],
    conversations: [
      {
        pulse_id: 'pls_1',
        check_in_instance_id: null,
        check_in_id: null,
        title: 'Offsite',
        conversations: 2,
      },
    ],
    requests: [request('later', 20), request('soon', 3)],
    surveys: [survey('low', {})],
  })
  assert.deepEqual(
    found.map(({ key }) => key),
    ['low low', 'soon', 'pls_1 reply', 'later', 'actions', 'addresses', 'teams', 'draft'],
  )
})

test('a survey is low where its rate is known, is under half, and it closes within two days', () => {
  const isNamed = (summary: object, closesAt?: string | null): boolean =>
    needs({ surveys: [survey('one', summary, closesAt)] }).length === 1
  assert.ok(isNamed({}))
  assert.ok(!isNamed({ response_rate: 0.5 }))
  assert.ok(!isNamed({ response_rate: null }))
  assert.ok(!isNamed({ responded: 0 }), 'a count that is not shown says nothing')
  assert.ok(isNamed({ responded: 0, rounded: false }), 'nobody is a count where counts are exact')
  assert.ok(!isNamed({}, inDays(3)))
  assert.ok(!isNamed({}, null))
})

test('three requests are named, the most urgent first, and the rest is counted', () => {
  const found = needs({ requests: [5, 1, 4, 2, 3].map((days) => request(`in ${days}`, days)) })
  assert.deepEqual(
    found.map(({ key }) => key),
    ['in 1', 'in 2', 'in 3', 'requests'],
  )
  assert.match(found[0].sentence, /^in 1 asks for a copy of their data\. One day is left\.$/)
  assert.match(found[3].sentence, /2/)
  assert.match(needs({ requests: [request('gone', -2)] })[0].sentence, /The deadline was /)
})

test('one suggested action is beside its finding, so only several wait here', () => {
  assert.deepEqual(needs({ actions: [{}] }), [])
  assert.equal(needs({ actions: [{}, {}] })[0].sentence, '2 suggested actions wait for a decision.')
})

test('an address that alone comes back is named and looked for; of many it is said that there may be more', () => {
  const [one] = needs({ bounced: ['a@b.test'] })
  assert.deepEqual([one.sentence, one.search], ['Messages to a@b.test come back.', { q: 'a@b.test' }])
  const [many] = needs({ bounced: ['a@b.test', 'c@d.test'], hasMoreBounced: true })
  assert.deepEqual([many.sentence, many.search], ['More than 2 addresses are undeliverable.', undefined])
})

test('what one has taken on is said with its day from three days before, what is late first, and the rest is counted', () => {
  const own = (id: string, due_on: string | null, team_name: string | null = null) => ({
    id,
    title: id,
    due_on,
    scope: { team_name },
  })
  const found = needs({
    own: [
      own('some day', null),
      own('soon', '2027-03-04', 'Engineering'),
      own('late', '2027-02-26'),
      own('not yet', '2027-03-05'),
    ],
  })
  assert.deepEqual(
    found.map(({ sentence }) => sentence),
    [
      '“late” was due Fri, Feb 26.',
      '“soon” for Engineering is due Thu, Mar 4.',
      'You have taken on “some day”.',
    ],
  )
  assert.deepEqual(found[1].search, { action: 'soon' })
  const many = needs({ own: ['a', 'b', 'c', 'd', 'e'].map((id) => own(id, null)) })
  assert.deepEqual([many.length, many[3].sentence], [4, '2 more actions are yours.'])
  // Before what anybody may decide.
  const order = needs({ actions: [{}, {}], own: [own('today', '2027-03-01')] })
  assert.deepEqual(
    order.map(({ key }) => key),
    ['today', 'actions'],
  )
})

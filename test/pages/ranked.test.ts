/** What is beside findings: what is suggested once a page, and what is worked on at its own finding. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Action, answersTo, type Insight, namedBeside, type Story } from '../../web/insights/ranked.ts'

const finding = (id: string, teamId: string): Insight =>
  ({ id, subject: 'clarity', scope: { team_id: teamId, pulse_id: 'pls_1' } }) as unknown as Insight

type Part = Partial<Pick<Action, 'title' | 'state'>>

const action = (
  teamId: string,
  { title = 'Name the three things', state = 'suggested' }: Part = {},
): Action =>
  ({
    id: `act_${teamId}`,
    origin: 'report',
    is_current: true,
    driver: 'clarity',
    title,
    state,
    priority: 1,
    scope: { team_id: teamId, pulse_id: 'pls_1' },
  }) as unknown as Action

const story = (teamId: string, ...alike: string[]): Story => ({
  insight: finding(`ins_${teamId}`, teamId),
  alike: alike.map((one) => finding(`ins_${one}`, one)),
})

/** For each story: the actions beside it, and whether they are there. */
const shown = (stories: readonly Story[], actions: readonly Action[], before?: readonly Action[]) =>
  Object.fromEntries(
    [...answersTo(stories, actions, before)].map(([id, answers]) => [
      id,
      answers.map((one) => [one.actions.map((each) => each.id).join(), one.isHere]),
    ]),
  )

test('the same suggestion for several teams stands once, and the others say where', () => {
  assert.deepEqual(shown([story('product'), story('support')], [action('product'), action('support')]), {
    ins_product: [['act_product,act_support', true]],
    ins_support: [['act_product,act_support', false]],
  })
})

test('what a team works on is at its own finding, and answers no other', () => {
  for (const state of ['accepted', 'in_progress', 'done'] as const)
    assert.deepEqual(
      shown([story('product'), story('support')], [action('product'), action('support', { state })]),
      { ins_product: [['act_product', true]], ins_support: [['act_support', true]] },
      state,
    )
})

test('beside what is suggested to one team stands that another has accepted the same', () => {
  const accepted = action('engineering', { state: 'accepted' })
  assert.deepEqual(shown([story('engineering', 'support')], [accepted, action('support')]), {
    ins_engineering: [['act_support,act_engineering', true]],
  })
})

test('what is accepted on the page stays where it was accepted', () => {
  const before = [action('product'), action('support')]
  const now = before.map((one) => ({ ...one, state: 'accepted' as const }))
  const stories = [story('product'), story('support')]
  assert.deepEqual(shown(stories, now, before), shown(stories, before))
})

test('a team is not named beside one below it, and everyone is', () => {
  const parents = new Map<string, string | null>([
    ['platform', 'engineering'],
    ['engineering', null],
    ['support', null],
  ])
  const everyone = { ...finding('ins_all', ''), scope: { team_id: null, pulse_id: 'pls_1' } } as Insight
  const named = (one: Story) => namedBeside(one, parents).map(({ id }) => id)
  assert.deepEqual(named(story('support', 'platform', 'engineering')), ['ins_platform'])
  assert.deepEqual(named(story('platform', 'engineering', 'support')), ['ins_support'])
  assert.deepEqual(named({ ...story('platform'), alike: [everyone] }), ['ins_all'])
  assert.deepEqual(named(story('support', 'engineering')), ['ins_engineering'])
})

/** The order of findings on Home and in Insights: those that need attention, then improvements. No figure is computed here. */
import type { ReplyOf } from '../../client/client.ts'

export type Insight = ReplyOf<'listInsights'>['insights'][number]
export type Action = ReplyOf<'listActions'>['actions'][number]

type Level = {
  state: 'problem' | 'fine' | 'strength' | 'unclear'
  mean?: number
  enps?: number
  reference: number
}
type Change = {
  of: string
  metric: string
  against: string
  direction: 'up' | 'down'
  from: number
  to: number
}

const levelOf = ({ kind, value }: Insight): Level | null => (kind === 'level' ? (value as Level) : null)
const changeOf = ({ kind, value }: Insight): Change | null => (kind === 'change' ? (value as Change) : null)

const isAbove = ({ mean, enps, reference }: Level): boolean => (mean ?? enps ?? reference) > reference

/** Questions where a high value is bad news, as their levels show. */
const reversedIn = (insights: readonly Insight[]): ReadonlySet<string | undefined> =>
  new Set(
    insights
      .filter((one) => {
        const level = levelOf(one)
        return level && level.state !== 'unclear' && isAbove(level) === (level.state === 'problem')
      })
      .map(({ scope }) => scope.question_id),
  )

export type Ranked = { attention: Insight[]; improved: Insight[] }

/** A finding, and the same finding about other teams, which would repeat it. */
export type Story = { insight: Insight; alike: Insight[] }

/** For each team the one above it; above the highest is everyone. */
export type Parents = ReadonlyMap<string, string | null>

function isTeamAbove(one: string | null, other: string | null, parents: Parents): boolean {
  if (one === null) return other !== null
  for (let at = other && parents.get(other); at; at = parents.get(at)) if (at === one) return true
  return false
}

/** Findings to name beside a story: not those of teams that contain a team already named. Everyone stays, for comparison. */
export const namedBeside = ({ insight, alike }: Story, parents: Parents): Insight[] =>
  alike.filter(
    ({ scope: { team_id: above } }) =>
      above === null || ![insight, ...alike].some(({ scope }) => isTeamAbove(above, scope.team_id, parents)),
  )

export function storiesOf(insights: readonly Insight[], parents: Parents): Story[] {
  const subjectOf = ({ scope, subject }: Insight): string =>
    [surveyOf({ scope }), scope.question_id ?? subject].join()
  /** What it says, whatever team it is about. */
  const saidBy = (one: Insight): string => {
    const level = levelOf(one)
    const change = changeOf(one)
    return level
      ? `level ${level.state}`
      : change
        ? ['change', change.metric, change.against, change.direction].join()
        : one.id
  }
  const stories: Story[] = []
  for (const insight of insights) {
    const known = stories.find(
      ({ insight: first }) =>
        subjectOf(first) === subjectOf(insight) &&
        (saidBy(first) === saidBy(insight) ||
          isTeamAbove(first.scope.team_id, insight.scope.team_id, parents) ||
          isTeamAbove(insight.scope.team_id, first.scope.team_id, parents)),
    )
    if (known) known.alike.push(insight)
    else stories.push({ insight, alike: [] })
  }
  return stories
}

/** A question of a group is listed once: as a problem, otherwise as what changed since last time, otherwise against others. */
const order = ['problem', 'previous', 'parent', 'organisation']

const scaleSteps = 2
const enpsSteps = 100

/** Its distance from the value it is compared with, in units that put eNPS and means in one list. */
function weightOf(one: Insight): number {
  const level = levelOf(one)
  if (level)
    return level.enps === undefined
      ? Math.abs((level.mean ?? level.reference) - level.reference) / scaleSteps
      : Math.abs(level.enps) / enpsSteps
  const change = changeOf(one)
  if (!change) return 0
  return Math.abs(change.to - change.from) / (change.metric === 'mean' ? scaleSteps : 1)
}

type OfSurvey = { scope: { check_in_instance_id?: string; pulse_id?: string } }

/** Findings of one survey on one date belong together. */
export const surveyOf = ({ scope }: OfSurvey): string | undefined =>
  scope.check_in_instance_id ?? scope.pulse_id

/** The suggestions of a report by urgency; actions that people made come after them. */
export const urgencyOf = ({ priority }: Pick<Action, 'priority'>): number => priority ?? 0

/** The action suggested, or already taken, about a finding that needs attention: the most urgent of the newest results. */
export const actionFor = (
  { subject, scope }: Pick<Insight, 'subject' | 'scope'>,
  actions: readonly Action[],
): Action | undefined =>
  actions
    .filter(
      (one) =>
        one.origin === 'report' &&
        one.is_current &&
        one.driver === subject &&
        one.scope.team_id === scope.team_id &&
        surveyOf(one) === surveyOf({ scope }),
    )
    .toSorted((a, b) => urgencyOf(b) - urgencyOf(a))[0]

/**
 * Problems come before changes and differences. Among them, those with an open suggestion come first, by its urgency. The others follow by
 * their distance from the value they are compared with.
 *
 * @property own  teams whose findings come first
 * @property actions  open actions
 */
export function rankedOf(
  insights: readonly Insight[],
  { own, actions }: { own: ReadonlySet<string>; actions: readonly Action[] },
): Ranked {
  const reversed = reversedIn(insights)
  const kindOf = (one: Insight): { rank: number; isGood: boolean } | null => {
    const level = levelOf(one)
    if (level) return level.state === 'problem' ? { rank: 0, isGood: false } : null
    const change = changeOf(one)
    const rank =
      change?.of === 'answers' && change.metric !== 'sentiment' ? order.indexOf(change.against) : -1
    if (!change || rank < 0) return null
    const isGood = (change.direction === 'up') !== reversed.has(one.scope.question_id)
    // A group that is better than another has not improved.
    return isGood && change.against !== 'previous' ? null : { rank, isGood }
  }
  const found = insights.flatMap((insight) => {
    const kind = kindOf(insight)
    return kind ? [{ insight, ...kind }] : []
  })
  const once = [
    ...Map.groupBy(found, ({ insight: { scope, subject }, isGood }) =>
      [surveyOf({ scope }), scope.team_id, scope.question_id ?? subject, isGood].join(),
    ).values(),
  ].map((alike) => alike.reduce((first, one) => (one.rank < first.rank ? one : first)))
  const isOwn = ({ scope }: Insight): boolean => scope.team_id !== null && own.has(scope.team_id)
  const isProblem = (one: Insight): boolean => levelOf(one)?.state === 'problem'
  const suggested = actions.filter(({ state }) => state === 'suggested')
  const urgencyOf = ({ insight, isGood }: { insight: Insight; isGood: boolean }): number =>
    isGood ? 0 : (actionFor(insight, suggested)?.priority ?? 0)
  const sorted = once.toSorted(
    (a, b) =>
      Number(isOwn(b.insight)) - Number(isOwn(a.insight)) ||
      Number(isProblem(b.insight)) - Number(isProblem(a.insight)) ||
      urgencyOf(b) - urgencyOf(a) ||
      weightOf(b.insight) - weightOf(a.insight),
  )
  const those = (isWanted: boolean): Insight[] =>
    sorted.filter(({ isGood }) => isGood === isWanted).map(({ insight }) => insight)
  return { attention: those(false), improved: those(true) }
}

const severities = ['problem', 'watch', 'other', 'quiet'] as const

/** Problems first, then findings worth watching, then good or neutral ones, and unclear ones last. */
export function bySeverity(insights: readonly Insight[]): Insight[] {
  const severityOf = (one: Insight): (typeof severities)[number] => {
    const state = levelOf(one)?.state
    if (state === 'problem') return 'problem'
    if (state === 'unclear') return 'quiet'
    return one.kind === 'change' ? 'watch' : 'other'
  }
  const rankOf = (one: Insight): number => severities.indexOf(severityOf(one))
  return insights.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** The response to a story: the same suggestion for one team or several, or one action in progress. */
export type Answer = {
  actions: readonly Action[]
  /** Whether it is shown here; otherwise at an earlier story that it answers, too. */
  isHere: boolean
}

/**
 * Each suggestion appears once a page: at the first finding that it answers. An action that somebody has taken up is at its own finding,
 * because it belongs to that team alone.
 *
 * @param before  the actions when the page was loaded: an action accepted since stays beside the suggestions that it was one of
 */
export function answersTo(
  stories: readonly Story[],
  actions: readonly Action[],
  before: readonly Action[] = actions,
): ReadonlyMap<string, readonly Answer[]> {
  const wasSuggested = new Set(before.filter(({ state }) => state === 'suggested').map(({ id }) => id))
  const found = stories.flatMap(({ insight, alike }) =>
    [insight, ...alike].flatMap((one) => {
      const action = actionFor(one, actions)
      return action ? [{ story: insight.id, action }] : []
    }),
  )
  const groups = Map.groupBy(found, ({ story, action }) =>
    [wasSuggested.has(action.id) ? '' : story, action.title].join(' '),
  )
  const answers = new Map<string, Answer[]>()
  // Suggestions come first; the same action, taken up by another team, is below.
  const inOrder = [...groups].toSorted(
    ([one], [other]) => Number(other.startsWith(' ')) - Number(one.startsWith(' ')),
  )
  for (const [, group] of inOrder) {
    const actions = [...new Map(group.map(({ action }) => [action.id, action])).values()]
    const [first] = group
    for (const story of new Set(group.map((one) => one.story))) {
      const known = answers.get(story) ?? []
      const same = known.findIndex((one) => one.isHere && one.actions[0].title === first.action.title)
      answers.set(
        story,
        same < 0
          ? [...known, { actions, isHere: story === first.story }]
          : known.with(same, { ...known[same], actions: [...known[same].actions, ...actions] }),
      )
    }
  }
  return answers
}

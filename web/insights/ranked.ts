/** Which findings come first, on Home as in Insights: what needs attention, then what has improved. No figure is computed here. */
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

/** Questions of which a high value is bad news: their levels tell. */
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

/** A finding, and the same of other teams, which would tell one story several times. */
export type Story = { insight: Insight; alike: Insight[] }

/** For each team the one above it; above the highest is everyone. */
export type Parents = ReadonlyMap<string, string | null>

function isTeamAbove(one: string | null, other: string | null, parents: Parents): boolean {
  if (one === null) return other !== null
  for (let at = other && parents.get(other); at; at = parents.get(at)) if (at === one) return true
  return false
}

/** What is named beside a story: no team above one that is named, whose answers it contains. Everyone stays, to compare with. */
export const namedBeside = ({ insight, alike }: Story, parents: Parents): Insight[] =>
  alike.filter(
    ({ scope: { team_id: above } }) =>
      above === null || ![insight, ...alike].some(({ scope }) => isTeamAbove(above, scope.team_id, parents)),
  )

export function storiesOf(insights: readonly Insight[], parents: Parents): Story[] {
  const subjectOf = ({ scope, subject }: Insight): string =>
    [surveyOf({ scope }), scope.question_id ?? subject].join()
  /** What it says, whoever it is of. */
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

/** How far it lies from what it is compared with, so that eNPS and means are in one list. */
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

/** What one survey of one date found stands together. */
export const surveyOf = ({ scope }: OfSurvey): string | undefined =>
  scope.check_in_instance_id ?? scope.pulse_id

/** What a report holds for most urgent comes first, and what people made themselves after it. */
export const urgencyOf = ({ priority }: Pick<Action, 'priority'>): number => priority ?? 0

/** What is suggested, or done already, about a finding that needs attention: of the newest results, the most urgent first. */
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
 * Problems come before what has only changed or differs; among them those with a suggestion that nobody has taken up, by the urgency of what is
 * suggested; then what lies farthest from what it is compared with.
 *
 * @property own  teams whose findings come first
 * @property actions  that are open
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
    // That a group is better than another is not an improvement.
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

/** A problem first, then what is worth watching, then what is good or only measured, and what is not clear last. */
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

/** What answers a story: the same suggestion for one team or several, or one action that is worked on. */
export type Answer = {
  actions: readonly Action[]
  /** Whether it is here, or at a story above that it answers, too. */
  isHere: boolean
}

/**
 * One suggestion a page: the same for several findings is at the first of them. What somebody has taken up is at its own finding,
 * because it is theirs and not the others'.
 *
 * @param before  the actions as the page found them: what is accepted on it stays with what was suggested beside it
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
  // What is suggested comes first: the same suggestion, taken up by another team, is below it.
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

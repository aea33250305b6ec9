/** What figures, answers, groups and days are called in the reader's language. */
import { locale, type Say } from '../messages.ts'
import { readersZone } from '../reader.ts'
import { formatPercent, formatScore, formatSigned, formatWithUnit } from '../ui/number-format.ts'
import { type Bar, findingOf, isPuzzling, type Measured, type Words } from './question-view.ts'
import { teamNamed } from './rest-words.ts'
import type { Asked, Figure, Finding, Pledge, TeamResults } from './results-queries.ts'
import type { resultsTexts } from './results-texts.ts'

export type ResultsSay = Say<typeof resultsTexts>

const moods = ['mood_1', 'mood_2', 'mood_3', 'mood_4', 'mood_5'] as const

export const wordsFor = (say: ResultsSay): Words => ({
  yes: say('yes'),
  no: say('no'),
  other: say('other'),
  moods: moods.map((mood) => say(mood)),
  detractors: say('detractors'),
  passives: say('passives'),
  promoters: say('promoters'),
})

const weekday = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** “Mon, 16 Nov 2026”: of a day without a time. */
export const dayOf = (date: string): string => weekday.format(new Date(`${date}T00:00:00Z`))

const moment = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: readersZone,
})

export const momentOf = (instant: string): string => moment.format(new Date(instant))

const list = new Intl.ListFormat(locale, { type: 'conjunction' })

export const listOf = (names: readonly string[]): string => list.format(names)

export const figureText = ({ isEnps, unit }: Pick<Measured, 'isEnps' | 'unit'>, value: number): string =>
  isEnps ? formatSigned(value) : formatWithUnit(formatScore(value), unit)

/** “Rose”, “was 3.2”: the figure of now is beside it. Where two figures look far apart, “no clear change” would contradict them. */
export function changeWords(say: ResultsSay, measured: Measured): { verdict: string; was: string | null } {
  const { before, change } = measured
  if (before === null || change === null) return { verdict: say('first_time'), was: null }
  // Not the difference, which rounded by itself may contradict both figures.
  const was = say('was', { before: figureText(measured, before) })
  if (isPuzzling(measured)) return { verdict: say('may_be_chance'), was }
  if (change === 'unclear') return { verdict: say('no_clear_change'), was }
  return { verdict: say(change === 'up' ? 'rose' : 'fell'), was }
}

const half = 0.5

/** Both sides, the larger first: of a minority alone nobody learns what the others said. */
function yesAndNo(say: ResultsSay, { text: question = '', distribution = [] }: Figure, n: number): string {
  const countOf = (answer: boolean): number => distribution.find(({ value }) => value === answer)?.count ?? 0
  const [yes, no] = [countOf(true), countOf(false)]
  const [more, fewer] = yes >= no ? [yes, no] : [no, yes]
  return say(yes >= no ? 'most_yes' : 'most_no', {
    question,
    share: formatPercent(more / n),
    others: formatPercent(fewer / n),
  })
}

/** The finding of a question in a sentence: what the report tells, otherwise what was chosen most. */
export function titleOf(
  say: ResultsSay,
  figure: Figure,
  { findings, bars }: { findings: readonly Finding[]; bars: readonly Bar[] },
): string {
  const told = findingOf(findings, figure.id)
  // Its figures are beside it, and how many answered below.
  if (told) return told.headline ?? told.statement
  const { type, text: question = '', mean, n = 0 } = figure
  if (type === 'yes_no' && figure.distribution && n > 0) return yesAndNo(say, figure, n)
  const [most, next] = bars.toSorted((one, other) => other.count - one.count)
  if (most && most.count > 0) {
    const isMinority = most.share < half && next !== undefined && next.count > 0
    const key = type === 'ranking' ? 'most_ranked' : isMinority ? 'most_chosen_of' : 'most_chosen'
    return say(key, {
      question,
      share: formatPercent(most.share),
      answer: `“${most.label}”`,
      next: `“${next?.label ?? ''}”`,
      next_share: formatPercent(next?.share ?? 0),
    })
  }
  if (typeof mean === 'number')
    return say('mean_is', { question, mean: formatWithUnit(formatScore(mean), figure.unit) })
  return say('counted', { question, count: n })
}

/** Teams that are not shown on their own, in a sentence for each group in which they are counted. */
export function hiddenSentences(
  say: ResultsSay,
  teams: readonly TeamResults[],
  hidden: readonly TeamResults[],
): string[] {
  const whereOf = ({ counted_in: group }: TeamResults) => (isNamed(teams, group) ? group : undefined)
  return [...Map.groupBy(hidden, whereOf)].map(([group, small]) => {
    const args = { count: small.length, names: listOf(small.map(nameOf)) }
    return group === undefined
      ? say('not_counted', args)
      : say('counted_in', { ...args, group: groupName(say, teams, group) })
  })
}

/** Why nothing is shown, and where it is counted; a team that the reader does not see is not named. */
export const hiddenText = (
  say: ResultsSay,
  teams: readonly TeamResults[],
  countedIn: string | null | undefined,
): string =>
  isNamed(teams, countedIn)
    ? say('question_counted_in', { group: groupName(say, teams, countedIn) })
    : say('question_hidden')

/** Everyone has a name on every page, and a team where the reader sees it. */
export const isNamed = (
  teams: readonly TeamResults[],
  group: string | null | undefined,
): group is string | null => group === null || teamNamed(teams, group) !== undefined

export const nameOf = ({ name, team_id: id }: TeamResults): string => name ?? id

export function groupName(say: ResultsSay, teams: readonly TeamResults[], group: string | null): string {
  const team = teams.find(({ team_id: id }) => id === group)
  return team ? nameOf(team) : say('everyone')
}

export const askedOf = (asked: readonly Asked[], figure: Figure): Asked | undefined =>
  asked.find(({ id }) => id === figure.id)

/** Whether names are shown, and what follows from it. */
function namesIn(say: ResultsSay, pledge: Pledge): readonly [string, string] {
  const sizes = { score: pledge.k_score, comment: pledge.k_comment }
  if (pledge.mode !== 'attributed') return [say('unnamed'), say('group_sizes', sizes)]
  const readers = listOf(pledge.audience.map(({ name }) => name))
  return readers === ''
    ? [say('named'), say('named_hint')]
    : [say('named_readers', { readers }), say('without_names', sizes)]
}

/** What was promised about answers, the most important first: whether names are shown, from how many people on, and who sees the results. */
export const promiseOf = (say: ResultsSay, pledge: Pledge): readonly [string, ...string[]] => [
  ...namesIn(say, pledge),
  say(`audience_${pledge.results_audience}`),
]

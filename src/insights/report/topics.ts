/** What people write about: drivers of the taxonomy and themes found in the texts, with quotes that were released anyway. */
import { type DriverId } from '../../../contract/drivers.ts'
import { limits } from '../../../contract/limits.ts'
import { type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isText } from '../../questions/questions.ts'
import { chooseQuotes, drivers as taxonomy, driversOfAnswer, hasHarmSignal, seedOf } from '../../text/text.ts'
import { changeKey, type Changes, comparison, verdict } from './change.ts'
import { topicKey } from './shares.ts'
import { cellsOf, type Figures, type Finding, type Group, percent, sum, teamOf, wordFor } from '../finding.ts'
import { topicOf } from '../measurements.ts'
import { driversMeasure, themesMeasure, type TopicsCell, type TopicSums } from '../measures.ts'
import { type Interval } from '../../statistics/statistics.ts'

export const driverName = (id: string): string => taxonomy().find((one) => one.id === id)?.name ?? id

/** What is named often enough, of both sources: the fixed taxonomy, and what the texts show by themselves. */
export const namedTopics = (figures: Pick<Figures, 'released'>, at: Group) => [
  ...topicsOf(figures, at, driversMeasure).map((topic) => ({
    ...topic,
    source: 'driver' as const,
    label: driverName(topic.id),
  })),
  ...topicsOf(figures, at, themesMeasure).map((topic) => ({
    ...topic,
    source: 'emergent' as const,
    label: topic.id,
  })),
]

/** A topic at a time: whoever has other things to do can do them in between. */
export function* topics(figures: Figures, at: Group, changes: Changes): Generator<Finding[], void> {
  const named = namedTopics(figures, at)
  const comments = named.length === 0 ? [] : commentsIn(figures, at)
  for (const [index, comment] of comments.entries()) {
    said(figures, comment)
    if (index % readAtOnce === 0) yield []
  }
  for (const { id, label, source, n, sums } of named) {
    const { interval, method, people, share, negative, sentiment } = topicOf(n, sums, source)
    const quotes = quotesOf(figures, at, comments, source === 'driver' ? (id as DriverId) : null, label)
    const compared = (source === 'driver' && changes.get(changeKey(at.group, topicKey(id)))) || []
    yield [
      {
        kind: 'theme',
        teamId: teamOf(at),
        questionId: null,
        subject: id,
        statement: `${at.name}: ${percent(sums.people / n)} talk about ${label.toLowerCase()}, ${wordFor(sums.sum / sums.people)}${verdict(compared)}`,
        n,
        value: { label, source, people, share, negative, sentiment, quotes },
        interval: interval as Interval,
        method,
        evidence: compared.map(comparison),
      },
    ]
  }
}

/** Fewer than one in twenty is what a list of phrases finds by chance. */
export const topicShareMin = 0.05

/** Only what at least three people of this group name, and more than by chance; the most named first. */
export const topicsOf = (figures: Pick<Figures, 'released'>, at: Group, measure: string): Topic[] =>
  allTopics(figures, at, measure).filter(({ n, sums: { people } }) => people >= topicShareMin * n)

export type Topic = { id: string; n: number; sums: TopicSums }

/** By chance or not: for who asks about one that he knows. */
export function allTopics({ released }: Pick<Figures, 'released'>, at: Group, measure: string): Topic[] {
  const cells = cellsOf<TopicsCell>(released, at.group, measure)
  if (!cells) return []
  const n = sum(cells.map((cell) => cell.n))
  const all = new Map<string, TopicSums>()
  for (const cell of cells) {
    for (const [id, sums] of Object.entries(cell.topics)) {
      const known = all.get(id) ?? { people: 0, negative: 0, sum: 0, squares: 0 }
      all.set(id, {
        people: known.people + sums.people,
        negative: known.negative + sums.negative,
        sum: known.sum + sums.sum,
        squares: known.squares + sums.squares,
      })
    }
  }
  return [...all]
    .filter(([, { people }]) => people >= limits.themePeopleMin)
    .map(([id, sums]) => ({ id, n, sums }))
    .toSorted((a, b) => b.sums.people - a.sums.people || (a.id < b.id ? -1 : 1))
}

export const quotesMax = 3
/** Comments that are looked at for quotes, of a large group; and of those that fit, how many are held against one another. */
export const commentsRead = 1_000
const fittingMax = 150
const readAtOnce = 10

/** From each cell in proportion: comments of a cell stand in an order of their words, which is as good as drawn. */
function commentsIn({ questions, released }: Figures, at: Group): string[] {
  const cells = questions
    .filter(isText)
    .flatMap(({ id }) => cellsOf<QuestionCell>(released, at.group, questionMeasure(id)) ?? [])
    .map((cell) => cell.comments)
  const count = sum(cells.map((comments) => comments.length))
  return cells.flatMap((comments) =>
    comments.slice(0, Math.max(quotesMax, Math.ceil((commentsRead * comments.length) / count))),
  )
}

type Said = { harm: boolean; drivers: readonly string[] }

/** A comment is read once for all groups that it stands in. */
const readings = new WeakMap<object, Map<string, Said>>()

function said({ released }: Pick<Figures, 'released'>, comment: string): Said {
  const known = readings.get(released) ?? new Map<string, Said>()
  readings.set(released, known)
  const before = known.get(comment)
  if (before) return before
  const now = { harm: hasHarmSignal(comment), drivers: driversOfAnswer(comment) }
  known.set(comment, now)
  return now
}

/** From comments that this group has released anyway: redacted, from at least k_comment people, without harm. */
function quotesOf(
  figures: Figures,
  at: Group,
  comments: readonly string[],
  driver: DriverId | null,
  label: string,
): string[] {
  const words = label.toLowerCase().split(/[\s,]+/)
  const spoken = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${label
      .split(', ')
      .map((part) => RegExp.escape(part))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )
  const fitting: string[] = []
  for (const text of comments) {
    const { harm, drivers } = said(figures, text)
    if (!harm && (driver ? drivers.includes(driver) : spoken.test(text))) fitting.push(text)
    if (fitting.length === fittingMax) break
  }
  const chosen = chooseQuotes(
    fitting.map((text, person) => ({ text, person })),
    words,
    quotesMax,
    seedOf(`${figures.seed} ${at.name} ${label}`),
  )
  return chosen.map((index) => fitting[index])
}

/** Findings of topics: drivers of the taxonomy and themes found in the texts, with quotes from comments that were released. */
import { type TopicSums, type TopicsCell } from '../text-cells.ts'
import { driverIds } from '../../../contract/drivers.ts'
import { limits } from '../../../contract/limits.ts'
import { type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isText } from '../../questions/questions.ts'
import {
  analyseTexts,
  chooseQuotes,
  drivers as taxonomy,
  isQuotable,
  matcherOf,
  seedOf,
  type ThemeRule,
} from '../../text/text.ts'
import { coverageOf, unreadText } from '../coverage.ts'
import { aboutDriver, type Argument, inGroup, message, type Message } from '../message.ts'
import { changeKey, type Changes, comparison } from './change.ts'
import { topicKey } from './shares.ts'
import {
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  round,
  stating,
  sum,
  teamOf,
  toneOf,
} from '../finding.ts'
import { topicOf } from '../measurements.ts'
import { driversMeasure, themesMeasure } from '../measures.ts'

export const driverName = (id: string): string => taxonomy().find((one) => one.id === id)?.name ?? id

/** Topics that enough people name, of both sources: the fixed taxonomy, and themes that the texts show by themselves. */
export const namedTopics = (figures: Pick<Figures, 'released'>, at: Group) => [
  ...topicsOf(figures, at, driversMeasure).map((topic) => ({
    ...topic,
    source: 'driver' as const,
    label: driverName(topic.id),
  })),
  ...themesIn(figures, at).map((topic) => ({
    ...topic,
    source: 'emergent' as const,
    label: topic.id,
  })),
]

/** One topic at a time, so that other work can run in between. */
export function* topics(figures: Figures, at: Group, changes: Changes): Generator<Finding[], void> {
  const named = namedTopics(figures, at)
  const read = coverageOf(figures.released, at.group, figures.questions)
  const comments = named.length === 0 ? [] : commentsIn(figures, at)
  for (const [index, comment] of comments.entries()) {
    readingOf(figures, comment)
    if (index % readAtOnce === 0) yield []
  }
  for (const { id, label, source, n, sums } of named) {
    const { interval, method, people, share, negative, sentiment } = topicOf(n, sums, source, figures.readBy)
    const rule = source === 'driver' ? null : ruleOf(figures, id)
    const quotes = quotesOf(
      figures,
      at,
      comments,
      source === 'driver' ? driverSubject(id, label) : ruleSubject(id, rule),
    )
    const compared = (source === 'driver' && changes.get(changeKey(at.group, topicKey(id)))) || []
    yield [
      {
        kind: 'theme',
        teamId: teamOf(at),
        questionId: null,
        subject: id,
        ...stating(inGroup(at, [topicText(aboutTopic({ id, label, source }), sums, n), ...unreadText(read)])),
        coverage: read,
        n,
        value: { label, source, people, share, negative, sentiment, quotes, ...(rule && { rule }) },
        interval,
        method,
        evidence: compared.map(comparison),
      },
    ]
  }
}

/** A topic inside a sentence: a driver by its name, a theme by its title. */
const aboutTopic = ({ id, label, source }: { id: string; label: string; source: string }): Argument => {
  const driver = source === 'driver' ? driverIds.find((one) => one === id) : undefined
  return driver ? aboutDriver(driver) : label.toLowerCase()
}

/** Counted are people who wrote something: "36% of people who commented mention tools, mostly negatively". */
export const topicText = (about: Argument, { people, sum: total }: TopicSums, n: number): Message =>
  message(`theme_${toneOf(total / people)}`, { about, share: round(people / n), people, n })

/** A list of phrases finds fewer than one in twenty by chance. */
const topicShareMin = 0.05

/** Topics that at least three people of the group name, and more than by chance; the most frequent first. */
export const topicsOf = (figures: Pick<Figures, 'released'>, at: Group, measure: string): Topic[] =>
  allTopics(figures, at, measure).filter(({ n, sums: { people } }) => people >= topicShareMin * n)

/** A word of a rule is there or not, so a rare theme is true as well; below one in seventy nobody would act on it. */
const themeShareMin = 0.015

const themesIn = (figures: Pick<Figures, 'released'>, at: Group): Topic[] =>
  allTopics(figures, at, themesMeasure).filter(({ n, sums: { people } }) => people >= themeShareMin * n)

/** Null once the answers are deleted, whose words a rule is made of. */
function ruleOf({ themes }: Figures, title: string): ThemeRule | null {
  const found = themes?.find(({ theme }) => theme === title)
  return found ? { any_of: found.any_of, language: found.language } : null
}

export type Topic = { id: string; n: number; sums: TopicSums }

/** Topics that at least three people of the group name, by chance or not: to look up a topic that is given. */
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

const quotesMax = 3
/** Of a large group, how many comments are read for quotes; of those that fit, how many are compared with one another. */
export const commentsRead = 500
const fittingMax = 60
const readAtOnce = 10

/** From each cell in proportion: comments of a cell are sorted by their words, which is as good as a random sample. */
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

/** Of a comment that may be quoted. `themes`: the titles of those whose rules it matches. */
type CommentReading = { about: readonly string[]; themes: ReadonlySet<string> }

/** A comment is read once for all groups that show it. */
type Readings = { of: Map<string, CommentReading | null>; themesOf: (comment: string) => ReadonlySet<string> }
const readings = new WeakMap<object, Readings>()

function readingsOf({ released, themes }: Pick<Figures, 'released' | 'themes'>): Readings {
  const known = readings.get(released)
  if (known) return known
  const all = themes ?? []
  const matched = matcherOf(all)
  const made = {
    of: new Map<string, CommentReading | null>(),
    themesOf: (comment: string) => new Set([...matched(comment)].map((place) => all[place].theme)),
  }
  readings.set(released, made)
  return made
}

/** `about`: the driver that the comment names most, or two that it names alike; a comment of many subjects is no quote for any. Null where it may not be quoted. */
function readingOf(figures: Pick<Figures, 'released' | 'themes'>, comment: string): CommentReading | null {
  const { of: known, themesOf } = readingsOf(figures)
  const before = known.get(comment)
  if (before !== undefined) return before
  const now = isQuotable(comment) ? { about: strongestDriversOf(comment), themes: themesOf(comment) } : null
  known.set(comment, now)
  return now
}

const strongestMax = 2

function strongestDriversOf(comment: string): string[] {
  const [{ clauses }] = analyseTexts([comment]).answers
  const counts = new Map<string, number>()
  for (const { drivers } of clauses)
    for (const driver of drivers) counts.set(driver, (counts.get(driver) ?? 0) + 1 / drivers.length)
  const most = Math.max(...counts.values())
  const strongest = [...counts].flatMap(([driver, count]) => (count === most ? [driver] : []))
  return strongest.length <= strongestMax ? strongest : []
}

/** What quotes are about: which comments fit, and the words that the best of them are near to. */
type QuoteSubject = {
  fits(reading: CommentReading): boolean
  words: readonly string[]
  seed: string
}

const driverSubject = (id: string, label: string): QuoteSubject => ({
  fits: ({ about }) => about.includes(id),
  words: label.toLowerCase().split(/[\s,]+/),
  seed: label,
})

/** Without a rule there is nothing that a quote could be held against. */
const ruleSubject = (title: string, rule: ThemeRule | null): QuoteSubject => ({
  fits: ({ themes }) => themes.has(title),
  words: rule?.any_of ?? [],
  seed: rule?.any_of[0] ?? '',
})

/** From comments that the group shows anyway: redacted, and from at least k_comment people. */
function quotesOf(figures: Figures, at: Group, comments: readonly string[], subject: QuoteSubject): string[] {
  const fitting: string[] = []
  for (const text of comments) {
    const reading = readingOf(figures, text)
    if (reading && subject.fits(reading)) fitting.push(text)
    if (fitting.length === fittingMax) break
  }
  const chosen = chooseQuotes(
    fitting.map((text, person) => ({ text, person, isQuotable: true })),
    subject.words,
    quotesMax,
    seedOf(`${figures.seed} ${at.name} ${subject.seed}`),
  )
  return chosen.map((index) => fitting[index])
}

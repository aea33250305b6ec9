/** Findings of topics: drivers of the taxonomy and themes found in the texts, with quotes from comments that were released. */
import type { TopicsCell } from '../text-cells.ts'
import { type DriverId, driverIds } from '../../../contract/drivers.ts'
import { limits } from '../../../contract/limits.ts'
import { type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isText } from '../../questions/questions.ts'
import {
  type AnalysedClause,
  analyseTexts,
  askedBy,
  chooseQuotes,
  draftOf,
  drivers as taxonomy,
  isQuotable,
  quoteTermsOf,
  mainDriverOf,
  seedOf,
} from '../../text/text.ts'
import { matcherOf, type ThemeRule } from '../../../contract/theme-rules.ts'
import { coverageOf, unreadText, withModels, wordsRead } from '../coverage.ts'
import { aboutDriver, type Argument, inGroup, message, type Message } from '../message.ts'
import { changeKey, type Changes, comparison } from './change.ts'
import { topicKey } from './shares.ts'
import { negativeFrom } from '../measures/topics.ts'
import {
  hasTone,
  isMostlyNegative,
  isRatherNegative,
  largerSide,
  neutralTo,
  sumOfTopics,
  told,
  toneOf,
  type ToldSums,
} from '../tone.ts'
import { cellsOf, type Figures, type Finding, type Group, round, stating, sum, teamOf } from '../finding.ts'
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
  const rated = coverageOf(figures.released, at.group, figures.questions)
  const worded = wordsRead(rated)
  const quotable: QuotableComment[] = []
  for (const [index, comment] of (named.length === 0 ? [] : commentsIn(figures, at)).entries()) {
    const reading = readingOf(figures, comment)
    if (reading) quotable.push({ text: comment.text, reading })
    if (index % readAtOnce === 0) yield []
  }
  for (const { id, label, source, n, sums } of named) {
    const { interval, method, ...counts } = topicOf(n, sums, source, figures.readBy)
    const read = source === 'driver' ? rated : worded
    const rule = source === 'driver' ? null : ruleOf(figures, id)
    const quotes = quotesOf(
      figures,
      at,
      quotable,
      withTone(figures, source === 'driver' ? driverSubject(id, label) : ruleSubject(id, rule), sums),
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
        value: { label, source, ...counts, quotes, ...(rule && { rule }) },
        interval,
        method: withModels(method, rated),
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

/**
 * Counted are people who wrote something, and how many of them do so negatively: "36% of people who commented mention tools (12 of 33), most
 * of them negatively (10)". A mean would say "most" where a few are very angry, and of four among seven it may be chance: those are "more than
 * half". Where a count would single out one or two people, "most of them negatively" is all that is said.
 */
export function topicText(about: Argument, sums: ToldSums, n: number): Message {
  const { people, negative, rated } = sums
  const args = { about, share: round(people / n), people, n }
  if (!hasTone(sums)) return message('theme', args)
  if (sums.few) {
    if (negative === 0) return message('theme', args)
    return message(`theme_${amountOf(sums)}_uncounted`, args)
  }
  const counted = { ...args, negative }
  if (rated < people) return message('theme_partly', { ...counted, rated })
  if (negative === 0) return message('theme_none', counted)
  if (negative === people) return message('theme_all', counted)
  return message(`theme_${amountOf(sums)}`, counted)
}

function amountOf(sums: ToldSums): 'most' | 'more' | 'some' {
  if (isMostlyNegative(sums)) return 'most'
  return isRatherNegative(sums) ? 'more' : 'some'
}

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

export type Topic = { id: string; n: number; sums: ToldSums }

/** Topics that at least three people of the group name, by chance or not: to look up a topic that is given. */
export const allTopics = (of: Pick<Figures, 'released'>, at: Group, measure: string): Topic[] =>
  countedTopics(of, at, measure).map(({ sums, ...topic }) => ({ ...topic, sums: told(sums) }))

/** The same with sums as they are: for parts and phrases, of which nothing is told but those that three people complain of, or praise. */
export function countedTopics({ released }: Pick<Figures, 'released'>, at: Group, measure: string) {
  const cells = cellsOf<TopicsCell>(released, at.group, measure)
  if (!cells) return []
  const n = sum(cells.map((cell) => cell.n))
  return [...sumOfTopics(cells)]
    .filter(([, { people }]) => people >= limits.themePeopleMin)
    .map(([id, sums]) => ({ id, n, sums }))
    .toSorted((a, b) => b.sums.people - a.sums.people || (a.id < b.id ? -1 : 1))
}

const quotesMax = 3
/** How many comments of a large group are read for quotes, and how many of those that fit are compared with one another. */
export const commentsRead = 500
const fittingMax = 60
const readAtOnce = 10

/** `about`: the driver that its question asks for. */
type Comment = { text: string; about: DriverId | undefined }

/** From each cell in proportion: comments of a cell are sorted by their words, which is as good as a random sample. */
function commentsIn({ questions, released }: Figures, at: Group): Comment[] {
  const cells = questions.filter(isText).flatMap((question) => {
    const { about } = askedBy(question)
    const own = cellsOf<QuestionCell>(released, at.group, questionMeasure(question.id)) ?? []
    return own.map(({ comments }) => comments.map((text): Comment => ({ text, about })))
  })
  const count = sum(cells.map((comments) => comments.length))
  return cells.flatMap((comments) =>
    comments.slice(0, Math.max(quotesMax, Math.ceil((commentsRead * comments.length) / count))),
  )
}

/**
 * A comment that may be quoted. `main`: the driver that it is about beyond doubt, null where there is none. `themes`: the titles of those whose
 * rules it matches. `terms`: of its words, read when it is first compared with others.
 */
type CommentReading = {
  main: DriverId | null
  themes: ReadonlySet<string>
  terms?: ReadonlySet<string>
}

/** Looked up once for all topics of a group. */
type QuotableComment = { text: string; reading: CommentReading }

/** What each clause of a comment is about and its tone, and the tone of the whole. */
type Told = { clauses: readonly Pick<AnalysedClause, 'drivers' | 'score'>[]; whole: number }

/** A comment is read once for all groups that show it, and its clauses once for all topics that it is quoted for. */
type Readings = {
  of: Map<string, CommentReading | null>
  told: Map<string, Told>
  themesOf: (comment: string) => ReadonlySet<string>
}
const readings = new WeakMap<object, Readings>()

function readingsOf({ released, themes }: Pick<Figures, 'released' | 'themes'>): Readings {
  const known = readings.get(released)
  if (known) return known
  const all = themes ?? []
  const matched = matcherOf(all)
  const made = {
    of: new Map<string, CommentReading | null>(),
    told: new Map<string, Told>(),
    themesOf: (comment: string) => new Set([...matched(comment)].map((place) => all[place].theme)),
  }
  readings.set(released, made)
  return made
}

/** Null where it may not be quoted. */
function readingOf(
  figures: Pick<Figures, 'released' | 'themes'>,
  { text, about }: Comment,
): CommentReading | null {
  const { of: known, themesOf } = readingsOf(figures)
  const key = `${about} ${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  const now = isQuotable(text) ? { main: mainDriverIn(text, about), themes: themesOf(text) } : null
  known.set(key, now)
  return now
}

function toldIn(figures: Pick<Figures, 'released' | 'themes'>, text: string): Told {
  const { told: known } = readingsOf(figures)
  const before = known.get(text)
  if (before) return before
  const [{ clauses, score }] = analyseTexts([text]).answers
  const now = {
    clauses: clauses.map(({ drivers, score: own }) => ({ drivers, score: own })),
    whole: score ?? 0,
  }
  known.set(text, now)
  return now
}

/** In other languages than English: the only driver that is named. */
function mainDriverIn(text: string, about: DriverId | undefined): DriverId | null {
  if (draftOf(text)?.own === 'en') return mainDriverOf(text, { about })
  const [{ clauses }] = analyseTexts([text]).answers
  const [first, ...others] = new Set(clauses.flatMap(({ drivers }) => drivers))
  return first && others.length === 0 ? first : null
}

/** What quotes are about: which comments fit, and the words that the best of them are near to. */
type QuoteSubject = {
  fits(reading: CommentReading): boolean
  /** Which clauses of a comment are about it. */
  isAbout(clause: { drivers: readonly string[] }): boolean
  words: readonly string[]
  seed: string
}

const driverSubject = (id: string, label: string): QuoteSubject => ({
  fits: ({ main }) => main === id,
  isAbout: ({ drivers }) => drivers.includes(id),
  words: label.toLowerCase().split(/[\s,]+/),
  seed: label,
})

/** Without a rule there is nothing that a quote could be compared with. */
const ruleSubject = (title: string, rule: ThemeRule | null): QuoteSubject => ({
  fits: ({ themes }) => themes.has(title),
  isAbout: () => true,
  words: rule?.any_of ?? [],
  seed: rule?.any_of[0] ?? '',
})

/**
 * `hasTone`: whether a comment has the tone that is told of the theme, so that no quote beside it contradicts it: in what it says about it, and
 * read as a whole. For a mixed theme, that is the tone of more than half. With no tone at all, as in “the canteen is on floor two”, it is not an example of
 * a positive one.
 */
type TonedSubject = QuoteSubject & { hasTone(comment: string): boolean }

function withTone(
  figures: Pick<Figures, 'released' | 'themes'>,
  subject: QuoteSubject,
  sums: ToldSums,
): TonedSubject {
  const side = largerSide(sums)
  if (side === null) return { ...subject, hasTone: () => true }
  const otherFrom = toneOf(sums) === 'mixed' ? negativeFrom : neutralTo
  return {
    ...subject,
    hasTone(comment) {
      const { clauses, whole } = toldIn(figures, comment)
      const scores = clauses.filter((clause) => subject.isAbout(clause)).map(({ score }) => score)
      if (scores.length === 0) return false
      const score = sum(scores) / scores.length
      return side === 'negative'
        ? score <= negativeFrom && whole < neutralTo
        : score > negativeFrom && whole >= otherFrom
    },
  }
}

/**
 * From comments that the group shows anyway: redacted, and from at least k_comment people. A theme that most name in one tone is quoted in
 * that tone or not at all: one cheerful comment under “4 of 7 negative” would be taken for what the others write.
 */
function quotesOf(
  figures: Figures,
  at: Group,
  comments: readonly QuotableComment[],
  subject: TonedSubject,
): string[] {
  const fitting: { text: string; terms: ReadonlySet<string> }[] = []
  for (const { text, reading } of comments) {
    if (subject.fits(reading)) fitting.push({ text, terms: (reading.terms ??= quoteTermsOf(text)) })
    if (fitting.length === fittingMax) break
  }
  return chooseQuotes(
    fitting.map(({ text, terms }, person) => ({
      text,
      person,
      terms,
      isQuotable: () => subject.hasTone(text),
    })),
    subject.words,
    quotesMax,
    seedOf(`${figures.seed} ${at.name} ${subject.seed}`),
  ).map((index) => fitting[index].text)
}

/** How many answers a finding about words was made from, the sentence about those that were not read, and the models that read them. */
import type { Coverage, LanguageModel, Method } from '../../contract/insights.ts'
import { limits } from '../../contract/limits.ts'
import type { Question } from '../../contract/questions.ts'
import type { Released } from '../confidentiality/confidentiality.ts'
import { isTweetLanguage, tweetMethod } from '../text/text.ts'
import { cellsOf } from './finding.ts'
import { coverageMeasure, textQuestions } from './measures.ts'
import { otherLanguages as other, withCommonLanguages } from './languages.ts'
import { message, type Message, type Words } from './message.ts'
import type { CoverageCell } from './text-cells.ts'

/** Below this share of read answers the sentence says so; below the other there is no sentiment at all. */
export const coverageSaidBelow = 0.8
export const coverageMin = 0.5

/**
 * How many answers of a group to these questions were read, in all and for each language. Rare languages are one (withCommonLanguages); empty
 * answers ("n/a") are left out, because there is nothing to read in them.
 * @returns null where the comments of none of them are shown
 */
export function coverageOf(
  released: readonly Released<unknown>[],
  group: string,
  questions: readonly Question[],
): Coverage | null {
  const cells = textQuestions(questions).flatMap(({ id }) => {
    const found = cellsOf<CoverageCell>(released, group, coverageMeasure(id))
    return found === null ? [] : [withCommonLanguages(found)]
  })
  if (cells.length === 0) return null
  const found = new Map<string, { answers: number; read: number }>()
  for (const { counts } of cells)
    for (const [status, count] of Object.entries(counts)) {
      const [state, language] = status.split(' ')
      if (language === undefined) continue
      const before = found.get(language) ?? { answers: 0, read: 0 }
      found.set(language, {
        answers: before.answers + count,
        read: before.read + (state === 'read' ? count : 0),
      })
    }
  const languages = Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const sum = (of: 'answers' | 'read'): number =>
    [...found.values()].reduce((total, counts) => total + counts[of], 0)
  return { answers: sum('answers'), read: sum('read'), languages }
}

/**
 * As themes read: in every language that is known, because they need words and no sentiment. Where fewer than ten of a language were not read,
 * these may be others that are counted with it, so no more is claimed than for sentiment.
 */
export function wordsRead(coverage: Coverage | null): Coverage | null {
  if (coverage === null) return null
  const languages = Object.fromEntries(
    Object.entries(coverage.languages).map(([language, { answers, read }]) => [
      language,
      { answers, read: language !== other && answers - read >= limits.kCommentMin ? answers : read },
    ]),
  )
  const read = Object.values(languages).reduce((sum, counts) => sum + counts.read, 0)
  return { ...coverage, read, languages }
}

/** The models behind a figure of these answers, with how well they agree with people. */
export function withModels(method: Method, coverage: Coverage | null): Method {
  const models = Object.entries(coverage?.languages ?? {}).flatMap(([language, { read }]): LanguageModel[] =>
    isTweetLanguage(language) && read > 0 ? [{ language, ...tweetMethod(language) }] : [],
  )
  return models.length === 0 ? method : { ...method, models }
}

export const shareRead = ({ answers, read }: Coverage): number => (answers === 0 ? 1 : read / answers)

/** Nothing where enough was read. */
export function unreadText(coverage: Coverage | null): Message[] {
  if (coverage === null || shareRead(coverage) >= coverageSaidBelow) return []
  const { answers, read, languages } = coverage
  // Fewer of a language may be others that are counted with it.
  const parts = Object.entries(languages)
    .map(([language, counts]) => ({ language, unread: counts.answers - counts.read }))
    .filter(({ unread }) => unread >= limits.kCommentMin)
    .toSorted((a, b) => b.unread - a.unread || (a.language < b.language ? -1 : 1))
  if (parts.every(({ language }) => language === other))
    return [message('unread_of', { unread: answers - read, answers })]
  const named = parts.map(({ language, unread }) =>
    language === other
      ? message('unread_other', { count: unread })
      : message('unread_in', { count: unread, language: nameOfLanguage(language) }),
  )
  return [message('unread', { unread: answers - read, answers }), ...named]
}

/** A tag that has no name stays a tag. */
function nameOfLanguage(tag: string): Words {
  const named = (locale: string): string =>
    new Intl.DisplayNames([locale], { type: 'language', fallback: 'code' }).of(tag) ?? tag
  return { en: named('en'), de: named('de') }
}

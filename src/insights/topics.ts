/** What people write about: drivers of the taxonomy and themes found in the texts, with quotes that were released anyway. */
import { limits } from '../../contract/limits.ts'
import { type QuestionCell, questionMeasure } from '../confidentiality/confidentiality.ts'
import {
  chooseQuotes,
  drivers as taxonomy,
  driversOfAnswer,
  hasHarmSignal,
  seedOf,
  textVersion,
} from '../text/text.ts'
import {
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  percent,
  round,
  sum,
  teamOf,
  wordFor,
} from './finding.ts'
import { driversMeasure, themesMeasure, type TopicsCell, type TopicSums } from './measures.ts'
import { type Interval, wilson } from './statistics.ts'

export function topics(figures: Figures, at: Group): Finding[] {
  const found = [
    ...topicsOf(figures, at, driversMeasure).map((topic) => ({
      ...topic,
      source: 'driver' as const,
      label: taxonomy.find((one) => one.id === topic.id)?.name ?? topic.id,
    })),
    ...topicsOf(figures, at, themesMeasure).map((topic) => ({
      ...topic,
      source: 'emergent' as const,
      label: topic.id,
    })),
  ]
  return found.map(({ id, label, source, n, sums }) => {
    const share = wilson(sums.people, n)!
    const mean = sums.sum / sums.people
    const quotes = quotesOf(figures, at, source === 'driver' ? id : null, label)
    return {
      kind: 'theme' as const,
      teamId: teamOf(at),
      questionId: null,
      subject: id,
      statement: `${at.name}: ${percent(share.share)} talk about ${label.toLowerCase()}, ${wordFor(mean)}.`,
      n,
      value: {
        label,
        source,
        people: sums.people,
        share: round(share.share, 3),
        negative: sums.negative,
        sentiment: round(mean, 3),
        quotes,
      },
      interval: [round(share.interval[0], 3), round(share.interval[1], 3)] as Interval,
      method: {
        name:
          source === 'driver'
            ? 'driver taxonomy, share with Wilson interval 95 %'
            : 'NMF on TF-IDF, share with Wilson interval 95 %',
        version: textVersion,
      },
      evidence: [],
    }
  })
}

/** Fewer than one in twenty is what a list of phrases finds by chance. */
export const topicShareMin = 0.05

/** Only what at least three people of this group name, and more than by chance; the most named first. */
export function topicsOf(
  { released }: Figures,
  at: Group,
  measure: string,
): { id: string; n: number; sums: TopicSums }[] {
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
    .filter(([, { people }]) => people >= limits.themePeopleMin && people >= topicShareMin * n)
    .map(([id, sums]) => ({ id, n, sums }))
    .toSorted((a, b) => b.sums.people - a.sums.people || (a.id < b.id ? -1 : 1))
}

export const quotesMax = 3

/** From comments that this group has released anyway: redacted, from at least k_comment people, without harm. */
export function quotesOf(figures: Figures, at: Group, driver: string | null, label: string): string[] {
  const comments = figures.questions
    .filter((question) => question.type === 'text')
    .flatMap((question) =>
      (cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id)) ?? []).flatMap(
        (cell) => cell.comments,
      ),
    )
  const words = label.toLowerCase().split(/[\s,]+/)
  const spoken = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${label
      .split(', ')
      .map((part) => RegExp.escape(part))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )
  const fitting = comments.filter(
    (text) => !hasHarmSignal(text) && (driver ? driversOfAnswer(text).includes(driver) : spoken.test(text)),
  )
  const chosen = chooseQuotes(
    fitting.map((text, person) => ({ text, person })),
    words,
    quotesMax,
    seedOf(`${figures.seed} ${at.name} ${label}`),
  )
  return chosen.map((index) => fitting[index])
}

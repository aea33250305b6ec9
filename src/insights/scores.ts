/** What was measured: participation, scores, eNPS and the sentiment of texts, each with its interval. */
import { type Question } from '../../contract/questions.ts'
import {
  type ParticipationCell,
  participationMeasure,
  type QuestionCell,
  questionMeasure,
} from '../confidentiality/confidentiality.ts'
import { seedOf, textVersion } from '../text/text.ts'
import { changeKey, type Changes, comparison, verdict } from './change.ts'
import {
  boundsOf,
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  histogram,
  measured,
  percent,
  round,
  sum,
  teamOf,
  version,
  wordFor,
} from './finding.ts'
import { scoreOfBin, type SentimentCell, sentimentMeasure } from './measures.ts'
import { type Histogram, type Interval, meanInterval, sizeOf } from './statistics.ts'

export function participation({ released }: Figures, at: Group): Finding[] {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  if (!cells) return []
  const recipients = sum(cells.map((cell) => cell.recipients))
  const responded = sum(cells.map((cell) => cell.responded))
  const rate = responded / recipients
  return [
    {
      kind: 'participation',
      teamId: teamOf(at),
      questionId: null,
      subject: null,
      statement: `${at.name}: ${percent(rate)} answered, ${responded} of ${recipients}.`,
      n: recipients,
      value: { recipients, responded, response_rate: round(rate, 3) },
      // Everyone was asked: a count, not a sample.
      interval: null,
      method: { name: 'count', version },
      evidence: [],
    },
  ]
}

export function scores(figures: Figures, at: Group, changes: Changes): Finding[] {
  return figures.questions
    .filter((question) => measured.has(question.type))
    .flatMap((question): Finding[] => {
      const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
      if (!cells) return []
      const values = histogram(cells)
      const mean = meanInterval(values, {
        seed: seedOf(`${figures.seed} ${at.name} ${question.id}`),
        ...boundsOf(question),
      })
      if (!mean) return []
      const compared = changes.get(changeKey(at.group, question.id)) ?? []
      const base = {
        teamId: teamOf(at),
        questionId: question.id,
        subject: question.driver ?? question.id,
        n: mean.n,
        evidence: compared.map(comparison),
      }
      if (question.type === 'enps') return [{ ...base, kind: 'enps' as const, ...enps(values, question, at) }]
      return [
        {
          ...base,
          kind: question.driver ? ('driver' as const) : ('score' as const),
          statement: `${at.name}: “${question.text}” ${round(mean.mean)} of ${boundsOf(question).max}${verdict(compared)}`,
          value: {
            mean: round(mean.mean, 3),
            distribution: values,
            change: compared[0] ? comparison(compared[0]) : null,
          },
          interval: [round(mean.interval[0], 3), round(mean.interval[1], 3)] as Interval,
          method: { name: `mean, ${mean.method} interval 95 %`, version },
        },
      ]
    })
}

/** Net promoter score: share of 9–10 less share of 0–6, with the interval of a difference of two shares of one sample. */
export function enps(values: Histogram, question: Question, at: Group) {
  const n = sizeOf(values)
  const share = (from: number, to: number): number =>
    sum(values.filter(({ value }) => value >= from && value <= to).map(({ count }) => count)) / n
  const [promoters, detractors] = [share(9, 10), share(0, 6)]
  const score = promoters - detractors
  const error = 1.96 * Math.sqrt(Math.max(0, promoters + detractors - score * score) / n)
  return {
    statement: `${at.name}: “${question.text}” eNPS ${Math.round(score * 100)}.`,
    value: {
      enps: Math.round(score * 100),
      promoters: round(promoters, 3),
      detractors: round(detractors, 3),
      distribution: values,
    },
    interval: [
      Math.round(Math.max(-1, score - error) * 100),
      Math.round(Math.min(1, score + error) * 100),
    ] as Interval,
    method: { name: 'eNPS, normal interval 95 %', version },
  }
}

export function sentiments(figures: Figures, at: Group): Finding[] {
  return figures.questions
    .filter((question) => question.type === 'text')
    .flatMap((question) => {
      const cells = cellsOf<SentimentCell>(figures.released, at.group, sentimentMeasure(question.id))
      if (!cells) return []
      const n = sum(cells.map((cell) => cell.n))
      const mean = sum(cells.map((cell) => cell.sum)) / n
      const bins = cells[0].bins
        .map((_count, bin) => ({ value: scoreOfBin(bin), count: sum(cells.map((cell) => cell.bins[bin])) }))
        .filter(({ count }) => count > 0)
      const interval = meanInterval(bins, {
        seed: seedOf(`${figures.seed} ${at.name} sentiment ${question.id}`),
        min: -1,
        max: 1,
      })
      const share = (test: (value: number) => boolean): number =>
        round(sum(bins.filter(({ value }) => test(value)).map(({ count }) => count)) / n, 3)
      return [
        {
          kind: 'sentiment_signal' as const,
          teamId: teamOf(at),
          questionId: question.id,
          subject: question.id,
          statement: `${at.name}: answers to “${question.text}” read ${wordFor(mean)} (${round(mean)} from −1 to 1).`,
          n,
          value: {
            mean: round(mean, 3),
            positive: share((v) => v >= 0.05),
            negative: share((v) => v <= -0.05),
            intent: question.intent ?? null,
          },
          interval:
            interval && ([round(interval.interval[0], 3), round(interval.interval[1], 3)] as Interval),
          method: { name: 'sentiment, lexicon and rules', version: textVersion },
          evidence: [],
        },
      ]
    })
}

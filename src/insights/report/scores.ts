/** What was measured: participation, scores, eNPS and the sentiment of texts, each with its interval. */
import { type Question } from '../../../contract/questions.ts'
import { type ParticipationCell, participationMeasure } from '../../confidentiality/confidentiality.ts'
import { type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { isScored, isText, measureOf } from '../../questions/questions.ts'
import { changeKey, type Changes, comparison, verdict } from './change.ts'
import {
  boundsOf,
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  percent,
  round,
  sum,
  teamOf,
  wordFor,
} from '../finding.ts'
import {
  agreementOf,
  enpsOf,
  participationOf,
  type Place,
  scoreOf,
  sentimentOf,
  topicOf,
} from '../measurements.ts'
import {
  driversMeasure,
  type RequestsCell,
  requestsMeasure,
  type SentimentCell,
  sentimentMeasure,
} from '../measures.ts'
import { type Interval } from '../../statistics/statistics.ts'
import { allTopics } from './topics.ts'

export function participation({ released }: Figures, at: Group): Finding[] {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  if (!cells) return []
  const { n, interval, method, recipients, responded, response_rate } = participationOf(cells)
  return [
    {
      kind: 'participation',
      teamId: teamOf(at),
      questionId: null,
      subject: null,
      statement: `${at.name}: ${percent(responded / recipients)} answered, ${responded} of ${recipients}.`,
      n,
      value: { recipients, responded, response_rate },
      interval,
      method,
      evidence: [],
    },
  ]
}

export function placeOf({ released, seed }: Figures, at: Group): Place {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  return { seed: `${seed} ${at.name}`, responded: cells && sum(cells.map((cell) => cell.responded)) }
}

export function scores(figures: Figures, at: Group, changes: Changes): Finding[] {
  const place = placeOf(figures, at)
  return figures.questions.filter(isScored).flatMap((question): Finding[] => {
    const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
    if (!cells) return []
    const compared = changes.get(changeKey(at.group, question.id)) ?? []
    const base = {
      teamId: teamOf(at),
      questionId: question.id,
      subject: question.driver ?? question.id,
      evidence: compared.map(comparison),
    }
    const change = compared[0] ? comparison(compared[0]) : null
    return measureOf(question) === 'enps'
      ? recommending(question, cells, place, { base, at, change, told: verdict(compared) })
      : scored(figures, question, cells, place, { base, at, change, told: verdict(compared) })
  })
}

type Told = {
  base: Pick<Finding, 'teamId' | 'questionId' | 'subject' | 'evidence'>
  at: Group
  change: unknown
  told: string
}

function scored(
  figures: Figures,
  question: Question,
  cells: readonly QuestionCell[],
  place: Place,
  { base, at, change, told }: Told,
): Finding[] {
  const found = scoreOf(question, cells, place)
  if (!found) return []
  const written =
    question.driver && allTopics(figures, at, driversMeasure).find(({ id }) => id === question.driver)
  const { mean, favourable, distribution, skipped, n, interval, method } = found
  return [
    {
      ...base,
      kind: question.driver ? 'driver' : 'score',
      statement: `${at.name}: “${question.text}” ${round(mean)} of ${boundsOf(question).max}${told}`,
      n,
      value: {
        mean,
        favourable,
        distribution,
        skipped,
        change,
        // Two figures beside one another: a measurement, and an estimate of the same from what people wrote.
        ...(question.driver && {
          text: written ? topicOf(written.n, written.sums, 'driver') : null,
          agreement: agreementOf(found, written ? written.sums : undefined),
        }),
      },
      interval: interval as Interval | null,
      method,
    },
  ]
}

function recommending(
  question: Question,
  cells: readonly QuestionCell[],
  place: Place,
  { base, at, change, told }: Told,
): Finding[] {
  const found = enpsOf(question, cells, place)
  if (!found) return []
  const { n, interval, method, enps, promoters, passives, detractors, distribution, skipped } = found
  return [
    {
      ...base,
      kind: 'enps',
      statement: `${at.name}: “${question.text}” eNPS ${enps}${told}`,
      n,
      value: { enps, promoters, passives, detractors, distribution, skipped, change },
      interval: interval as Interval | null,
      method,
    },
  ]
}

export function sentiments(figures: Figures, at: Group, changes: Changes): Finding[] {
  return figures.questions.filter(isText).flatMap((question) => {
    const cells = cellsOf<SentimentCell>(figures.released, at.group, sentimentMeasure(question.id))
    if (!cells) return []
    const requests = cellsOf<RequestsCell>(figures.released, at.group, requestsMeasure(question.id))
    const found = sentimentOf(question, cells, requests, placeOf(figures, at))
    const compared = changes.get(changeKey(at.group, question.id)) ?? []
    const asking = found.requests ? ` ${percent(found.requests.share)} ask for something.` : ''
    return [
      {
        kind: 'sentiment_signal' as const,
        teamId: teamOf(at),
        questionId: question.id,
        subject: question.id,
        statement: `${at.name}: answers to “${question.text}” read ${wordFor(found.mean)} (${round(found.mean)} from −1 to 1)${verdict(compared)}${asking}`,
        n: found.n,
        value: {
          mean: found.mean,
          positive: found.positive,
          negative: found.negative,
          intent: found.intent,
          requests: found.requests,
          change: compared[0] ? comparison(compared[0]) : null,
        },
        interval: found.interval as Interval | null,
        method: found.method,
        evidence: compared.map(comparison),
      },
    ]
  })
}

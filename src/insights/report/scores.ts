/** Findings of figures: participation, scores, eNPS and the sentiment of texts, each with its interval. */
import { type Change } from './difference.ts'
import { type RequestsCell, type SentimentCell } from '../text-cells.ts'
import { type Question } from '../../../contract/questions.ts'
import { participationMeasure } from '../../confidentiality/confidentiality.ts'
import { type ParticipationCell, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
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
  signed,
  teamOf,
  toneOf,
} from '../finding.ts'
import {
  agreementOf,
  basisOf,
  enpsOf,
  participationOf,
  scoreOf,
  sentimentOf,
  topicOf,
} from '../measurements.ts'
import { driversMeasure, requestsMeasure, sentimentMeasure } from '../measures.ts'
import { allTopics } from './topics.ts'

export function participation({ released }: Figures, at: Group): Finding[] {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  if (!cells) return []
  const { n, interval, method, ...value } = participationOf(cells)
  return [
    {
      kind: 'participation',
      teamId: teamOf(at),
      questionId: null,
      subject: null,
      statement: `${at.name}: ${answeredText(value)}`,
      n,
      value,
      interval,
      method,
      evidence: [],
    },
  ]
}

/** Where one answer more may have been given than is counted, the rate is given as the two numbers and not as a share. */
function answeredText({ recipients, responded, responded_max: most }: ParticipationCell): string {
  if (most === responded) return `${percent(responded / recipients)} answered, ${responded} of ${recipients}.`
  return `${responded} ${most === responded + 1 ? 'or' : 'to'} ${most} of ${recipients} answered.`
}

export function scores(figures: Figures, at: Group, changes: Changes): Finding[] {
  return figures.questions.filter(isScored).flatMap((question) => {
    const cells = cellsOf<QuestionCell>(figures.released, at.group, questionMeasure(question.id))
    if (!cells) return []
    const context = { figures, at, compared: changes.get(changeKey(at.group, question.id)) ?? [] }
    const finding =
      measureOf(question) === 'enps' ? enps(question, cells, context) : score(question, cells, context)
    return finding ?? []
  })
}

/** The report and the group that a finding belongs to, and its changes. */
type Context = { figures: Figures; at: Group; compared: readonly Change[] }

const headOf = (question: Question, { at, compared }: Context) => ({
  teamId: teamOf(at),
  questionId: question.id,
  subject: question.driver ?? question.id,
  evidence: compared.map(comparison),
})

const firstChange = ([change]: readonly Change[]) => (change ? comparison(change) : null)

function score(question: Question, cells: readonly QuestionCell[], context: Context): Finding | null {
  const { figures, at, compared } = context
  const found = scoreOf(question, cells, basisOf(figures.released, at, figures.seed))
  if (!found) return null
  const text =
    question.driver && allTopics(figures, at, driversMeasure).find(({ id }) => id === question.driver)
  const { mean, favourable, distribution, skipped, n, interval, method } = found
  return {
    ...headOf(question, context),
    kind: question.driver ? 'driver' : 'score',
    statement: `${at.name}: “${question.text}” scored ${round(mean)} out of ${boundsOf(question).max}${verdict(compared)}`,
    n,
    value: {
      mean,
      favourable,
      distribution,
      skipped,
      change: firstChange(compared),
      // Two figures side by side: a measurement, and an estimate of the same from what people wrote.
      ...(question.driver && {
        text: text ? topicOf(text.n, text.sums, 'driver') : null,
        agreement: agreementOf(found, text ? text.sums : undefined),
      }),
    },
    interval,
    method,
  }
}

function enps(question: Question, cells: readonly QuestionCell[], context: Context): Finding | null {
  const { figures, at, compared } = context
  const found = enpsOf(question, cells, basisOf(figures.released, at, figures.seed))
  if (!found) return null
  const { n, interval, method, promoters, passives, detractors, distribution, skipped } = found
  return {
    ...headOf(question, context),
    kind: 'enps',
    statement: `${at.name}: “${question.text}” eNPS ${found.enps}${verdict(compared)}`,
    n,
    value: {
      enps: found.enps,
      promoters,
      passives,
      detractors,
      distribution,
      skipped,
      change: firstChange(compared),
    },
    interval,
    method,
  }
}

export function sentiments(figures: Figures, at: Group, changes: Changes): Finding[] {
  return figures.questions.filter(isText).flatMap((question) => {
    const cells = cellsOf<SentimentCell>(figures.released, at.group, sentimentMeasure(question.id))
    if (!cells) return []
    const requests = cellsOf<RequestsCell>(figures.released, at.group, requestsMeasure(question.id))
    const found = sentimentOf(question, cells, requests, basisOf(figures.released, at, figures.seed))
    const compared = changes.get(changeKey(at.group, question.id)) ?? []
    const asking = found.requests ? ` ${percent(found.requests.share)} ask for something.` : ''
    return [
      {
        kind: 'sentiment_signal' as const,
        teamId: teamOf(at),
        questionId: question.id,
        subject: question.id,
        statement: `${at.name}: answers to “${question.text}” ${toneOf(found.mean).verb} (${signed(round(found.mean))} on a scale from −1 to 1)${verdict(compared)}${asking}`,
        n: found.n,
        value: {
          mean: found.mean,
          positive: found.positive,
          negative: found.negative,
          intent: found.intent,
          requests: found.requests,
          change: firstChange(compared),
        },
        interval: found.interval,
        method: found.method,
        evidence: compared.map(comparison),
      },
    ]
  })
}

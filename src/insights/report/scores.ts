/** Findings of figures: participation, scores, eNPS and the sentiment of texts, each with its interval. */
import { type Change, isLevel } from './difference.ts'
import type { RequestsCell, SentimentCell } from '../text-cells.ts'
import { unitOf } from '../../../contract/form-items.ts'
import type { Coverage } from '../../../contract/insights.ts'
import type { Question } from '../../../contract/questions.ts'
import { participationMeasure } from '../../confidentiality/confidentiality.ts'
import { type ParticipationCell, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { enpsPoint, isScored, isText, measureOf, polarityOf } from '../../questions/questions.ts'
import { coverageMin, coverageOf, coverageSaidBelow, shareRead, unreadText, withModels } from '../coverage.ts'
import { inGroup, message, type Message } from '../message.ts'
import { changeKey, type Changes, comparison } from './change.ts'
import {
  boundsOf,
  cellsOf,
  type Figures,
  type Finding,
  type Group,
  round,
  stating,
  sum,
  teamOf,
  version,
} from '../finding.ts'
import {
  agreementOf,
  binsOf,
  basisOf,
  enpsOf,
  exactScoreOf,
  exactSentimentOf,
  inThousandths,
  participationOf,
  sidesOf,
  topicOf,
} from '../measurements.ts'
import { driversMeasure, requestsMeasure, sentimentMeasure } from '../measures.ts'
import { allTopics } from './topics.ts'
import { meanIn, meanSaid, valueIn } from './units.ts'

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
      ...stating(inGroup(at, answeredText(value))),
      coverage: null,
      n,
      value,
      interval,
      method,
      evidence: [],
    },
  ]
}

/** Where one answer more may have been given than is counted, the rate is given as the two numbers and not as a share. */
function answeredText({ recipients, responded, responded_max: most }: ParticipationCell): Message {
  if (most === responded)
    return message('answered', { share: round(responded / recipients), responded, recipients })
  const key = most === responded + 1 ? 'answered_either' : 'answered_between'
  return message(key, { responded, most, recipients })
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
  coverage: null,
  evidence: compared.map(comparison),
})

/** The first comparison; a level is a finding of its own. */
const firstChange = (compared: readonly Change[]) => {
  const change = compared.find((one) => !isLevel(one))
  return change ? comparison(change) : null
}

function score(question: Question, cells: readonly QuestionCell[], context: Context): Finding | null {
  const { figures, at, compared } = context
  const exact = exactScoreOf(question, cells, basisOf(figures, at))
  if (!exact) return null
  const text =
    question.driver && allTopics(figures, at, driversMeasure).find(({ id }) => id === question.driver)
  const found = inThousandths(exact)
  const { mean, favourable, distribution, skipped, n, interval, method } = found
  return {
    ...headOf(question, context),
    kind: question.driver ? 'driver' : 'score',
    ...stating(
      inGroup(
        at,
        scoreText(question, {
          mean: meanSaid(exact.mean),
          n,
          low: meanSaid(exact.interval?.[0] ?? exact.mean),
          high: meanSaid(exact.interval?.[1] ?? exact.mean),
        }),
      ),
    ),
    n,
    value: {
      mean,
      favourable,
      distribution,
      skipped,
      change: firstChange(compared),
      // Two figures side by side: a measurement, and an estimate of the same from what people wrote.
      ...(question.driver && {
        text: text ? topicOf(text.n, text.sums, 'driver', figures.readBy) : null,
        agreement: agreementOf({ ...found, polarity: polarityOf(question) }, text ? text.sums : undefined),
      }),
    },
    interval,
    method,
  }
}

type Scored = { mean: number; n: number; low: number; high: number }

function scoreText(question: Question, { high, ...scored }: Scored): Message {
  const unit = unitOf(question)
  const { max } = boundsOf(question)
  const said = { question: question.text, ...scored }
  return unit === undefined
    ? message('score', { ...said, max, high })
    : message('score_in_unit', { ...said, max: valueIn(unit, max), high: meanIn(unit, high) })
}

function enps(question: Question, cells: readonly QuestionCell[], context: Context): Finding | null {
  const { figures, at, compared } = context
  const found = enpsOf(question, cells, basisOf(figures, at))
  if (!found) return null
  const { n, interval, method, promoters, passives, detractors, distribution, skipped } = found
  const shareFrom = (point: number): number =>
    sum(distribution.filter(({ value }) => enpsPoint(value) === point).map(({ count }) => count)) / n
  return {
    ...headOf(question, context),
    kind: 'enps',
    ...stating(
      inGroup(
        at,
        message('enps', {
          question: question.text,
          enps: found.enps,
          n,
          promoters: round(shareFrom(1)),
          detractors: round(shareFrom(-1)),
          low: interval?.[0] ?? found.enps,
          high: interval?.[1] ?? found.enps,
        }),
      ),
    ),
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
    const read = coverageOf(figures.released, at.group, [question])
    const isTooLittle = read !== null && shareRead(read) < (cells ? coverageMin : coverageSaidBelow)
    if (isTooLittle) return unreadMost(question, at, read)
    if (!cells) return []
    const requests = cellsOf<RequestsCell>(figures.released, at.group, requestsMeasure(question.id))
    const exact = exactSentimentOf(question, cells, requests, basisOf(figures, at))
    const found = inThousandths(exact)
    const compared = changes.get(changeKey(at.group, question.id)) ?? []
    // From the counts: the share of the figure is rounded already, and would be rounded twice.
    const asked = sum((requests ?? []).map((one) => one.n))
    const people = found.requests?.people ?? null
    const asking =
      people === null ? [] : [message('asking', { people, n: asked, share: round(people / asked) })]
    return [
      {
        kind: 'sentiment_signal' as const,
        teamId: teamOf(at),
        questionId: question.id,
        subject: question.id,
        ...stating(
          inGroup(at, [
            message('sentiment', {
              question: question.text,
              n: found.n,
              ...sidesOf(binsOf(cells)),
              mean: meanSaid(exact.mean),
            }),
            ...asking,
            ...unreadText(read),
          ]),
        ),
        coverage: read,
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
        method: withModels(found.method, read),
        evidence: compared.map(comparison),
      },
    ]
  })
}

/** Where most answers were not read, or too few to be shown, nothing is said of how they sound. */
function unreadMost(question: Question, at: Group, coverage: Coverage): Finding[] {
  return [
    {
      kind: 'coverage',
      teamId: teamOf(at),
      questionId: question.id,
      subject: question.id,
      ...stating(
        inGroup(at, [
          message('unread_most', { question: question.text, read: coverage.read, answers: coverage.answers }),
          ...unreadText(coverage),
        ]),
      ),
      coverage,
      n: coverage.answers,
      value: { read: coverage.read, answers: coverage.answers },
      interval: null,
      method: { name: 'count', version },
      evidence: [],
    },
  ]
}

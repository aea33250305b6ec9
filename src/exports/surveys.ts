/** Rows of surveys: what was asked, its results, and its comments. Each pulse and instance is read as its caller reads it. */
import type { QuestionFigure, Results } from '../../contract/collections.ts'
import type { Cell, CollectionRow, CommentRow, ResultRow, Row } from '../../contract/export-rows.ts'
import type { ExportFilter } from '../../contract/exports.ts'
import * as instanceOperations from '../../contract/instances.ts'
import * as pulseOperations from '../../contract/pulses.ts'
import * as checkIns from '../checkins/checkins.ts'
import { getResults } from '../collection/collection.ts'
import { ask, type Asking } from '../http/asking.ts'
import { Problem } from '../problem.ts'
import * as pulses from '../pulses/pulses.ts'
import { later, onPage, type Position, type Source } from './source.ts'

/** Ids of a survey, as columns. */
type SurveyIds = Pick<ResultRow, 'pulse_id' | 'check_in_id' | 'check_in_instance_id'>

const ofPulse = (id: string): SurveyIds => ({ pulse_id: id, check_in_id: null, check_in_instance_id: null })
const ofInstance = ({ id, check_in_id }: { id: string; check_in_id: string }): SurveyIds => ({
  pulse_id: null,
  check_in_id,
  check_in_instance_id: id,
})

/** Surveys of a page of a list. Each is read by itself, since a list of pulses does not say when they closed. */
const surveysAPage = 50

const nothing = { rows: [], next: null }

/** What a filter rules out is not read, and not told as read. */
const isOther = ({ pulse_id }: ExportFilter, id: string): boolean => pulse_id !== undefined && pulse_id !== id

const pulseRows: Source<CollectionRow> = async (asking, position) => {
  if (position.filter.check_in_id !== undefined) return nothing
  const page = await ask(asking, pulseOperations.listPulses, pulses.listPulses, {
    query: onPage(position, surveysAPage, 'updated_since'),
  })
  const rows: CollectionRow[] = []
  for (const { id } of page.pulses) {
    if (isOther(position.filter, id)) continue
    const pulse = await ask(asking, pulseOperations.getPulse, pulses.getPulse, { params: { id } })
    rows.push({
      schema_version: 1,
      ...ofPulse(id),
      title: pulse.title,
      state: pulse.state,
      results_status: pulse.results_status,
      opens_at: pulse.opens_at,
      closes_at: pulse.closes_at,
      opened_at: pulse.opened_at,
      closed_at: pulse.closed_at,
      ...participationOf(pulse),
      created_at: pulse.created_at,
      released_at: pulse.updated_at,
    })
  }
  return { rows, next: page.next_cursor }
}

const participationOf = ({ response_summary: summary }: Pick<pulseOperations.Pulse, 'response_summary'>) => ({
  recipients: summary?.recipients ?? null,
  responded: summary?.responded ?? null,
  responded_max: summary?.responded_max ?? null,
  response_rate: summary?.response_rate ?? null,
})

const ofCheckIn = ({ filter: { check_in_id } }: Position) =>
  check_in_id === undefined ? {} : { check_in_id }

const instanceRows: Source<CollectionRow> = async (asking, position) => {
  if (position.filter.pulse_id !== undefined) return nothing
  const page = await ask(asking, instanceOperations.listInstances, checkIns.listInstances, {
    query: { ...onPage(position, surveysAPage, 'updated_since'), ...ofCheckIn(position) },
  })
  const rows = page.check_in_instances.map((instance) => ({
    schema_version: 1,
    ...ofInstance(instance),
    title: instance.title,
    state: instance.state,
    results_status: instance.results_status,
    opens_at: instance.opens_at,
    closes_at: instance.closes_at,
    opened_at: instance.opened_at,
    closed_at: instance.closed_at,
    ...participationOf(instance),
    created_at: instance.created_at,
    released_at: instance.updated_at,
  }))
  return { rows, next: page.next_cursor }
}

export const collectionSources: readonly Source<CollectionRow>[] = [pulseRows, instanceRows]

/** A closed survey with what its caller may read of it. */
type Closed = {
  readonly survey: SurveyIds & { title: string; closed_at: string; released_at: string }
  readonly results: Results
}

type Survey = {
  readonly ids: SurveyIds
  readonly title: string
  readonly closed_at: string | null
  readonly created_at: string
}

/** @returns null for one that has not closed, that appeared before, and whose results are not shared with the caller */
async function closedSurvey(
  { ids, title, closed_at, created_at }: Survey,
  since: string | undefined,
  results: () => Promise<Results>,
): Promise<Closed | null> {
  if (closed_at === null) return null
  const released_at = later(closed_at, created_at)
  if (since !== undefined && Date.parse(released_at) < Date.parse(since)) return null
  try {
    return { survey: { ...ids, title, closed_at, released_at }, results: await results() }
  } catch (error) {
    if (error instanceof Problem && error.code === 'results_not_shared') return null
    throw error
  }
}

/** One survey a page: the results of a single one may be many rows. */
const closedPulses =
  <R extends Row>(rowsOf: (closed: Closed) => R[]): Source<R> =>
  async (asking, position) => {
    const { filter } = position
    if (filter.check_in_id !== undefined) return nothing
    const size = filter.pulse_id === undefined ? 1 : surveysAPage
    const page = await ask(asking, pulseOperations.listPulses, pulses.listPulses, {
      query: { ...onPage(position, size, 'updated_since'), state: 'closed,archived' },
    })
    const rows: R[] = []
    for (const { id, results_status } of page.pulses) {
      if (results_status === 'pending' || isOther(filter, id)) continue
      const params = { id }
      const pulse = await ask(asking, pulseOperations.getPulse, pulses.getPulse, { params })
      const closed = await closedSurvey({ ids: ofPulse(id), ...pulse }, filter.released_since, () =>
        resultsOfPulse(asking, id),
      )
      if (closed) rows.push(...rowsOf(closed))
    }
    return { rows, next: page.next_cursor }
  }

const resultsOfPulse = (asking: Asking, id: string): Promise<Results> =>
  ask(asking, pulseOperations.getPulseResults, (call) => getResults(call, pulses.collectionSource), {
    params: { id },
  })

const resultsOfInstance = (asking: Asking, id: string): Promise<Results> =>
  ask(asking, instanceOperations.getInstanceResults, (call) => getResults(call, checkIns.collectionSource), {
    params: { id },
  })

const closedInstances =
  <R extends Row>(rowsOf: (closed: Closed) => R[]): Source<R> =>
  async (asking, position) => {
    const { filter } = position
    if (filter.pulse_id !== undefined) return nothing
    const page = await ask(asking, instanceOperations.listInstances, checkIns.listInstances, {
      query: { ...onPage(position, 1, 'updated_since'), ...ofCheckIn(position), state: 'closed' },
    })
    const rows: R[] = []
    for (const instance of page.check_in_instances) {
      const closed = await closedSurvey(
        { ids: ofInstance(instance), ...instance },
        filter.released_since,
        () => resultsOfInstance(asking, instance.id),
      )
      if (closed) rows.push(...rowsOf(closed))
    }
    return { rows, next: page.next_cursor }
  }

type Group = Pick<ResultRow, 'team_id' | 'team_name' | 'attribute' | 'attribute_values' | 'attribute_others'>

const everyone: Group = {
  team_id: null,
  team_name: null,
  attribute: null,
  attribute_values: null,
  attribute_others: null,
}

function resultRows({ survey, results }: Closed): ResultRow[] {
  const { title, closed_at, released_at, ...ids } = survey
  const names = new Map(results.teams.map(({ team_id, name }) => [team_id, name]))
  const rowOf = (
    group: Group,
    figure: Partial<QuestionFigure>,
    measured: { measure: string | null; value: number | null; option?: Cell },
  ): ResultRow => ({
    schema_version: 1,
    ...ids,
    title,
    ...group,
    question_id: figure.id ?? null,
    question: figure.text ?? null,
    unit: figure.unit ?? null,
    measure: measured.measure,
    option: measured.option === undefined ? null : String(measured.option),
    n: figure.n ?? null,
    value: measured.value,
    banded: figure.banded ?? false,
    suppressed: figure.suppressed ?? false,
    counted_in: figure.counted_in === null ? 'everyone' : (figure.counted_in ?? null),
    counted_in_name: names.get(figure.counted_in ?? '') ?? null,
    without_small_teams: figure.without_small_teams ?? false,
    closed_at,
    released_at,
  })
  const ofQuestion = (group: Group, figure: QuestionFigure): ResultRow[] => {
    if (figure.suppressed) return [rowOf(group, figure, { measure: null, value: null })]
    const { n = null, mean = null, enps = null, distribution = [] } = figure
    return [
      rowOf(group, figure, { measure: 'answers', value: n }),
      ...(mean === null ? [] : [rowOf(group, figure, { measure: 'mean', value: mean })]),
      ...(enps === null ? [] : [rowOf(group, figure, { measure: 'enps', value: enps })]),
      ...distribution.map(({ value: option, count }) =>
        rowOf(group, figure, { measure: 'count', value: count, option }),
      ),
    ]
  }
  return [
    ...results.questions.flatMap((figure) => ofQuestion(everyone, figure)),
    ...results.teams.flatMap(({ team_id, name = null, questions, ...hidden }) => {
      const group = { ...everyone, team_id, team_name: name }
      return questions
        ? questions.flatMap((figure) => ofQuestion(group, figure))
        : [rowOf(group, hidden, { measure: null, value: null })]
    }),
    ...(results.breakdown?.groups ?? []).flatMap(({ values, others, questions }) => {
      const attribute = results.breakdown?.attribute ?? null
      const group = {
        ...everyone,
        attribute,
        attribute_values: JSON.stringify(values),
        attribute_others: others,
      }
      return questions.flatMap((figure) => ofQuestion(group, figure))
    }),
  ]
}

export const resultSources: readonly Source<ResultRow>[] = [
  closedPulses(resultRows),
  closedInstances(resultRows),
]

function commentRows({ survey, results }: Closed): CommentRow[] {
  const { title, closed_at, released_at, ...ids } = survey
  const rowsOf = (team_id: string | null, questions: readonly QuestionFigure[]) =>
    questions.flatMap(({ id: question_id, text: question = null, comments = [] }) =>
      comments.map((comment) => ({
        schema_version: 1,
        ...ids,
        title,
        team_id,
        question_id,
        question,
        comment,
        closed_at,
        released_at,
      })),
    )
  return [
    ...rowsOf(null, results.questions),
    ...results.teams.flatMap(({ team_id, questions = [] }) => rowsOf(team_id, questions)),
  ]
}

export const commentSources: readonly Source<CommentRow>[] = [
  closedPulses(commentRows),
  closedInstances(commentRows),
]

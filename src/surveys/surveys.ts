/**
 * Surveys as people look for them: pulses and check-ins in one list, with whom they ask, how many have answered and where they are. It
 * writes nothing; each kind keeps its own rules.
 */
import type * as contract from '../../contract/surveys.ts'
import type { Page } from '../../contract/fields.ts'
import { type Survey, type SurveyCounts, type SurveyPhase, surveyPhases } from '../../contract/surveys.ts'
import { type Actor, userIdOf } from '../actor.ts'
import type { Call } from '../call.ts'
import { type CollectionPeriod, periodsOf, shownRecipients } from '../collection/collection.ts'
import { containing } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { namedTeamsReachOf } from '../directory/directory.ts'
import * as store from './store.ts'

type Query = Call<typeof contract.countSurveys>['query']

const filterOf = ({ kind, q, mine }: Query) => ({
  kind: kind ?? null,
  q: q ? containing(q) : null,
  mine: mine ?? false,
})

/** @throws invalid_cursor */
export async function listSurveys({
  tx,
  actor,
  query,
}: Call<typeof contract.listSurveys>): Promise<Page<'surveys', Survey>> {
  const paging = paged(`surveys of ${actor.organisationId}`, query)
  const named = await namedTeamsReachOf(tx, actor)
  const filter = { ...filterOf(query), phase: query.phase ?? null, deleted: query.deleted ?? false, named }
  const { rows, ...rest } = pageOf(
    'rows',
    await store.listSurveys(tx, actor, filter, paging),
    paging,
    ({ id }) => id.slice(prefixLength),
  )
  const ids = rows.flatMap(({ collection_id: id }) => (id === null ? [] : [id]))
  const periods = await periodsOf(tx, actor.organisationId, ids)
  return { surveys: rows.map((row) => surveyOf(actor, row, periods)), ...rest }
}

const prefixLength = 'pls_'.length

function surveyOf(
  actor: Actor,
  row: store.SurveyRow,
  periods: ReadonlyMap<string, CollectionPeriod>,
): Survey {
  const { recipients, teams, instance_id, collection_id, author_user_id, author_name, asks_reader, ...rest } =
    row
  const shown = shownRecipients(actor, row)
  const named = teams ?? []
  // A last one that has room is named in place of being counted.
  const isShort = recipients.team_ids.length <= store.teamsRead
  const shownTeams = isShort ? named : named.slice(0, store.teamsRead - 1)
  const period = collection_id === null ? undefined : periods.get(collection_id)
  return {
    ...rest,
    author: { id: author_user_id, name: userIdOf(actor) === null ? null : author_name },
    audience: {
      teams: shownTeams,
      more_teams: recipients.team_ids.length - shownTeams.length,
      people_by_name: shown.member_ids?.length ?? null,
      // Later whom it asked may be known no more, as of past surveys that were imported.
      asks_you: period?.state === 'open' ? asks_reader : null,
    },
    period: period ? { check_in_instance_id: instance_id, ...period } : null,
  }
}

export async function countSurveys({
  tx,
  actor,
  query,
}: Call<typeof contract.countSurveys>): Promise<SurveyCounts> {
  const rows = await store.countSurveys(tx, actor, filterOf(query))
  const counts = new Map(rows.map(({ phase, count }) => [phase, count]))
  const ofPhases = Object.fromEntries(surveyPhases.map((phase) => [phase, counts.get(phase) ?? 0]))
  return {
    ...(ofPhases as Record<SurveyPhase, number>),
    between_dates: rows.find(({ phase }) => phase === 'scheduled')?.have_closed ?? 0,
    deleted: counts.get('deleted') ?? 0,
  }
}

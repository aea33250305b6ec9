/**
 * Past collections: imported from surveys that ran in another system. Such a collection opens and closes in one transaction, and
 * nobody gets a message. Its roster is those who answered; its teams are theirs and all above them, so that its figures can be
 * compared with those of a check-in that asks whole branches.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { everyone, type Policy } from '../cells/cells.ts'
import { promiseHash } from '../confidentiality/confidentiality.ts'
import { json, many, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collectionTeams } from '../db/tables.ts'
import { newIdAt } from '../ids.ts'
import { partsInEveryLanguage } from '../questions/questions.ts'
import { seatImported } from '../seats/seats.ts'
import { keepPastAnswers } from '../vault/vault.ts'
import { wantedSeason } from './seating.ts'
import * as store from './store.ts'

export type PastRespondent = { memberId: string; teamId: string | null; answers: readonly Answer[] }

type PastCollection = {
  organisationId: string
  owner: store.CollectionOwner
  seriesId: string
  title: string
  description: string | null
  questions: Question[]
  /** The main language; null: the organisation's. */
  language: string | null
  translations: Translations
  policy: Policy
  openedAt: Date
  closedAt: Date
  respondents: readonly PastRespondent[]
}

/** Questions of another system are no version of the check-in's. */
const foreignVersion = 0

/** @returns the collection, open with all its answers: the caller closes it in the same transaction */
export async function insertPastCollection(tx: Tx, past: PastCollection, now: Date): Promise<CollectionRef> {
  const { organisationId, policy, questions, respondents, openedAt, closedAt } = past
  const id = newIdAt('collection', openedAt)
  const ref = { organisationId, collectionId: id }
  const teamIds = [...new Set(respondents.flatMap(({ teamId }) => teamId ?? []))]
  await store.insertCollection(
    tx,
    {
      ...past,
      id,
      form: null,
      questionsVersion: foreignVersion,
      roster: { team_ids: teamIds, member_ids: [], excluded_team_ids: [], excluded_member_ids: [] },
      channels: [],
      quietHours: null,
      autoClose: false,
      lowParticipation: null,
      promiseHash: promiseHash(policy, questions, id),
      closesAt: closedAt,
      importedAt: now,
    },
    openedAt,
  )
  await freezeTeams(tx, ref, teamIds)
  await freezeRespondents(tx, ref, respondents)
  await hideQuestionsInSeason(tx, ref, past, now)
  await keepPastAnswers(tx, ref, respondents, closedAt)
  return ref
}

const teamRow = shapeOf(collectionTeams, ['team_id', 'parent_team_id'])

/** Questions that are asked here at the same time, to other people, are shown nowhere in the imported survey. */
async function hideQuestionsInSeason(
  tx: Tx,
  ref: CollectionRef,
  { seriesId, questions, translations, policy, respondents, closedAt }: PastCollection,
  now: Date,
): Promise<void> {
  const { organisationId, collectionId } = ref
  const teams = await many(
    tx,
    teamRow,
    sql`
      select ${teamRow.columns}
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by team_id`,
  )
  const survey = {
    seriesId,
    questions: partsInEveryLanguage(questions, translations),
    k: Math.max(policy.k_score, policy.k_rate),
    atLeast: await wantedSeason(tx, organisationId),
    teams: teams.map(({ team_id: id, parent_team_id: parent }) => ({ id, parent })),
    people: respondents.map(({ memberId, teamId: team }) => ({ memberId, team, value: null })),
    closedAt,
  }
  const hidden = await seatImported(tx, ref, survey, now)
  if (hidden.length === 0) return
  const nodes = [...new Set(respondents.map(({ teamId }) => teamId ?? everyone))].toSorted()
  await run(
    tx,
    sql`
      update collections
      set sitting_out = ${json(Object.fromEntries(hidden.map((question) => [question, nodes])))}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
}

const freezeTeams = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  teamIds: readonly string[],
): Promise<number> =>
  run(
    tx,
    sql`
      insert into collection_teams (organisation_id, collection_id, team_id, parent_team_id, name)
      select ${organisationId}, ${collectionId}, id, parent_team_id, name
      from (
        with recursive named as (
          select id, parent_team_id, name
          from teams
          where organisation_id = ${organisationId}
            and id = any (${textArray(teamIds)})
          union
          select above.id, above.parent_team_id, above.name
          from teams above
          join named on named.parent_team_id = above.id
          where above.organisation_id = ${organisationId}
        )
        select id, parent_team_id, name
        from named
      ) as all_named`,
  )

async function freezeRespondents(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  respondents: readonly PastRespondent[],
): Promise<void> {
  const people = respondents.map(({ memberId, teamId }) => ({ memberId, teamId }))
  await run(
    tx,
    sql`
      insert into recipients (organisation_id, collection_id, member_id, team_id)
      select ${organisationId}, ${collectionId}, "memberId", "teamId"
      from jsonb_to_recordset(${json(people)}) as one ("memberId" text, "teamId" text)`,
  )
  await run(
    tx,
    sql`
      update collections
      set recipients = ${people.length}::integer
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
}

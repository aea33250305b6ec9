/** SQL of collections: the records of collection periods. */
import { lengthOf } from '../../contract/answering-time.ts'
import type { FormQuestion, Question } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import type { Channel, QuietHours } from '../../contract/collections.ts'
import type { LowParticipation, ParticipationExtension } from '../../contract/participation.ts'
import type { SeasonDates } from '../../contract/confidentiality.ts'
import type { ResultsStatus } from '../../contract/states.ts'
import type { Policy } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Responded } from '../confidentiality/confidentiality.ts'
import { randomInt } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { json, jsonOrNull, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { collections, organisations } from '../db/tables.ts'
import { answersCount } from '../vault/vault.ts'
import type { Roster } from './roster.ts'

export type OwnerKind = 'pulse' | 'check_in_instance'

/** The pulse or the instance that a collection belongs to, and who sees it (src/visibility.ts). */
export type CollectionOwner = {
  readonly kind: OwnerKind
  readonly id: string
  readonly authorUserId: string
  readonly visibility: 'public' | 'private'
}

const collectionRow = shapeOf(
  collections,
  [
    'organisation_id',
    'id',
    'owner_kind',
    'owner_id',
    'author_user_id',
    'series_id',
    'title',
    'description',
    'questions',
    'questions_version',
    'language',
    'channels',
    'quiet_hours',
    'auto_close',
    'low_participation',
    'participation_extended_at',
    'visibility',
    'mode',
    'k_score',
    'k_comment',
    'k_rate',
    'step_offset',
    'not_counted',
    'season_began_at',
    'season_ends_at',
    'audience',
    'results_audience',
    'results_readers',
    'breakdown',
    'promise_hash',
    'state',
    'results_status',
    'recipients',
    'responded',
    'responded_max',
    'unreachable',
    'unreachable_at_open',
    'absent',
    'opted_out',
    'excluded',
    'extensions',
    'opened_at',
    'closes_at',
    'closed_at',
    // When it was imported; then nobody knows who was asked.
    'imported_at',
    // The host of the language model that the promise names.
    'language_model',
    'links_application_id',
    'links_application_name',
    'recent_members',
    'recent_members_by_asker',
    'promised_days',
    'kept_days',
    'answers_due_at',
    'answers_deleted_at',
    'held_at',
    'is_rolling',
    'in_small_windows',
  ],
  // Set when it opens, in the same transaction.
  { promise_hash: text },
)
const { columns } = collectionRow

export type Collection = RowOf<typeof collectionRow>

export const refOf = (collection: Pick<Collection, 'organisation_id' | 'id'>): CollectionRef => ({
  organisationId: collection.organisation_id,
  collectionId: collection.id,
})

/** The ids by which callers know the owner of a collection. */
export type OwnerIds = {
  pulse_id: string | null
  check_in_id: string | null
  check_in_instance_id: string | null
}

export const ownerIdsOf = ({
  owner_kind: kind,
  owner_id: id,
  series_id: seriesId,
}: Pick<Collection, 'owner_kind' | 'owner_id' | 'series_id'>): OwnerIds => ({
  pulse_id: kind === 'pulse' ? id : null,
  check_in_id: kind === 'check_in_instance' ? seriesId : null,
  check_in_instance_id: kind === 'check_in_instance' ? id : null,
})

/** The pulse or the instance whose results show the figures of a collection. */
export function resultsIdOf({ pulse_id, check_in_instance_id }: Partial<OwnerIds>): string {
  const id = pulse_id ?? check_in_instance_id
  if (typeof id !== 'string') throw new Error('A collection belongs to a pulse or an instance')
  return id
}

/** The same ids, as columns of a statement that reads `collections` as `c`. */
const id = nullable(text)
export const ownerIdColumns = { pulse_id: id, check_in_id: id, check_in_instance_id: id }
export const ownerIds = sql`
  case when c.owner_kind = 'pulse' then c.owner_id end as pulse_id,
  case when c.owner_kind = 'check_in_instance' then c.series_id end as check_in_id,
  case when c.owner_kind = 'check_in_instance' then c.owner_id end as check_in_instance_id`

/** null where fewer than the smallest group were the first to be asked, and in imported surveys */
export const seasonDatesOf = ({
  season_began_at: began_at,
  season_ends_at: ends_at,
}: Pick<Collection, 'season_began_at' | 'season_ends_at'>): SeasonDates | null =>
  began_at !== null && ends_at !== null ? { began_at, ends_at } : null

/** null: its end was not moved because few had answered */
export const extensionOf = ({
  low_participation: setting,
  participation_extended_at: at,
}: Pick<Collection, 'low_participation' | 'participation_extended_at'>): ParticipationExtension | null =>
  setting === null || at === null ? null : { extended_at: at, below: setting.below }

export const policyOfCollection = (collection: Collection): Policy => ({
  mode: collection.mode,
  k_score: collection.k_score,
  k_comment: collection.k_comment,
  k_rate: collection.k_rate,
  audience: collection.audience,
  results_audience: collection.results_audience,
  results_readers: collection.results_readers,
  breakdown: collection.breakdown,
  retention_days: collection.promised_days,
  kept: {
    days: collection.kept_days,
    due_at: collection.answers_due_at,
    deleted_at: collection.answers_deleted_at,
    held: collection.held_at !== null,
  },
  language_model: collection.language_model,
  links_by:
    collection.links_application_id === null
      ? null
      : { id: collection.links_application_id, name: collection.links_application_name ?? '' },
  codes: collection.channels.includes('code'),
  season: seasonDatesOf(collection),
  recent: {
    asked: collection.recipients - collection.absent - collection.opted_out,
    added: collection.recent_members,
    by_asker: collection.recent_members_by_asker,
  },
})

type NewCollection = {
  id: string
  organisationId: string
  owner: CollectionOwner
  seriesId: string
  title: string
  description: string | null
  /** What answers and figures are about: the parts of the form. */
  questions: Question[]
  /** What recipients see; null: the questions. */
  form: readonly FormQuestion[] | null
  questionsVersion: number
  language: string | null
  translations: Translations
  roster: Roster
  channels: Channel[]
  quietHours: QuietHours | null
  autoClose: boolean
  lowParticipation: LowParticipation | null
  participationDueAt?: Date | null
  policy: Policy
  promiseHash: string
  closesAt: Date | null
  importedAt?: Date
}

export function insertCollection(tx: Tx, it: NewCollection, now: Date): Promise<number> {
  const length = lengthOf(it.form ?? it.questions)
  return run(
    tx,
    sql`
        insert into collections
          (organisation_id, id, owner_kind, owner_id, series_id, title, description, questions, form, question_count, minutes, questions_version, language, translations, roster,
           channels, quiet_hours, auto_close, low_participation, participation_due_at, mode, k_score, k_comment, k_rate, step_offset, audience, results_audience, results_readers, breakdown, promise_hash, state, opened_at,
           closes_at, imported_at, language_model, links_application_id, links_application_name, author_user_id, promised_author_user_id, visibility, promised_days, kept_days)
        values
          (${it.organisationId}, ${it.id}, ${it.owner.kind}, ${it.owner.id}, ${it.seriesId}, ${it.title}, ${it.description},
           ${json(it.questions)}, ${jsonOrNull(it.form)}, ${length.questionCount}, ${length.minutes}, ${it.questionsVersion}, ${it.language}, ${json(it.translations)}, ${json(it.roster)}, ${textArray(it.channels)},
           ${jsonOrNull(it.quietHours)}, ${it.autoClose}, ${jsonOrNull(it.lowParticipation)}, ${it.participationDueAt ?? null}, ${it.policy.mode}, ${it.policy.k_score},
           ${it.policy.k_comment}, ${it.policy.k_rate}, ${randomInt(it.policy.k_rate)}, ${textArray(it.policy.audience)}, ${it.policy.results_audience},
           ${textArray(it.policy.results_readers)}, ${jsonOrNull(it.policy.breakdown)},
           ${it.promiseHash}, 'open', ${now},
           ${it.closesAt}, ${it.importedAt ?? null}, ${it.policy.language_model ?? null}, ${it.policy.links_by?.id ?? null}, ${it.policy.links_by?.name ?? null},
           ${it.owner.authorUserId}, ${it.owner.authorUserId}, ${it.owner.visibility}, ${it.policy.retention_days}, ${it.policy.retention_days})`,
  )
}

const organisationRow = shapeOf(organisations, ['time_zone', 'locale'])

/** What a survey takes over that says nothing of its own. */
export const organisationOf = (tx: Tx, id: string) =>
  only(tx, organisationRow, sql`select ${organisationRow.columns} from organisations where id = ${id}`)

const selectCollection = ({ organisationId, collectionId }: CollectionRef) =>
  sql`select ${columns} from collections where organisation_id = ${organisationId} and id = ${collectionId}`

export const findCollection = (tx: Tx, ref: CollectionRef): Promise<Collection | undefined> =>
  one(tx, collectionRow, selectCollection(ref))

/** For callers that know the collection exists. */
export const getCollection = (tx: Tx, ref: CollectionRef): Promise<Collection> =>
  only(tx, collectionRow, selectCollection(ref))

const countedRow = shape({ ...collectionRow.fields, counted: int8 })

/** Collections with the number of their answers: counted while they are open, the stored number afterwards. */
export const countedCollections = (
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<RowOf<typeof countedRow>[]> =>
  many(
    tx,
    countedRow,
    sql`
      select ${columns},
             case when state = 'open' then ${answersCount(organisationId)} else responded end as counted
      from collections
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )

/** When the answers of a row of `collections` that closed then are deleted: a past survey is kept from the day on which it was imported. */
export const keptUntil = (closedAt: RawBuilder<unknown>) =>
  sql`(greatest(${closedAt}, imported_at) at time zone 'UTC' + make_interval(hours => 24 * kept_days)) at time zone 'UTC'`

/** open → closed, once. @returns the collection, or undefined when it was not open */
export const markClosed = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  now: Date,
): Promise<Collection | undefined> =>
  one(
    tx,
    collectionRow,
    sql`
      update collections
      set state = 'closed',
          closed_at = ${now},
          results_status = 'analysing',
          answers_due_at = ${keptUntil(sql`${now}::timestamptz`)}
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'
      returning ${columns}`,
  )

export const markCancelled = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set state = 'cancelled',
          closed_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'`,
  )

export const setCloseFigures = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { responded, responded_max }: Responded,
  status: ResultsStatus,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set responded = ${responded},
          responded_max = ${responded_max},
          results_status = ${status}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

/** Figures were computed, again perhaps: their rows are not packed. */
export const setResultsStatus = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  status: ResultsStatus,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set results_status = ${status},
          packed_at = null
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'closed'`,
  )

/** A closed collection that waits for its analysis, claimed until the transaction ends: of two workers only one finds it. */
export const claimAnalysis = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Collection | undefined> =>
  one(
    tx,
    collectionRow,
    sql`
      select ${columns}
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and results_status = 'analysing'
      for update`,
  )

/** The version of the rules that the texts of a collection were measured by; null before that. */
export async function textVersionOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<string | null> {
  const row = await only(
    tx,
    shapeOf(collections, ['text_version']),
    sql`
      select text_version
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
  return row.text_version
}

export const setTextVersion = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  version: string,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set text_version = ${version}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

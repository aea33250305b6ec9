/** SQL of an organisation's own templates. Everybody in it sees them; a deleted one is there for its author and for admins until it is purged. */
import { limits } from '../../contract/limits.ts'
import type { TemplateKind } from '../../contract/templates.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { reachesAll } from '../authority.ts'
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { int8, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { pulses, templates } from '../db/tables.ts'
import { visibleTo } from '../visibility.ts'

const templateRow = shapeOf(templates, [
  'organisation_id',
  'id',
  'author_user_id',
  'kind',
  'title',
  'purpose',
  'description',
  'suggested',
  'questions',
  'language',
  'translations',
  'version',
  'comparable_since',
  'deleted_at',
  'created_at',
  'updated_at',
])
const { columns } = templateRow

export type TemplateRow = RowOf<typeof templateRow>
export type NewTemplate = Omit<
  TemplateRow,
  'version' | 'comparable_since' | 'deleted_at' | 'created_at' | 'updated_at'
>

const seenBy = (actor: Actor) => sql`
  (deleted_at is null or author_user_id = ${userIdOf(actor)} or ${reachesAll(actor, 'template.change')}::boolean)`

export type TemplateFilter = {
  readonly kind: TemplateKind | null
  /** As `containing` makes it. */
  readonly q: string | null
  readonly deleted: boolean
}

/** Newest first, one more than a page. */
export const listOwn = (
  tx: Tx,
  actor: Actor,
  { kind, q, deleted }: TemplateFilter,
  { after, limit }: Paged,
): Promise<TemplateRow[]> =>
  many(
    tx,
    templateRow,
    sql`
      select ${columns}
      from templates
      where organisation_id = ${actor.organisationId}
        and ${olderThan('id', after)}
        and (deleted_at is not null) = ${deleted}
        and ${seenBy(actor)}
        and kind = any (${textArray(kind === null ? ['pulse', 'check_in'] : [kind])})
        and (${q}::text is null or concat_ws(' ', title, purpose) ilike ${q})
      order by id desc
      limit ${limit + 1}`,
  )

export const findOwn = (tx: Tx, actor: Actor, id: string): Promise<TemplateRow | undefined> =>
  one(tx, templateRow, ownById(actor, id))

export const lockOwn = (tx: Tx, actor: Actor, id: string): Promise<TemplateRow | undefined> =>
  one(tx, templateRow, sql`${ownById(actor, id)} for update`)

const ownById = (actor: Actor, id: string) => sql`
  select ${columns}
  from templates
  where organisation_id = ${actor.organisationId}
    and id = ${id}
    and ${seenBy(actor)}`

/** From now until the transaction ends nobody else adds one. */
export const lockCount = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`templates of ${organisationId}`}, 0))`)

/** Single questions are counted apart. */
const hasRoom = (organisationId: string, kind: TemplateKind) => sql`
  (
    select count(*)
    from templates
    where organisation_id = ${organisationId}
      and deleted_at is null
      and (kind = 'question') = ${kind === 'question'}
  ) < ${limits.templatesMax}`

/** @returns undefined where the organisation has as many as it may */
export async function insertTemplate(tx: Tx, it: NewTemplate, now: Date): Promise<TemplateRow | undefined> {
  await lockCount(tx, it.organisation_id)
  return one(
    tx,
    templateRow,
    sql`
      insert into templates
        (organisation_id, id, author_user_id, kind, title, purpose, description, suggested, questions, language, translations, created_at, updated_at)
      select ${it.organisation_id}, ${it.id}, ${it.author_user_id}, ${it.kind}, ${it.title}, ${it.purpose}, ${it.description},
             ${json(it.suggested)}, ${json(it.questions)}, ${it.language}, ${json(it.translations)}, ${now}::timestamptz, ${now}::timestamptz
      where ${hasRoom(it.organisation_id, it.kind)}
      returning ${columns}`,
  )
}

const libraryRow = shapeOf(templates, ['id'])

/** Another question of the library with this id, which figures would be joined by. Asked after `lockCount`. */
export const findInLibrary = (
  tx: Tx,
  organisationId: string,
  { questionId, exceptId }: { questionId: string; exceptId: string | null },
): Promise<RowOf<typeof libraryRow> | undefined> =>
  one(
    tx,
    libraryRow,
    sql`
      select ${libraryRow.columns}
      from templates
      where organisation_id = ${organisationId}
        and kind = 'question'
        and deleted_at is null
        and id is distinct from ${exceptId}
        and questions -> 0 ->> 'id' = ${questionId}
      limit 1`,
  )

/** A new version. */
export const updateTemplate = (tx: Tx, it: TemplateRow, now: Date): Promise<TemplateRow> =>
  only(
    tx,
    templateRow,
    sql`
      update templates
      set kind = ${it.kind},
          title = ${it.title},
          purpose = ${it.purpose},
          description = ${it.description},
          suggested = ${json(it.suggested)},
          questions = ${json(it.questions)},
          language = ${it.language},
          translations = ${json(it.translations)},
          comparable_since = ${it.comparable_since},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${it.organisation_id}
        and id = ${it.id}
      returning ${columns}`,
  )

export const markDeleted = (tx: Tx, { organisation_id, id }: TemplateRow, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update templates
      set deleted_at = ${now},
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

/** @returns undefined where the organisation has as many as it may */
export async function restoreTemplate(
  tx: Tx,
  { organisation_id, id, kind }: TemplateRow,
  now: Date,
): Promise<TemplateRow | undefined> {
  await lockCount(tx, organisation_id)
  return one(
    tx,
    templateRow,
    sql`
      update templates
      set deleted_at = null,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and ${hasRoom(organisation_id, kind)}
      returning ${columns}`,
  )
}

/** @returns how many */
export const purgeDeleted = (tx: Tx, before: Date, most: number): Promise<number> =>
  run(
    tx,
    sql`
      delete from templates
      where (organisation_id, id) in (
        select organisation_id, id
        from templates
        where deleted_at <= ${before}
        limit ${most})`,
  )

/** Somebody who is being erased: the texts stay, without their author. */
export const unlinkAuthor = (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
  run(
    tx,
    sql`
      update templates
      set author_user_id = null
      where organisation_id = ${organisationId}
        and author_user_id in (
          select id
          from users
          where organisation_id = ${organisationId}
            and member_id = ${memberId})`,
  )

const usageRow = shape({ template_id: pulses.template_id, surveys: int8, last_used_at: pulses.created_at })

/** Surveys that the caller sees: otherwise the count would reveal something about private ones. Templates without any are left out. */
export const usageOf = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<RowOf<typeof usageRow>[]> =>
  many(
    tx,
    usageRow,
    sql`
      select template_id, count(*) as surveys, max(created_at) as last_used_at
      from (
        select template_id, created_at
        from pulses
        where organisation_id = ${actor.organisationId}
          and template_id = any (${textArray(ids)})
          and deleted_at is null
          and ${visibleTo(actor, 'pulses')}
        union all
        select template_id, created_at
        from check_ins
        where organisation_id = ${actor.organisationId}
          and template_id = any (${textArray(ids)})
          and deleted_at is null
          and ${visibleTo(actor, 'check_ins')}
      ) as used
      group by template_id`,
  )

const askedRow = shape({ question_id: text, surveys: int8, last_used_at: pulses.created_at })

/** The same of questions, by their ids: surveys that ask them. A part of a matrix is no question of its own here. */
export const surveysAsking = (
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<RowOf<typeof askedRow>[]> =>
  many(
    tx,
    askedRow,
    sql`
      select question_id, count(*) as surveys, max(created_at) as last_used_at
      from (
        select item ->> 'id' as question_id, pulses.created_at
        from pulses
        cross join lateral jsonb_array_elements(questions) as item
        where organisation_id = ${actor.organisationId}
          and deleted_at is null
          and ${visibleTo(actor, 'pulses')}
        union all
        select item ->> 'id', check_ins.created_at
        from check_ins
        cross join lateral jsonb_array_elements(questions) as item
        where organisation_id = ${actor.organisationId}
          and deleted_at is null
          and ${visibleTo(actor, 'check_ins')}
      ) as asked
      where question_id = any (${textArray(ids)})
      group by question_id`,
  )

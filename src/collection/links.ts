/**
 * What a link, or a code on paper, leads to. A recipient's own window is in their row of the roster and never ends after the collection's.
 */
import { isCode, readCode } from '../../contract/code-format.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { type Db, manyPrepared, one, sql, type Tx } from '../db/db.ts'
import { inGroups } from '../db/groups.ts'
import { bool, bytea, int4, jsonbOf, nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { codes, collections, members, organisations, recipients } from '../db/tables.ts'
import { named, readNamed, sha256 } from '../ids.ts'
import { problem } from '../problem.ts'
import { isLink, keysOf, linkOfCode } from '../vault/vault.ts'

const linkRow = shape({
  organisationId: recipients.organisation_id,
  collectionId: recipients.collection_id,
  memberId: nullable(recipients.member_id),
  teamId: recipients.team_id,
  attributeValue: recipients.attribute_value,
  opensAt: recipients.opens_at,
  recipientClosesAt: recipients.closes_at,
  mode: collections.mode,
  ownerKind: collections.owner_kind,
  collectionState: collections.state,
  collectionClosesAt: collections.closes_at,
  title: collections.title,
  description: collections.description,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
  memberLocale: members.locale,
  organisationLocale: organisations.locale,
  timeZone: text,
  questions: jsonbOf<FormQuestion[]>(),
  language: collections.language,
  translations: collections.translations,
  promiseHash: collections.promise_hash,
  autoClose: collections.auto_close,
  hasLeft: bool,
  /** The cell of a code's pool. */
  seat: nullable(int4),
  byCode: bool,
})

type LinkRow = RowOf<typeof linkRow>

/**
 * What a link leads to. `opensAt` and `closesAt` bound the recipient's own window, null where the collection has no such bound;
 * until `collectionClosesAt` a receipt opens its answer. `answerKey` is null once the collection has ended. The questions are those
 * of the form, as their author wrote them: `localise` gives them in a reader's language.
 */
export type LinkContext = Omit<LinkRow, 'recipientClosesAt' | 'collectionState' | 'hasLeft'> & {
  link: string
  /** The link, or the code, as its address has it: after its organisation. */
  token: string
  answerKey: Buffer | null
  state: 'upcoming' | 'open' | 'closed'
  closesAt: string | null
}

/**
 * With another collation than that of its indexes, the organisation says where to look and is no reason to read all rows of it (note 108). Each
 * table names it, or Citus would refuse to look up several links at once. The joins are outer ones, though nothing is ever missing, so that the
 * recipient is found first: by inner joins PostgreSQL, without statistics, began with the organisation, and read 4,449 pages for one of 20,000
 * links, not 10.
 */
const linkQuery = (hash: string): string => `
    select r.organisation_id as "organisationId", r.collection_id as "collectionId", r.member_id as "memberId",
           r.team_id as "teamId", r.attribute_value as "attributeValue", r.opens_at as "opensAt",
           r.closes_at as "recipientClosesAt", c.mode, c.owner_kind as "ownerKind", c.state as "collectionState",
           c.closes_at as "collectionClosesAt", c.title, c.description, o.name as organisation, o.colour, o.logo, m.locale as "memberLocale",
           o.locale as "organisationLocale", coalesce(m.time_zone, o.time_zone) as "timeZone", coalesce(c.form, c.questions) as questions,
           c.language, c.translations,
           c.promise_hash as "promiseHash", c.auto_close as "autoClose",
           c.mode = 'attributed' and m.status = 'deactivated' as "hasLeft", null::integer as seat, false as "byCode"
    from recipients r
    left join collections c
      on c.organisation_id = r.organisation_id and c.organisation_id = $1 collate "POSIX" and c.id = r.collection_id
    left join organisations o on o.id = $1
    left join members m
      on m.organisation_id = r.organisation_id and m.organisation_id = $1 collate "POSIX" and m.id = r.member_id
    where r.organisation_id = $1 collate "POSIX"
      and r.token_sha256 = ${hash}
      and c.state is distinct from 'cancelled'`

const linkStatement = { name: 'resolve_link', shape: linkRow, text: linkQuery('$2') }

const soughtRow = shape({ ...linkRow.fields, hash: bytea })

/** Each hash is looked up by itself, which `limit` keeps so: by a list of them PostgreSQL, without statistics, reads the whole roster. */
const linksStatement = {
  name: 'resolve_links',
  shape: soughtRow,
  text: `
    select found.*, sought.hash
    from unnest($2::bytea[]) as sought (hash)
    cross join lateral (${linkQuery('sought.hash')}
      limit 1
    ) as found`,
}

const codeStatement = {
  name: 'resolve_code',
  shape: linkRow,
  text: `
    select k.organisation_id as "organisationId", k.collection_id as "collectionId", null::text as "memberId",
           p.team_id as "teamId", null::text as "attributeValue", null::timestamptz as "opensAt",
           null::timestamptz as "recipientClosesAt", c.mode, c.owner_kind as "ownerKind", c.state as "collectionState",
           c.closes_at as "collectionClosesAt", c.title, c.description, o.name as organisation, o.colour, o.logo, null::text as "memberLocale",
           o.locale as "organisationLocale", o.time_zone as "timeZone", coalesce(c.form, c.questions) as questions,
           c.language, c.translations,
           c.promise_hash as "promiseHash", c.auto_close as "autoClose",
           false as "hasLeft", p.seat_cell as seat, true as "byCode"
    from codes k
    join code_pools p on p.organisation_id = k.organisation_id and p.collection_id = k.collection_id and p.number = k.number
    join collections c on c.organisation_id = k.organisation_id and c.id = k.collection_id
    join organisations o on o.id = k.organisation_id
    where k.organisation_id = $1 collate "POSIX"
      and k.code_sha256 = $2
      and p.destroyed_at is null
      and c.state = 'open'`,
}

/** A link, or what stands for a code on paper; and its text, as an address has it. */
type Used = { organisationId: string; link: string; token: string; byCode: boolean }

async function usedIn(tx: Tx, token: string): Promise<Used | undefined> {
  const read = readNamed(token)
  if (read && isLink(read.text)) return { ...read, link: read.text, token, byCode: false }
  const text = read?.text ?? token
  const typed = isCode(text) ? readCode(text) : 'mistyped'
  if (typed === 'mistyped') return undefined
  const link = linkOfCode(typed.code)
  const organisationId = read?.organisationId ?? (await organisationOfCode(tx, sha256(link)))
  return organisationId === undefined
    ? undefined
    : { organisationId, link, token: named(organisationId, typed.code), byCode: true }
}

/** Twelve symbols on a slip are all that somebody types, so this asks over all organisations; the address names it from then on. */
const organisationOfCode = async (tx: Tx, hash: Buffer): Promise<string | undefined> =>
  (
    await one(
      tx,
      shapeOf(codes, ['organisation_id']),
      sql`
        select organisation_id
        from codes
        where code_sha256 = ${hash}
        limit 1`,
    )
  )?.organisation_id

const cancelledRow = shape({
  title: collections.title,
  language: collections.language,
  translations: collections.translations,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
  memberLocale: members.locale,
  organisationLocale: organisations.locale,
  timeZone: text,
})

export type Cancelled = RowOf<typeof cancelledRow>

/** What was cancelled, of a link that led to it; nothing of what was deleted. It is the same for whoever had answered and whoever had not. */
export async function findCancelled(tx: Tx, token: string): Promise<Cancelled | undefined> {
  const used = await usedIn(tx, token)
  return (
    used &&
    one(
      tx,
      cancelledRow,
      sql`
        select c.title, c.language, c.translations, o.name as organisation, o.colour, o.logo, m.locale as "memberLocale",
               o.locale as "organisationLocale", coalesce(m.time_zone, o.time_zone) as "timeZone"
        from recipients r
        join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
        join organisations o on o.id = r.organisation_id
        join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
        where r.organisation_id = ${used.organisationId}
          and r.token_sha256 = ${sha256(used.link)}
          and c.state = 'cancelled'
          and c.deletion is null`,
    )
  )
}

type Sought = { organisationId: string; hash: Buffer }
type Find = (sought: Sought) => Promise<LinkRow | undefined>

/** What one statement looks for: it limits a statement, not the rate. */
const soughtMax = 50

const finders = new WeakMap<Db, Find>()

/** Links of an organisation that are used while others are being looked up go together into the next statement. */
function finderOf(db: Db): Find {
  const known = finders.get(db)
  if (known) return known
  const find = inGroups<Sought, LinkRow | undefined>(db, {
    keyOf: ({ organisationId }) => organisationId,
    organisationOf: ({ organisationId }) => organisationId,
    weightOf: () => 1,
    weightMax: soughtMax,
    one: async ({ organisationId, hash }) =>
      (await manyPrepared(db, linkStatement, [organisationId, hash]))[0],
    several: async (all) => {
      const hashes = all.map(({ hash }) => hash)
      const rows = await manyPrepared(db, linksStatement, [all[0].organisationId, hashes])
      const byHash = new Map(rows.map(({ hash, ...row }) => [hash.toString('hex'), row]))
      return hashes.map((hash) => byHash.get(hash.toString('hex')))
    },
  })
  finders.set(db, find)
  return find
}

/**
 * Where answers have names, the survey is closed for somebody who was deactivated: anyone who reads their mail by then would answer in their
 * name. In the other modes their link stays as good as anybody's: whom a link reaches is frozen, and an admin who could end links one by one
 * would choose whose answers are left.
 * @param token  a link, or a code on paper
 * @throws not_found  no link of this service, or of a collection that was cancelled; a code that was destroyed, or whose survey has ended
 */
export async function resolveLink(db: Db, token: string, now: Date): Promise<LinkContext> {
  const used = await usedIn(db.tx, token)
  if (!used) throw problem('not_found')
  const { organisationId, link } = used
  const sought = { organisationId, hash: sha256(link) }
  const row = used.byCode
    ? (await manyPrepared(db, codeStatement, [organisationId, sought.hash]))[0]
    : await finderOf(db)(sought)
  if (!row) throw problem('not_found')
  const { recipientClosesAt, collectionState, hasLeft, ...context } = row
  const closesAt = earlier(recipientClosesAt, row.collectionClosesAt)
  const keys = collectionState === 'open' ? await keysOf(db.tx, row) : undefined
  const state = keys && !hasLeft ? stateAt(now, row.opensAt, closesAt) : 'closed'
  return { ...context, link, token: used.token, answerKey: keys?.answerKey ?? null, closesAt, state }
}

const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && (other === null || new Date(one) < new Date(other)) ? one : other

function stateAt(now: Date, opensAt: string | null, closesAt: string | null): LinkContext['state'] {
  if (closesAt !== null && new Date(closesAt) <= now) return 'closed'
  return opensAt !== null && new Date(opensAt) > now ? 'upcoming' : 'open'
}

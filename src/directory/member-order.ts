/**
 * In which order members are listed, and where a page ends in it. Orders by name and by address sort the members of the organisation for each
 * page: an index for them would mislead the planner where its statistics are old (note 97). Names sort by the root collation of Unicode
 * (CLDR), which is not a language's and near to all; addresses by their bytes.
 */
import type { ListedMember, MemberSort } from '../../contract/members.ts'
import { sql } from '../db/db.ts'
import { newerThan, olderThan } from '../db/paging.ts'
import { problem } from '../problem.ts'

type Sql = ReturnType<typeof sql>

export type Order = {
  /** For `order by`; members are `m`. */
  readonly by: Sql
  /** The condition of those behind a position; of all where it is null. @throws invalid_cursor  a position of another order, made up */
  readonly after: (position: string | null) => Sql
  readonly positionOf: (member: ListedMember) => string
}

const oldestFirst: Order = {
  by: sql`m.id`,
  after: (position) => newerThan('m.id', position),
  positionOf: ({ id }) => id,
}

const newestFirst: Order = {
  by: sql`m.id desc`,
  after: (position) => olderThan('m.id', position),
  positionOf: ({ id }) => id,
}

type Direction = { readonly word: Sql; readonly beyond: Sql }
const ascending: Direction = { word: sql`asc`, beyond: sql`>` }
const descending: Direction = { word: sql`desc`, beyond: sql`<` }

const byName = ({ word, beyond }: Direction): Order => ({
  by: sql`m.name collate "und-x-icu" ${word}, m.id ${word}`,
  after: (position) => {
    if (position === null) return sql`true`
    const [name, id] = pairOf(position)
    return sql`(m.name collate "und-x-icu", m.id) ${beyond} (${name}::text collate "und-x-icu", ${id}::text collate "C")`
  },
  positionOf: ({ name, id }) => JSON.stringify([name, id]),
})

/** Anyone who has no address is behind all who have one. */
const byEmail = ({ word, beyond }: Direction): Order => ({
  by: sql`(m.email is null) ${word}, (coalesce(lower(m.email), '') collate "C") ${word}, m.id ${word}`,
  after: (position) => {
    if (position === null) return sql`true`
    const [email, id] = pairOf(position)
    return sql`((m.email is null), (coalesce(lower(m.email), '') collate "C"), m.id) ${beyond}
            (${email === null}::boolean, coalesce(lower(${email}::text), '') collate "C", ${id}::text collate "C")`
  },
  positionOf: ({ email, id }) => JSON.stringify([email, id]),
})

const orders: Record<MemberSort, Order> = {
  created_at: oldestFirst,
  '-created_at': newestFirst,
  name: byName(ascending),
  '-name': byName(descending),
  email: byEmail(ascending),
  '-email': byEmail(descending),
}

export const orderOf = (sort: MemberSort = 'created_at'): Order => orders[sort]

/** PostgreSQL has no NUL in texts. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

/** @throws invalid_cursor */
function pairOf(position: string): [value: string | null, id: string] {
  try {
    const [value, id] = JSON.parse(position) as unknown[]
    if ((value === null || isText(value)) && isText(id)) return [value, id]
  } catch {
    // The cursor is one that somebody signed themselves: the key is not a secret.
  }
  throw problem('invalid_cursor')
}

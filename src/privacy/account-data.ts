/** What is held about a person as a user: their account, how they sign in, and what they allowed. */
import { many, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { applications, grants, identities, insightPins, users } from '../db/tables.ts'
import { most, type Person } from './personal-data.ts'

const accountRow = shapeOf(users, [
  'id',
  'email',
  'name',
  'role',
  'status',
  'language',
  'time_zone',
  'created_at',
  'updated_at',
])

export const accountOf = (tx: Tx, { organisationId, userId }: Person) =>
  many(
    tx,
    accountRow,
    sql`
      select ${accountRow.columns}
      from users
      where organisation_id = ${organisationId}
        and id = ${userId}`,
  )

const signInRow = shapeOf(identities, ['issuer', 'subject', 'email', 'created_at', 'signed_in_at'])

export const signInsOf = (tx: Tx, { organisationId, userId }: Person) =>
  many(
    tx,
    signInRow,
    sql`
      select ${signInRow.columns}
      from identities
      where organisation_id = ${organisationId}
        and user_id = ${userId}
      order by created_at desc, id
      limit ${most}`,
  )

const grantRow = shapeOf(grants, ['scopes', 'created_at', 'last_used_at', 'revoked_at'], {
  application: applications.name,
})

export const grantsOf = (tx: Tx, { organisationId, userId }: Person) =>
  many(
    tx,
    grantRow,
    sql`
      select ${grantRow.of('g')}, a.name as application
      from grants g
      join applications a on a.organisation_id = g.organisation_id and a.id = g.application_id
      where g.organisation_id = ${organisationId}
        and g.user_id = ${userId}
      order by g.created_at desc, g.id
      limit ${most}`,
  )

const pinRow = shapeOf(insightPins, ['insight_id', 'created_at'])

/** Findings that they keep at the top of their own list. */
export const pinsOf = (tx: Tx, { organisationId, userId }: Person) =>
  many(
    tx,
    pinRow,
    sql`
      select ${pinRow.columns}
      from insight_pins
      where organisation_id = ${organisationId}
        and user_id = ${userId}
      order by created_at desc, insight_id
      limit ${most}`,
  )

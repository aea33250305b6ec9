/**
 * Issuing: an organisation's tokens (client credentials) become rows, in groups (src/db/groups.ts), and every token is durable before it
 * leaves.
 *
 * A user's token comes from a code (codes.ts), or from the refresh token that a code gave (refresh.ts).
 */
import type { QueryConfig } from 'pg'
import type { RegisteredScope } from '../../contract/scopes.ts'
import type { Audience } from '../actor.ts'
import type { Db } from '../db/db.ts'
import { inGroups } from '../db/groups.ts'
import { newSecret, sha256 } from '../ids.ts'
import { tokenExpiresAt, tokenReply } from './access-tokens.ts'
import type { TokenReply } from '../../contract/oauth-endpoints.ts'

export type Issue = {
  organisationId: string
  applicationId: string
  secretId: string | null
  scopes: RegisteredScope[]
  audience: Audience | null
  now: Date
}

export type IssueToken = (issue: Issue) => Promise<TokenReply>

type Row = Issue & { hash: Buffer }

/** Far above what one moment brings; it limits a statement, not the rate. */
const rowsMax = 500

export function tokenIssuer(db: Db): IssueToken {
  const write = inGroups<Row, unknown>(db, {
    keyOf: () => 'tokens',
    organisationOf: ({ organisationId }) => organisationId,
    weightOf: () => 1,
    weightMax: rowsMax,
    one: (row) => db.named.query(single(row)),
    several: async (rows) => {
      await db.named.query(several(rows))
      return rows
    },
  })
  return async (issue) => {
    const token = newSecret('at', issue.organisationId)
    await write({ ...issue, hash: sha256(token) })
    return tokenReply(token, issue.scopes)
  }
}

const columns =
  'token_sha256, organisation_id, application_id, secret_id, scopes, audience, created_at, expires_at'

const insertOne = `
  insert into access_tokens (${columns})
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

/** The scopes of a token are one text: an array of arrays would have to be rectangular. */
const insertSeveral = `
  insert into access_tokens (${columns})
  select token_sha256, organisation_id, application_id, secret_id, string_to_array(scopes, ' '), audience, created_at,
         expires_at
  from unnest($1::bytea[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
              $8::timestamptz[])
    as issued (token_sha256, organisation_id, application_id, secret_id, scopes, audience, created_at, expires_at)`

const single = ({
  hash,
  organisationId,
  applicationId,
  secretId,
  scopes,
  audience,
  now,
}: Row): QueryConfig => ({
  name: 'oauth.issue',
  text: insertOne,
  values: [hash, organisationId, applicationId, secretId, scopes, audience, now, tokenExpiresAt(now)],
})

const several = (rows: readonly Row[]): QueryConfig => ({
  name: 'oauth.issue_several',
  text: insertSeveral,
  values: [
    rows.map(({ hash }) => hash),
    rows.map(({ organisationId }) => organisationId),
    rows.map(({ applicationId }) => applicationId),
    rows.map(({ secretId }) => secretId),
    rows.map(({ scopes }) => scopes.join(' ')),
    rows.map(({ audience }) => audience),
    rows.map(({ now }) => now),
    rows.map(({ now }) => tokenExpiresAt(now)),
  ],
})

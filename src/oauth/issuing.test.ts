/** Tokens that are requested together are written together, and none is lost or mixed up. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { many, sql } from '../db/db.ts'
import { float8, shapeOf, text } from '../db/shape.ts'
import { accessTokens } from '../db/tables.ts'
import { isSecret, newId, sha256 } from '../ids.ts'
import { newWorld } from '../../test/support/world.ts'
import { type Issue, tokenIssuer } from './issuing.ts'

const tokenRow = shapeOf(accessTokens, ['token_sha256', 'application_id', 'scopes'], {
  xmin: text,
  seconds: float8,
})

const setUp = async () => {
  const { running, organisationId } = await newWorld()
  const issue = tokenIssuer(running.db)
  const issueOf = (more: Partial<Issue> = {}): Issue => ({
    organisationId,
    applicationId: newId('application'),
    secretId: newId('secret'),
    scopes: ['pulses:read'],
    audience: null,
    now: new Date(),
    ...more,
  })
  const rows = () =>
    many(
      running.db.tx,
      tokenRow,
      sql`
        select ${tokenRow.columns}, xmin::text as xmin,
               extract(epoch from expires_at - created_at)::float8 as seconds
        from access_tokens
        where organisation_id = ${organisationId}`,
    )
  return { issue, issueOf, rows }
}

test('tokens that are requested at the same time are each written as requested, in two statements', async () => {
  const { issue, issueOf, rows } = await setUp()
  const wanted = Array.from({ length: 40 }, (_, i) =>
    issueOf({
      scopes: i % 2 === 0 ? ['pulses:read'] : ['teams:read', 'teams:write'],
      secretId: i % 3 ? newId('secret') : null,
    }),
  )
  const replies = await Promise.all(wanted.map(issue))

  const written = await rows()
  assert.equal(written.length, wanted.length)
  for (const [i, { access_token, scope }] of replies.entries()) {
    assert.ok(isSecret('at', access_token))
    const row = written.find(({ token_sha256 }) => token_sha256.equals(sha256(access_token)))
    assert.equal(row?.application_id, wanted[i].applicationId)
    assert.deepEqual(row?.scopes, wanted[i].scopes)
    assert.equal(scope, wanted[i].scopes.join(' '))
    assert.equal(row?.seconds, 3600)
  }
  assert.equal(new Set(written.map(({ xmin }) => xmin)).size, 2)
})

test('a token that cannot be written is refused, and those that were requested with it are issued', async () => {
  const { issue, issueOf, rows } = await setUp()
  const first = issue(issueOf())
  const together = [issue(issueOf({ applicationId: 'no\0id' })), issue(issueOf())]
  assert.deepEqual(
    (await Promise.allSettled(together)).map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
  await first
  await issue(issueOf())
  assert.equal((await rows()).length, 3)
})

import { test } from 'node:test'
import assert from 'node:assert/strict'
import { many, sql } from '../db/db.ts'
import { isSecret, newId, sha256 } from '../ids.ts'
import { newWorld } from '../../test/support/world.ts'
import { type Issue, tokenIssuer } from './issuing.ts'

type Kept = { token_sha256: Buffer; application_id: string; scopes: string[]; xmin: string; seconds: number }

const setUp = async () => {
  const { running, organisationId } = await newWorld()
  const issue = tokenIssuer(running.db)
  const asked = (more: Partial<Issue> = {}): Issue => ({
    organisationId,
    applicationId: newId('application'),
    secretId: newId('secret'),
    scopes: ['pulses:read'],
    now: new Date(),
    ...more,
  })
  const kept = () =>
    many<Kept>(
      running.db.tx,
      sql`
        select token_sha256, application_id, scopes, xmin::text as xmin,
               extract(epoch from expires_at - created_at)::float8 as seconds
        from access_tokens
        where organisation_id = ${organisationId}`,
    )
  return { issue, asked, kept }
}

test('tokens asked for at the same time are each kept as asked, in two statements', async () => {
  const { issue, asked, kept } = await setUp()
  const wanted = Array.from({ length: 40 }, (_, i) =>
    asked({
      scopes: i % 2 === 0 ? ['pulses:read'] : ['teams:read', 'teams:write'],
      secretId: i % 3 ? newId('secret') : null,
    }),
  )
  const replies = await Promise.all(wanted.map(issue))

  const rows = await kept()
  assert.equal(rows.length, wanted.length)
  for (const [i, { access_token, scope }] of replies.entries()) {
    assert.ok(isSecret('at', access_token))
    const row = rows.find(({ token_sha256 }) => token_sha256.equals(sha256(access_token)))
    assert.equal(row?.application_id, wanted[i].applicationId)
    assert.deepEqual(row?.scopes, wanted[i].scopes)
    assert.equal(scope, wanted[i].scopes.join(' '))
    assert.equal(row?.seconds, 3600)
  }
  assert.equal(new Set(rows.map(({ xmin }) => xmin)).size, 2)
})

test('when a statement fails, its tokens are refused and the next ones are issued', async () => {
  const { issue, asked, kept } = await setUp()
  const first = issue(asked())
  const together = [issue(asked({ applicationId: 'no\0id' })), issue(asked())]
  assert.deepEqual(
    (await Promise.allSettled(together)).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await first
  await issue(asked())
  assert.equal((await kept()).length, 2)
})

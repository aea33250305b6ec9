/** A credential that is found in public ends, and nothing can be tried out by reporting. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { many, sql } from '../../db/db.ts'
import { shape, text } from '../../db/shape.ts'
import { newFlow } from '../../../test/support/oauth-flow.ts'
import { unknownSecret } from '../../../test/support/unknown-secrets.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const scope = 'teams:read offline_access'
const report = (token: unknown) =>
  flow.send({
    path: '/oauth/leaks',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
const newApp = async () => {
  const app = await flow.register({ scopes: ['teams:read', 'offline_access'] })
  return {
    id: app.id as string,
    client_id: app.client_id as string,
    client_secret: app.client_secret as string,
  }
}
const reportsOf = async (id: string): Promise<string[]> =>
  (
    await many(
      flow.db.tx,
      shape({ kind: text }),
      sql`
        select payload->>'kind' as kind
        from events
        where organisation_id = ${flow.organisationId}
          and type = 'application.credential_leaked'
          and payload->>'application_id' = ${id}
          and exists (
            select from audit_events
            where organisation_id = ${flow.organisationId}
              and action = 'credential.leaked'
              and target = ${id})
        order by id`,
    )
  ).map(({ kind }) => kind)

test('a credential that was found in public ends, and the admins are told, once', async () => {
  const { id, ...mine } = await newApp()
  const code = () => flow.code({ client_id: mine.client_id, scope })
  const itself = (await flow.token({ grant_type: 'client_credentials', ...mine })).body
  const person = (await flow.redeem(await code(), mine)).body
  const unused = await code()

  for (let i = 0; i < 2; i++) assert.deepEqual([(await report(itself.access_token)).status], [200])
  assert.equal(await flow.works(itself.access_token), false)
  assert.ok(await flow.works(person.access_token))

  await report(person.refresh_token)
  assert.equal(await flow.works(person.access_token), false)

  await report(unused)
  assert.equal((await flow.redeem(unused, mine)).body.error, 'invalid_grant')

  const last = (await flow.token({ grant_type: 'client_credentials', ...mine })).body
  await report(mine.client_secret)
  assert.equal((await flow.token({ grant_type: 'client_credentials', ...mine })).status, 401)
  assert.equal(await flow.works(last.access_token), false, 'what was issued with it is dead as well')
  assert.deepEqual(await reportsOf(id), [
    'access_token',
    'refresh_token',
    'authorization_code',
    'client_secret',
  ])
})

test('an unknown credential gets the same reply, and a malformed one is not looked up', async () => {
  for (const token of [
    unknownSecret('at'),
    unknownSecret('cs'),
    unknownSecret('rt'),
    unknownSecret('ac'),
    'ghp_x',
    'sonde_at_x',
  ]) {
    const { status, body } = await report(token)
    assert.deepEqual([status, body], [200, {}])
  }
  assert.equal((await report('')).body.error, 'invalid_request')
  assert.equal((await report(undefined)).body.error, 'invalid_request')
  assert.equal((await report(['x'])).body.error, 'invalid_request')
})

test('a network that keeps reporting unknown credentials has to wait, for a real one too', async () => {
  const limited = await newFlow({
    env: { SONDE_RATE_LIMITS: 'guesses=5', SONDE_TRUSTED_PROXIES: '127.0.0.1, ::1' },
  })
  const reportFrom = (network: string, token: string) =>
    limited.send({
      path: '/oauth/leaks',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify({ token }),
    })
  const { client_id, client_secret } = await limited.register({ scopes: ['teams:read'] })
  const mine = { grant_type: 'client_credentials', client_id, client_secret }
  const { access_token } = (await limited.token(mine)).body
  const [scanner, elsewhere] = ['198.51.100.1', '198.51.100.2']

  assert.equal((await reportFrom(elsewhere, 'ghp_x')).status, 200)
  let last = await reportFrom(scanner, unknownSecret('at'))
  // The minute that is counted may end meanwhile, and another begin.
  for (let i = 0; i < 20 && last.status === 200; i++) last = await reportFrom(scanner, unknownSecret('at'))
  assert.deepEqual([last.status, last.body.error], [429, 'too_many_requests'])
  assert.ok(Number(last.headers.get('retry-after')) > 0)

  // Whatever is reported: a reply that differed would tell a real credential from another text.
  for (const token of [access_token, client_secret, 'ghp_x', unknownSecret('cs')]) {
    const { status, body } = await reportFrom(scanner, token)
    assert.deepEqual([status, body], [429, last.body])
  }
  assert.ok(await limited.works(access_token), 'it goes on until it is reported from elsewhere')
  assert.equal((await limited.token(mine)).status, 200)
  assert.equal((await reportFrom(elsewhere, access_token)).status, 200)
  assert.equal(await limited.works(access_token), false)
  assert.equal((await reportFrom(elsewhere, 'ghp_x')).status, 200)
})

test('a secret is revoked as compromised by an admin: its tokens end, those of the other secret do not', async () => {
  const admin = await flow.session()
  const { id, ...old } = await newApp()
  const rotated = (await admin.post(`/api/applications/${id}/rotate-secret`)).body
  const fresh = { client_id: old.client_id, client_secret: rotated.client_secret }
  const [first] = rotated.secrets
  const mint = async (as: Record<string, unknown>) =>
    (await flow.token({ grant_type: 'client_credentials', ...as })).body
  const begin = async (as: Record<string, unknown>) =>
    (await flow.redeem(await flow.code({ client_id: old.client_id, scope }), as)).body
  const [dead, alive] = [await mint(old), await mint(fresh)]
  const [deadPerson, alivePerson] = [await begin(old), await begin(fresh)]
  for (const { access_token } of [dead, alive, deadPerson, alivePerson])
    assert.ok(await flow.works(access_token))

  const { status, body } = await admin.post(`/api/applications/${id}/secrets/${first.id}/revoke`)
  assert.equal(status, 200)
  assert.ok(body.secrets.find((one: any) => one.id === first.id).compromised_at)
  for (const { access_token } of [dead, deadPerson]) assert.equal(await flow.works(access_token), false)
  for (const { access_token } of [alive, alivePerson]) assert.ok(await flow.works(access_token))
  assert.equal((await flow.token({ grant_type: 'client_credentials', ...old })).body.error, 'invalid_client')
  const refresh = (one: any) =>
    flow.token({ grant_type: 'refresh_token', refresh_token: one.refresh_token, ...fresh })
  assert.equal((await refresh(deadPerson)).body.error, 'invalid_grant')
  assert.equal((await refresh(alivePerson)).status, 200)

  const again = await admin.post(`/api/applications/${id}/secrets/${first.id}/revoke`)
  assert.deepEqual([again.status, again.body.version], [200, body.version])
  const other = await newApp()
  assert.equal((await admin.post(`/api/applications/${other.id}/secrets/${first.id}/revoke`)).status, 404)
})

/** A provider whose client has a secret: how it is kept, and what comes of a code that the page sends. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import {
  type House,
  newHouse,
  ok,
  ownProvider,
  refused,
  startService,
} from '../../test/support/sign-in-organisation.ts'
import type { TestIssuer } from '../../test/support/issuer.ts'

const path = '/api/identity-providers'
const secret = 'GOCSPX-a+b c/%d'
const verifier = 'v'.repeat(43)

let it: House

type Secretive = { idp: TestIssuer; id: string }

async function secretive(method: 'client_secret_post' | 'client_secret_basic'): Promise<Secretive> {
  const provider = await ownProvider(it, { client_id: 'site', client_secret: secret })
  provider.idp.secretly(secret, method)
  return provider
}

const exchange = (id: string, form: Record<string, string> = { code: 'site', code_verifier: verifier }) =>
  it.anyone.post(`/sign-in/token/${id}`, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })

suite('the secret of a client at a provider', () => {
  before(async () => {
    it = await newHouse(await startService())
  })

  test('is kept sealed, is said to be there, and is read by nobody', async () => {
    const { id } = await secretive('client_secret_post')
    const shown = ok(await it.admin.get(`${path}/${id}`))
    assert.equal(shown.has_client_secret, true)
    const trail = ok(await it.admin.get(`/api/audit-events?target=${id}`))
    assert.doesNotMatch(JSON.stringify([shown, trail]), /GOCSPX/)
    const { rows } = await it.running.db.pool.query(
      'select to_jsonb(p) as row, sealed_client_secret as sealed from identity_providers p where id = $1',
      [id],
    )
    assert.doesNotMatch(JSON.stringify(rows[0].row), /GOCSPX/)
    assert.ok(!(rows[0].sealed as Buffer).includes('GOCSPX'))
    assert.equal(ok(await it.admin.patch(`${path}/${id}`, { name: 'Renamed' })).has_client_secret, true)
    assert.equal(ok(await it.admin.patch(`${path}/${id}`, { client_secret: null })).has_client_secret, false)
    refused(await exchange(id), 404, 'not_found')
  })

  for (const method of ['client_secret_post', 'client_secret_basic'] as const) {
    test(`exchanges a code by ${method}, and the page gets the tokens and no refresh token`, async () => {
      const { id } = await secretive(method)
      const described = ok(await it.anyone.get(`/sign-in/provider?id=${id}`))
      assert.equal(described.token_endpoint, `${it.url}/sign-in/token/${id}`)
      const reply = await exchange(id)
      assert.equal(reply.status, 200)
      assert.deepEqual(Object.keys(reply.body).toSorted(), [
        'access_token',
        'expires_in',
        'id_token',
        'token_type',
      ])
      assert.equal(reply.headers.get('cache-control'), 'no-store')
    })
  }

  test('that is wrong is said to be, as the provider says it', async () => {
    const { id, idp } = await secretive('client_secret_post')
    idp.secretly('another', 'client_secret_post')
    const reply = await exchange(id)
    assert.deepEqual([reply.status, reply.body], [400, { error: 'invalid_client' }])
  })

  test('of one provider does not open at another', async () => {
    const [one, other] = [await secretive('client_secret_post'), await secretive('client_secret_post')]
    await it.running.db.pool.query(
      `update identity_providers set sealed_client_secret =
         (select sealed_client_secret from identity_providers where id = $1)
       where id = $2`,
      [one.id, other.id],
    )
    refused(await exchange(other.id), 503, 'unavailable')
    assert.equal((await exchange(one.id)).status, 200)
  })

  test('is sent for a code and its verifier alone, and never to a provider without one', async () => {
    const { id } = await secretive('client_secret_post')
    for (const form of [{ code: 'site' }, { code_verifier: verifier }, { code: '', code_verifier: verifier }])
      refused(await exchange(id, form as Record<string, string>), 400, 'invalid_request')
    refused(await it.anyone.post(`/sign-in/token/${id}`, { code: 'site' }), 415, 'unsupported_media_type')
    refused(
      await exchange(id, { code: 'x'.repeat(9_000), code_verifier: verifier }),
      413,
      'payload_too_large',
    )
    refused(await exchange('idp_01m8rewa4ne4fsgbcd9gz2ve9y'), 404, 'not_found')
    const open = await ownProvider(it, { client_id: 'site' })
    refused(await exchange(open.id), 404, 'not_found')
  })

  test('is not sent for strangers without end', async () => {
    it = await newHouse(await startService({ SONDE_RATE_LIMITS: 'guesses=5' }))
    const { id, idp } = await secretive('client_secret_post')
    assert.equal((await exchange(id)).status, 200)
    const asked = idp.asked.length
    const replies = await Promise.all(Array.from({ length: 20 }, () => exchange(id)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 4)
    for (const { status, body } of replies.filter(({ status }) => status !== 200))
      assert.deepEqual([status, body.code], [429, 'rate_limited'])
    assert.equal(idp.asked.length - asked, 4)
  })
})

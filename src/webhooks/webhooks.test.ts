/** Webhooks as callers see them: what deliveries are signed with, and who manages which. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { before, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { limits } from '../../contract/limits.ts'
import { type Received, startSending } from '../../test/support/webhook-receiver.ts'
import { newWorld } from '../../test/support/world.ts'
import { many, run, sql } from '../db/db.ts'
import { shape, text } from '../db/shape.ts'
import { newId } from '../ids.ts'
import { signedHeaders } from '../signing.ts'

let sending: Awaited<ReturnType<typeof startSending>>

before(async () => {
  sending = await startSending()
})

/** By the library of the standard, from the text of the secret alone. Its own check would compare the time with that of this machine. */
const isSigned = (secret: string, { headers, body }: Received): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = new Webhook(secret).sign(String(headers['webhook-id']), at, body)
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

suite('signatures', () => {
  test('are those of the example of Standard Webhooks', () => {
    const keys = { secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', privateKey: '' }
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    }
    assert.deepEqual(signedHeaders(message, [keys], ['v1']), {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('hold for the secret that was shown once, and for the public key where it is asked for', async () => {
    const { world, program, receiver, webhook, path } = await sending.newWebhook({ signatures: ['v1a'] })
    await sending.write(world, 1)
    await sending.settle()
    const [received] = receiver.received
    assert.match(webhook.secret, /^whsec_/)
    assert.ok(isSigned(webhook.secret, received))
    const [, v1a] = /v1a,(\S+)/.exec(String(received.headers['webhook-signature'])) ?? []
    const x = Buffer.from(webhook.public_key.replace('whpk_', ''), 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = received.headers
    const content = Buffer.from(`${id}.${timestamp}.${received.body}`)
    assert.ok(verify(null, content, key, Buffer.from(v1a, 'base64')))
    assert.equal((await program.get(path)).body.secret, undefined)
    const stored = await many(
      sending.running.db.tx,
      shape({ secrets: text }),
      sql`select encode(secrets, 'escape') as secrets from webhooks where id = ${webhook.id}`,
    )
    assert.ok(!stored[0].secrets.includes(webhook.secret.slice(6, 20)), 'it is sealed in the database')
  })

  test('are made with the old and the new secret for a day after it was replaced', async () => {
    const { world, program, receiver, webhook, path } = await sending.newWebhook()
    const { secret } = (await program.post(`${path}/rotate-secret`)).body
    await sending.write(world, 1)
    await sending.settle()
    sending.running.clock!.advance(limits.webhookSecretOverlapSeconds * 1000)
    await sending.write(world, 2)
    await sending.settle()
    const [during, after] = receiver.received
    assert.deepEqual(
      [
        isSigned(webhook.secret, during),
        isSigned(secret, during),
        isSigned(webhook.secret, after),
        isSigned(secret, after),
      ],
      [true, true, false, true],
    )
  })

  test('end when somebody reports the secret as public, and start over with another', async () => {
    const { world, program, receiver, webhook, path } = await sending.newWebhook()
    const report = (token: string) => world.anyone.post('/oauth/leaks', { token })
    assert.equal((await report(webhook.secret)).status, 200)
    assert.equal((await report(webhook.secret)).status, 200)
    const { body } = await program.get(path)
    assert.deepEqual([body.state, body.disabled_reason], ['disabled', 'secret_leaked'])
    const kinds = await many(
      sending.running.db.tx,
      shape({ kind: text }),
      sql`
        select payload ->> 'kind' as kind
        from events
        where organisation_id = ${world.organisationId}
          and type = 'application.credential_leaked'`,
    )
    assert.deepEqual(kinds, [{ kind: 'webhook_secret' }], 'once')
    assert.equal((await program.post(`${path}/enable`)).body.code, 'webhook_disabled')
    const { secret, state, previous_secret_until } = (await program.post(`${path}/rotate-secret`)).body
    assert.deepEqual([state, previous_secret_until], ['unverified', null])
    assert.equal((await program.post(`${path}/test`)).body.state, 'active')
    const last = receiver.received.at(-1)!
    assert.ok(isSigned(secret, last))
    assert.ok(!isSigned(webhook.secret, last), 'the public one signs nothing more')

    // While a secret is being replaced, the old one can be reported, and the webhook goes on.
    const next = (await program.post(`${path}/rotate-secret`)).body
    await report(secret)
    await sending.write(world, 1)
    await sending.settle()
    const received = receiver.received.at(-1)!
    assert.ok(isSigned(next.secret, received))
    assert.ok(!isSigned(secret, received))
    assert.equal((await program.get(path)).body.state, 'active')
  })
})

suite('who may', () => {
  test('programs manage the webhooks of their application alone, pages of the service those of all', async () => {
    const { world, program, path, webhook } = await sending.newWebhook()
    const other = await newWorld({ running: sending.running })
    const [applicationId, pages] = [newId('application'), newId('application')]
    for (const [id, kind] of [
      [applicationId, 'confidential'],
      [pages, 'first_party'],
    ])
      await run(
        sending.running.db.tx,
        sql`
          insert into applications (organisation_id, id, client_id, name, kind, redirect_uris, scopes, require_pkce, api_version, created_at, updated_at)
          select organisation_id, ${id}, ${id}, 'Other', ${kind}, redirect_uris, scopes, require_pkce, api_version, created_at, updated_at
          from applications
          where id = ${world.application.id}`,
      )
    const as = async (options: { applicationId: string; userId?: string }) => {
      const token = await world.token({ ...options, scopes: ['webhooks:write'] })
      return (at: string, method = 'GET', body?: object) =>
        fetch(sending.running.url + at, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
    }
    const sibling = await as({ applicationId })
    assert.equal((await sibling(path)).status, 404)
    const draft = { url: 'https://receiver.example/hook', types: ['team.*'] }
    const named = { ...draft, application_id: world.application.id }
    assert.equal((await sibling('/api/webhooks', 'POST', named)).status, 422)
    assert.equal((await (await other.organisation()).get(path)).status, 404)
    const admin = await as({ applicationId: pages, userId: world.adminId })
    assert.equal((await admin(path)).status, 200)
    assert.equal((await admin('/api/webhooks', 'POST', named)).status, 201)
    assert.equal(
      (await admin('/api/webhooks', 'POST', draft)).status,
      422,
      'the pages have none of their own',
    )
    const { webhooks } = (await program.get('/api/webhooks')).body
    assert.equal(webhooks.length, 2)
    assert.ok(webhooks.every((one: any) => one.application_id === webhook.application_id))
    assert.equal((await (await world.user({ role: 'analyst' })).get(path)).body.code, 'role_required')
  })

  test('an address that is not public, or of the service itself, is refused', async () => {
    const { program, path } = await sending.newWebhook()
    for (const url of [
      'http://10.0.0.1/x',
      'https://169.254.169.254/',
      'https://user@receiver.example/',
      'x',
      `${sending.running.url}/api/events`,
    ]) {
      const reply = await program.patch(path, { url })
      assert.deepEqual([reply.status, reply.body.code], [422, 'address_refused'], url)
    }
    assert.equal((await program.patch(path, { url: 'https://receiver.example/x' })).body.state, 'unverified')
    for (let i = 1; i < limits.webhooksPerApplicationMax; i++)
      await program.post('/api/webhooks', { url: 'https://receiver.example/x', types: ['team.*'] })
    const reply = await program.post('/api/webhooks', {
      url: 'https://receiver.example/x',
      types: ['team.*'],
    })
    assert.deepEqual([reply.status, reply.body.errors?.[0].code], [422, 'too_many'])
    assert.equal((await program.delete(path)).status, 204)
    assert.equal((await program.get(path)).status, 404)
  })
})

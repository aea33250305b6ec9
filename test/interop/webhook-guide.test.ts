/** The check of signatures in the guide, in each of its languages, on deliveries that a real receiver was sent. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { signWebhook } from '../../client/webhooks.ts'
import { type Delivery, languages, skipOf, verdictsIn } from '../support/webhook-languages.ts'
import { type Received, startSending } from '../support/webhook-receiver.ts'

const deliveryOf = (secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): Delivery => ({
  secret,
  id: String(headers['webhook-id']),
  timestamp: String(headers['webhook-timestamp']),
  signature: String(headers['webhook-signature']),
  body,
})

/** Each with what has to be said of it. */
const cases: [string, Delivery, boolean][] = []

before(async () => {
  const { newWebhook, running, settle, write } = await startSending()
  const { world, receiver, webhook, path } = await newWebhook({ signatures: ['v1', 'v1a'] })
  // The first is sent by a clock of long ago; the guide’s code has none but the machine’s.
  await write(world, 1)
  await settle()
  running.clock!.set(new Date())
  await write(world, 2)
  await settle()
  // The first token has ended by then.
  const program = await world.organisation()
  const { secret } = (await program.post(`${path}/rotate-secret`)).body
  await write(world, 3)
  await settle()
  const [old, fresh, rotated] = receiver.received
  assert.match(String(rotated.headers['webhook-signature']), /v1,.* v1,/)

  const genuine = deliveryOf(webhook.secret, fresh)
  const signedAt = (seconds: number): Delivery => {
    const now = new Date(Date.now() + seconds * 1000)
    const headers = signWebhook(fresh.body, { id: genuine.id, secret, now })
    return deliveryOf(secret, { headers, body: fresh.body })
  }
  const named = '{"name":"Größe 🙂"}'
  const headers = signWebhook(named, { id: 'evt_1', secret })
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  cases.push(
    ['a delivery', genuine, true],
    ['the old secret while it is replaced', deliveryOf(webhook.secret, rotated), true],
    ['the new secret while it replaces another', deliveryOf(secret, rotated), true],
    ['a body of other letters than English', deliveryOf(secret, { headers, body: named }), true],
    ['a changed body', { ...genuine, body: genuine.body.replace('tem_2', 'tem_3') }, false],
    ['a body with a space more', { ...genuine, body: `${genuine.body} ` }, false],
    ['another secret', { ...genuine, secret: other }, false],
    ['the new secret before it was there', { ...genuine, secret }, false],
    ['another id', { ...genuine, id: deliveryOf(secret, rotated).id }, false],
    ['a delivery of long ago', deliveryOf(webhook.secret, old), false],
    ['a delivery of ten minutes ago', signedAt(-600), false],
    ['a delivery of two minutes ago', signedAt(-120), true],
    ['a delivery of the future', signedAt(600), false],
    [
      'a new time on an old signature',
      { ...deliveryOf(webhook.secret, old), timestamp: genuine.timestamp },
      false,
    ],
    ['a time that is not a number', { ...genuine, timestamp: 'now' }, false],
    [
      'a signature of another kind',
      { ...genuine, signature: genuine.signature.replace(/^v1,/, 'v2,') },
      false,
    ],
    ['half a signature', { ...genuine, signature: genuine.signature.slice(0, 20) }, false],
    ['a signature that is none', { ...genuine, signature: 'ü' }, false],
  )
})

suite('the check of signatures in the guide tells genuine deliveries from others', () => {
  for (const language of languages)
    test(`in ${language.name}`, { skip: skipOf(language) }, async () => {
      const verdicts = await verdictsIn(
        language,
        cases.map(([, delivery]) => delivery),
      )
      assert.deepEqual(
        cases.map(([name], at) => [name, verdicts[at]]),
        cases.map(([name, , expected]) => [name, expected]),
      )
    })
})

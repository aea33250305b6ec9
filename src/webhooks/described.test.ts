/** What is really sent is what `webhooks` of the OpenAPI document describes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { eventTypeNames } from '../../contract/events.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import { testType } from '../../contract/webhooks.ts'
import { startSending } from '../../test/support/webhook-receiver.ts'
import { pulseDraft } from '../../test/support/world.ts'

const document: any = openApiDocument()

/** The schema of a delivery of this type, as a reader of the document finds it. */
const schemaOf = (type: string): any => {
  const { schema } = document.webhooks[type].post.requestBody.content['application/json']
  return document.components.schemas[schema.$ref.split('/').at(-1)]
}

test('every type of event and the test are described, each once', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...eventTypeNames, testType])
  const ids = [...Object.values<any>(document.paths), ...Object.values<any>(document.webhooks)]
    .flatMap((item) => Object.values<any>(item))
    .map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const type of eventTypeNames) assert.equal(schemaOf(type).properties.type.const, type)
})

test('what a receiver gets is as it is described', async () => {
  const sending = await startSending()
  const { world, program, receiver, path } = await sending.newWebhook({
    types: ['pulse.*', 'team.*', 'member.*', 'application.*', 'audit.*', 'webhook.*', 'insight.*'],
  })
  const author = await world.user({ role: 'admin' })
  const team = await world.team('Platform', 6)
  const { id } = (await author.post('/api/pulses', pulseDraft([team.id]))).body
  for (const step of ['open', 'remind', 'close'])
    assert.equal((await author.post(`/api/pulses/${id}/${step}`)).status, 200, step)
  await author.patch(`/api/teams/${team.id}`, { description: 'Ours' })
  await program.post(`${path}/test`)
  for (let i = 0; i < 3; i++) {
    sending.running.clock!.advance(60_000)
    await sending.settle()
  }
  const seen = new Set<string>()
  for (const { headers, body } of receiver.received) {
    const delivery: any = JSON.parse(body)
    const schema = schemaOf(delivery.type)
    const isDescribed: boolean = Check(schema, delivery)
    assert.ok(isDescribed, body)
    const names = Object.keys(schema.properties.data.properties)
    assert.ok(
      Object.keys(delivery.data).every((name) => names.includes(name)),
      body,
    )
    for (const { name, required } of Object.values<any>(document.components.parameters))
      assert.ok(!required || headers[name] !== undefined, name)
    seen.add(delivery.type)
  }
  for (const type of [
    'pulse.created',
    'pulse.opened',
    'pulse.closed',
    'team.updated',
    'member.created',
    testType,
  ])
    assert.ok(seen.has(type), `${type} in ${[...seen]}`)
})

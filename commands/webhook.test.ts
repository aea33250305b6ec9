/** `sonde webhook` as it is installed: a real process beside a running service and a receiver. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../test/support/command.ts'
import { answering, startSending } from '../test/support/webhook-receiver.ts'

test('webhooks are listed and tested, and what was given up is sent again', async () => {
  const sending = await startSending()
  const { world, program, receiver, webhook } = await sending.newWebhook()
  const env = {
    SONDE_CONFIG_DIR: '/nonexistent/sonde',
    SONDE_URL: world.url,
    SONDE_TOKEN: program.token ?? '',
  }
  const sonde = (...words: string[]) => runCommand(['webhook', ...words], { env })

  const listed = await sonde('list')
  assert.equal(listed.out.trim(), [webhook.id, 'active', receiver.url, 'team.*', ''].join('\t').trim())
  const tested = await sonde('test', webhook.id)
  assert.deepEqual([tested.code, /^delivered +yes$/m.test(tested.out)], [0, true], tested.err)
  receiver.behave = answering(500)
  const refused = await sonde('test', webhook.id, '--json')
  assert.deepEqual([refused.code, JSON.parse(refused.out).status], [1, 500])

  await sending.write(world, 1)
  await sending.settle()
  const [id, , type, state] = (await sonde('deliveries', webhook.id, '--state', 'waiting')).out.split('\t')
  assert.deepEqual([type, state], ['team.updated', 'waiting'])
  receiver.behave = answering(200)
  const retried = await sonde('retry', webhook.id, id, '--json')
  assert.equal(retried.code, 0, retried.err)
  await sending.settle()
  assert.match((await sonde('deliveries', webhook.id)).out, /delivered/)
  const again = await sonde(
    'replay',
    webhook.id,
    '--since',
    '2026-01-01T00:00:00Z',
    '--only',
    'all',
    '--json',
  )
  assert.ok(JSON.parse(again.out).deliveries >= 1, again.err)
  assert.equal((await sonde('test', 'whk_01m8a1sjqafk3bzyyvjpraqt59')).code, 1)
})

/** The largest allowed file, sent to a service in its own process: its memory does not grow. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { newService, ownDatabase } from '../faults/killable.ts'
import { client } from '../support/world.ts'

const header = 'external_id,name,email,locale,time_zone,manager,teams,attributes.site\n'
const row = (i: number): string =>
  `${i},Person ${i},p${i}@acme.test,de-DE,Europe/Berlin,${i === 0 ? '' : Math.floor(i / 8)},Division ${i % 7}/Team ${i % 350},Site ${i % 9}\n`

function fileOf(rows: number): ReadableStream {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      let text = at === 0 ? header : ''
      for (const end = Math.min(rows, at + 500); at < end; at++) text += row(at)
      controller.enqueue(new TextEncoder().encode(text))
      if (at === rows) controller.close()
    },
  })
}

const grownMax = 100

test(
  `${limits.importRowsMax} rows stream through in bounded memory, and one more is refused`,
  ownDatabase,
  async () => {
    const service = await newService({})
    try {
      await service.start()
      const { organisation } = await service.sonde<{ organisation: { id: string } }>(
        'bootstrap --organisation Acme --admin ada@acme.test --another'.split(' '),
      )
      const { client_id, client_secret } = await service.sonde<{ client_id: string; client_secret: string }>(
        `application create --organisation ${organisation.id} --name Bot --scope teams:write`.split(' '),
      )
      const token = await client(service.url).post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      })
      const send = async (body: ReadableStream | string): Promise<{ status: number; body: any }> => {
        const reply = await fetch(`${service.url}/api/imports`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token.body.access_token}`, 'content-type': 'text/csv' },
          body,
          duplex: 'half',
        } as RequestInit)
        return { status: reply.status, body: await reply.json() }
      }
      assert.equal((await send(fileOf(10))).status, 200)
      const measured = existsSync('/proc/self/status')
      const before = measured ? service.residentMegabytes() : 0
      let peak = before
      const watch = setInterval(() => {
        if (measured) peak = Math.max(peak, service.residentMegabytes())
      }, 20)
      const { status, body } = await send(fileOf(limits.importRowsMax)).finally(() => clearInterval(watch))
      assert.deepEqual([status, body.rows, body.created, body.unchanged], [200, 50_000, 49_990, 10])
      assert.deepEqual([body.changes.length, body.changes_truncated], [200, true])
      assert.ok(peak - before < grownMax, `grew by ${Math.round(peak - before)} MB`)
      const more = await send(`email\n${'a@x.test\n'.repeat(limits.importRowsMax + 1)}`)
      assert.deepEqual([more.status, more.body.errors[0].pointer], [422, '/lines/50002'])
    } finally {
      await service.end()
    }
  },
)

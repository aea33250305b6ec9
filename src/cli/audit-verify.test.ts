import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startClockwork } from '../../test/support/clockwork.ts'
import { addressOf, operate } from '../../test/support/operate.ts'
import { run, sql } from '../db/db.ts'

test('a chain is checked from the command line, which ends with 1 at the first wrong place', async () => {
  const { running, begin, settle } = await startClockwork({ alone: true })
  const { world } = await begin('2026-03-02T09:00:00Z')
  const other = await begin('2026-03-02T09:00:00Z')
  await settle()
  const env = { DATABASE_URL: addressOf(running.db.connection), SONDE_LOG_LEVEL: 'silent' }
  const verify = (...options: string[]) => operate(['audit', 'verify', ...options], env)
  const id = world.organisationId
  const ours = ['--organisation', id]

  const whole = await verify(...ours, '--json')
  const report = JSON.parse(whole.out)
  assert.deepEqual([whole.code, report.organisation_id, report.state, report.absent], [0, id, 'whole', []])
  const noted = await verify(...ours, '--expect', report.head)
  assert.equal(noted.code, 0)
  assert.ok(noted.out.includes(`${id}  whole`) && noted.out.includes(report.head))

  await run(
    running.db.tx,
    sql`update audit_events set detail = '{}' where organisation_id = ${id} and position = 1`,
  )
  const all = await verify()
  assert.equal(all.code, 1)
  assert.match(
    all.out,
    new RegExp(`${id}  broken at entry 1 \\(aud_.+\\): the entry is not what was written`),
  )
  assert.match(all.out, /^ {2}0 entries are as written/m)
  assert.ok(all.out.includes(`${other.world.organisationId}  whole`))
  const lacking = await verify('--organisation', other.world.organisationId, '--expect', report.head)
  assert.deepEqual([lacking.code, lacking.out.includes(`not in the chain: ${report.head}`)], [1, true])

  for (const options of [
    ['--organisation', 'org_none'],
    [...ours, '--expect', 'x'],
    ['--expect', report.head],
  ]) {
    const refused = await verify(...options)
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.notEqual(refused.err, '')
  }
})

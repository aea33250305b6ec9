/** Legal holds: what they stop, who is told, and what they do not stop. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { textsOf } from '../../locales/catalogue.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import {
  answered,
  begin,
  closed,
  count,
  day,
  hourMs,
  idOf,
  rowsOf,
  startKeeping,
  leadsTo,
  subjectsOf,
  turnTo,
} from '../../test/support/keeping.ts'
import { links, pulseDraft } from '../../test/support/world.ts'

suite('legal holds', () => {
  before(startKeeping)

  test('a hold stops the clock, says so to respondents, and its end lets it run on', async () => {
    const house = await begin()
    const { author, world } = house
    const path = await answered(house, { mode: 'attributed', retention_days: 60 })
    const hold = `/api/retention/holds/${idOf(path)}`
    const admin = await house.admin()
    assert.equal((await admin.put(hold, { reason: ' ' })).status, 400)
    assert.equal((await admin.put('/api/retention/holds/nothing', { reason: 'x' })).status, 404)
    const held = await bodyOf(admin.put(hold, { reason: 'A case before the court' }))
    assert.deepEqual(
      [held.pulse_id, held.reason, held.held_by],
      [idOf(path), 'A case before the court', world.adminId],
    )
    const again = await bodyOf(admin.put(hold, { reason: 'Two cases' }))
    assert.deepEqual([again.held_at, again.reason], [held.held_at, 'Two cases'])
    assert.equal((await bodyOf(admin.get('/api/retention/holds'))).holds.length, 1)

    const [{ url }] = await links(author, path)
    const { confidentiality } = await bodyOf(world.anyone.get(new URL(url).pathname))
    assert.equal(confidentiality.legal_hold, true)
    assert.ok(confidentiality.retention.includes(textsOf('promise', 'en')('kept_hold')))
    const cancel = await author.post(`${path}/cancel`)
    assert.deepEqual([cancel.status, cancel.body.code], [409, 'legal_hold'])

    const strangers = await begin({ later: false })
    assert.equal((await (await strangers.admin()).put(hold, { reason: 'x' })).status, 404)
    await assert.rejects(strangers.lift(idOf(path)), { code: 'not_found' })
    assert.deepEqual((await bodyOf((await strangers.admin()).get('/api/retention/holds'))).holds, [])

    await turnTo(day(0, hourMs))
    assert.deepEqual(await subjectsOf(/^Legal hold/), ['Legal hold: After the outage'])
    assert.deepEqual(await leadsTo(/^Legal hold/), [`/app/pulses/${idOf(path)}/live`])
    await closed(house, path)
    const before = await rowsOf(path)
    await turnTo(day(120))
    assert.deepEqual(await rowsOf(path), before)
    assert.ok((await count('deliveries', path)) > 0)
    const { due } = await bodyOf((await house.admin()).get('/api/retention'))
    assert.deepEqual([due[0].surveys, due[0].held], [0, 1])
    // A deleted one is not purged either.
    await bodyOf(author.delete(path), 204)
    await turnTo(day(160))
    assert.deepEqual(await rowsOf(path), before)
    assert.equal((await author.get(path)).status, 200)

    await house.lift(idOf(path))
    await house.lift(idOf(path))
    await turnTo(day(160, hourMs))
    assert.equal((await author.get(path)).status, 404)
    assert.equal(await count('responses', path), 0)
    const { audit_events: entries } = await bodyOf((await house.admin()).get('/api/audit-events'))
    const actions = entries.map(({ action }: any) => action)
    assert.deepEqual(
      ['hold.set', 'hold.lifted'].map((one) => actions.filter((action: string) => action === one).length),
      [2, 1],
    )
  })

  test('erasing a person deletes their answers in spite of a hold', async () => {
    const house = await begin()
    const path = await answered(house, { mode: 'attributed' })
    await bodyOf((await house.admin()).put(`/api/retention/holds/${idOf(path)}`, { reason: 'A case' }))
    const { members } = await bodyOf(house.author.get(`/api/members?team_id=${house.teamId}&limit=1`))
    const admin = await house.world.user({ role: 'admin' })
    const erased = await bodyOf(admin.post(`/api/members/${members[0].id}/erase`))
    assert.equal(erased.erased.named_answers, 1)
    assert.equal(await count('responses', path), 11)
  })

  test('how many answered a private survey is nobody’s business but its author’s', async () => {
    const house = await begin()
    const draft = pulseDraft([house.teamId], { visibility: 'private', channels: ['link'] })
    const { id } = await bodyOf(house.author.post('/api/pulses', draft), 201)
    await bodyOf(house.author.post(`/api/pulses/${id}/open`))
    await bodyOf(house.author.post(`/api/pulses/${id}/close`))
    const admin = await house.admin()
    const { due } = await bodyOf(admin.get('/api/retention?answers_days=30&days=60'))
    assert.deepEqual([due[0].surveys, due[0].counts], [1, { answers: 0 }])
    const held = await bodyOf(admin.put(`/api/retention/holds/${id}`, { reason: 'A case' }))
    assert.equal(held.title, null)
  })
})

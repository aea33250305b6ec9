/** Instants and days that are written well and that no clock or column has: every operation refuses them, and says where. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Client, newWorld, pulseDraft, type Reply, type World } from '../../test/support/world.ts'

let world: World
let author: Client
let team: string
let pulse: string

const leapSecond = '2026-12-31T23:59:60Z'
const beyond = '9999-12-31T23:59:59-14:00'
const impossible = [leapSecond, beyond, '0000-06-01T00:00:00Z', '0001-01-01T00:00:00+14:00']

function isRefusedAt(pointer: string, { status, body }: Reply): void {
  assert.deepEqual([status, body.code, body.errors?.[0].pointer], [400, 'invalid_request', pointer])
}

suite('instants and days', () => {
  before(async () => {
    world = await newWorld()
    author = await world.user({ role: 'admin' })
    team = (await world.team('Clock', 6)).id
    pulse = (await author.post('/api/pulses', pulseDraft([team]))).body.id
  })

  for (const instant of impossible) {
    test(`${instant} is refused wherever an instant is expected`, async () => {
      const query = encodeURIComponent(instant)
      isRefusedAt('/opens_at', await author.post('/api/pulses', pulseDraft([team], { opens_at: instant })))
      isRefusedAt('/closes_at', await author.post('/api/pulses', pulseDraft([team], { closes_at: instant })))
      isRefusedAt('/opens_at', await author.patch(`/api/pulses/${pulse}`, { opens_at: instant }))
      isRefusedAt('/opens_at', await author.post(`/api/pulses/${pulse}/schedule`, { opens_at: instant }))
      isRefusedAt('/closes_at', await author.post(`/api/pulses/${pulse}/extend`, { closes_at: instant }))
      const instanceId = 'cki_01jz00000000000000000000zz'
      const extend = `/api/check-in-instances/${instanceId}/extend`
      isRefusedAt('/closes_at', await author.post(extend, { closes_at: instant }))
      isRefusedAt('/updated_since', await author.get(`/api/pulses?updated_since=${query}`))
      isRefusedAt('/updated_since', await author.get(`/api/members?updated_since=${query}`))
      isRefusedAt('/from', await author.get(`/api/insights?from=${query}`))
    })
  }

  test('a day of the year 0000 is refused with a pointer', async () => {
    const member = (await author.get('/api/members?limit=1')).body.members[0].id
    const absence = { from: '0000-01-01', to: '2026-12-31' }
    isRefusedAt('/from', await author.post(`/api/members/${member}/absences`, absence))
  })

  test('an instant with an offset, a fraction or small letters is an instant', async () => {
    for (const opens_at of [
      '2027-01-01T00:00:00.1234567+05:30',
      '2027-01-01t00:00:00z',
      '9998-12-31T23:59:59Z',
    ]) {
      const made = await author.post('/api/pulses', pulseDraft([team], { opens_at }))
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }
  })

  test('a pulse opens and closes before the year 9999, and may open in the last minute of 9998', async () => {
    const isTooLate = (pointer: string, { status, body }: Reply): void =>
      assert.deepEqual([status, body.errors?.[0].pointer, body.errors?.[0].code], [422, pointer, 'too_late'])
    const late = '9999-12-31T23:59:59Z'
    isTooLate('/opens_at', await author.post('/api/pulses', pulseDraft([team], { opens_at: late })))
    isTooLate('/closes_at', await author.post('/api/pulses', pulseDraft([team], { closes_at: late })))
    isTooLate('/opens_at', await author.patch(`/api/pulses/${pulse}`, { opens_at: late }))
    isTooLate('/opens_at', await author.post(`/api/pulses/${pulse}/schedule`, { opens_at: late }))
    const draft = pulseDraft([team], { opens_at: '9998-12-31T23:59:59Z' })
    const { id } = (await author.post('/api/pulses', draft)).body
    const { status, body } = await author.post(`/api/pulses/${id}/schedule`, {})
    assert.deepEqual([status, body.state], [200, 'scheduled'])
  })
})

suite('titles', () => {
  const terminators = { 'CR and LF': 'A\r\nB', VT: 'A\vB', NEL: 'A\u0085B', 'U+2028': 'A\u2028B' }

  for (const [what, title] of Object.entries(terminators)) {
    test(`of pulses and check-ins hold no ${what}`, async () => {
      const checkIn = {
        title,
        questions: pulseDraft([]).questions,
        recipients: { team_ids: [team], member_ids: [] },
        recurrence: { rrule: 'FREQ=WEEKLY', starts_on: '2027-01-04' },
      }
      const made = (await author.post('/api/check-ins', { ...checkIn, title: 'A check-in' })).body
      for (const reply of [
        await author.post('/api/pulses', pulseDraft([team], { title })),
        await author.patch(`/api/pulses/${pulse}`, { title }),
        await author.post(`/api/pulses/${pulse}/duplicate`, { title }),
        await author.post('/api/check-ins', checkIn),
        await author.patch(`/api/check-ins/${made.id}`, { title }),
      ])
        assert.deepEqual(
          [reply.status, reply.body.errors?.[0].pointer, reply.body.errors?.[0].code],
          [422, '/title', 'invalid_characters'],
        )
    })
  }
})

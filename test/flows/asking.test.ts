/** Recipients, channels and reminders: what opening freezes, seen through the API and the outbox. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { many, only, sql } from '../../src/db/db.ts'
import { bool, int8, shape, shapeOf } from '../../src/db/shape.ts'
import { deliveries } from '../../src/db/tables.ts'
import { answerAt, type Clockwork, bodyOf, mailedBy, startClockwork } from '../support/clockwork.ts'
import { type Client, links, pulseDraft, type World } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

const summaryOf = async (author: Client, path: string) => (await bodyOf(author.get(path))).response_summary

async function openPulse(author: Client, draft: Record<string, unknown>): Promise<string> {
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return `/api/pulses/${id}`
}

const askedIn = async (author: Client, path: string): Promise<string[]> =>
  (await links(author, path)).map((link) => link.member_id).toSorted()

test('a team includes the teams below it, without excluded teams and members, and the summary has the count', async () => {
  const { world, author } = await clockwork.begin('2026-02-02T08:00:00Z')
  const above = await world.team('Above', 3)
  const below = await world.team('Below', 3, { parent: above.id })
  const beside = await world.team('Beside', 2, { parent: above.id })
  const guest = await bodyOf(author.post('/api/members', { name: 'Guest' }), 201)
  const path = await openPulse(
    author,
    pulseDraft([above.id], {
      recipients: {
        team_ids: [above.id],
        member_ids: [guest.id, beside.members[0]],
        excluded_team_ids: [beside.id],
        excluded_member_ids: [above.members[0]],
      },
    }),
  )
  assert.deepEqual(
    await askedIn(author, path),
    [...above.members.slice(1), ...below.members, guest.id].toSorted(),
    'excluded members are not invited, even if another entry includes them',
  )
  assert.deepEqual(await summaryOf(author, path), {
    recipients: 6,
    responded: 0,
    responded_max: 6,
    response_rate: 0,
    absent: 0,
    opted_out: 0,
    unreachable: 0,
    excluded: 3,
    not_counted: 0,
    rounded: true,
  })
  const all = pulseDraft([above.id], { recipients: { team_ids: [beside.id], excluded_team_ids: [above.id] } })
  const { id } = await bodyOf(author.post('/api/pulses', all), 201)
  const refused = await author.post(`/api/pulses/${id}/open`)
  assert.deepEqual([refused.status, refused.body.code], [422, 'no_recipients'])
})

test('a member who is away for the whole window is not a recipient; one who comes back in time is', async () => {
  const { world, author } = await clockwork.begin('2026-02-09T08:00:00Z')
  const team = await world.team('Away', 7)
  const [whole, inParts, back, before_, after_] = team.members
  const away = (member: string, from: string, to: string) =>
    bodyOf(author.post(`/api/members/${member}/absences`, { from, to }), 201)
  await away(whole, '2026-02-01', '2026-02-28')
  await away(inParts, '2026-02-08', '2026-02-10')
  await away(inParts, '2026-02-11', '2026-02-12')
  await away(back, '2026-02-08', '2026-02-11')
  await away(before_, '2026-02-01', '2026-02-08')
  await away(after_, '2026-02-10', '2026-02-20')
  const path = await openPulse(
    author,
    pulseDraft([team.id], {
      closes_at: '2026-02-12T08:00:00Z',
      confidentiality: { mode: 'attributed' },
    }),
  )
  assert.deepEqual(await askedIn(author, path), team.members.slice(2).toSorted())
  for (const { url } of (await links(author, path)).slice(0, 4)) await bodyOf(answerAt(world, url), 201)
  const { recipients, absent, responded, response_rate } = await summaryOf(author, path)
  assert.deepEqual([recipients, absent, responded, response_rate], [7, 2, 4, 0.8])
})

test('fewer people than the smallest group are asked in attributed mode only', async () => {
  const { world, author } = await clockwork.begin('2026-02-16T08:00:00Z')
  const team = await world.team('Four', 4)
  for (const mode of ['anonymous', 'confidential', 'attributed']) {
    const draft = pulseDraft([team.id], { confidentiality: { mode } })
    const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
    const path = `/api/pulses/${id}`
    const opens_at = '2026-02-17T08:00:00Z'
    if (mode === 'attributed') {
      await bodyOf(author.post(`${path}/open`))
      continue
    }
    for (const [way, body] of [['open', undefined] as const, ['schedule', { opens_at }] as const]) {
      const refused = await author.post(`${path}/${way}`, body)
      assert.deepEqual([refused.status, refused.body.code], [422, 'roster_too_small'])
      assert.match(
        refused.body.detail,
        /^Only 4 people would be asked, and nothing is shown of fewer than 5\. /,
      )
    }
    const simulated = await bodyOf(
      author.post('/api/confidentiality/simulate', {
        recipients: { team_ids: [team.id] },
        response_rate: 0.7,
        confidentiality: { mode },
      }),
    )
    assert.match(simulated.hints.at(-1), /^Opening will be refused\. Only 4 people/)
  }
  // Scheduled for five, of whom one leaves.
  const five = await world.team('Five', 5)
  const draft = pulseDraft([five.id], { opens_at: '2026-02-17T08:00:00Z' })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/schedule`))
  await bodyOf(author.patch(`/api/members/${five.members[0]}`, { status: 'deactivated' }))
  await clockwork.turnTo('2026-02-17T08:00:00Z')
  assert.equal((await author.get(`/api/pulses/${id}`)).body.state, 'cancelled')
})

test('a scheduled pulse whose recipients are all away is cancelled with the reason', async () => {
  const { world, author } = await clockwork.begin('2026-02-16T08:00:00Z')
  const team = await world.team('Gone', 5)
  const draft = pulseDraft([team.id], {
    opens_at: '2026-02-17T08:00:00Z',
    closes_at: '2026-02-18T08:00:00Z',
  })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/schedule`))
  for (const id of team.members)
    await bodyOf(author.post(`/api/members/${id}/absences`, { from: '2026-02-16', to: '2026-03-16' }), 201)
  await clockwork.turnTo('2026-02-17T08:00:00Z')
  assert.equal((await author.get(`/api/pulses/${id}`)).body.state, 'cancelled')
})

const deliveryRow = shapeOf(deliveries, ['member_id', 'channel', 'address'], { reached: bool })

test('each recipient gets one message, by their preferred channel among those allowed', async () => {
  const { author } = await clockwork.begin('2026-02-23T08:00:00Z')
  const member = async (name: string, more: Record<string, unknown>) =>
    (await bodyOf(author.post('/api/members', { name, ...more }), 201)).id as string
  const chat = { type: 'chat', address: 'https://chat.example/hook' }
  const slack = { type: 'slack', address: 'U0123456789' }
  const people = {
    plain: await member('Plain', { email: 'plain@ways.example' }),
    prefersChat: await member('Chat', {
      email: 'chat@ways.example',
      channels: [{ ...chat, preferred: true }, slack],
    }),
    prefersWhatIsNotAllowed: await member('Teams', {
      email: 'teams@ways.example',
      channels: [{ type: 'teams', address: 'https://teams.example/hook', preferred: true }],
    }),
    slackOnly: await member('Slack', { channels: [slack] }),
    nowhere: await member('Nowhere', {}),
  }
  const path = await openPulse(
    author,
    pulseDraft([], {
      recipients: { member_ids: Object.values(people) },
      channels: ['email', 'slack', 'chat'],
    }),
  )
  const rows = await many(
    clockwork.running.db.tx,
    deliveryRow,
    sql`
      select ${deliveryRow.of('d')}, d.last_error is null as reached
      from deliveries d
      join collections c on c.organisation_id = d.organisation_id and c.id = d.collection_id
      where c.owner_id = ${path.split('/').at(-1)}`,
  )
  const ways = Object.fromEntries(
    Object.entries(people).map(([who, id]) => [
      who,
      rows.filter((row) => row.member_id === id).map((row) => [row.channel, row.address, row.reached]),
    ]),
  )
  assert.deepEqual(ways, {
    plain: [['email', 'plain@ways.example', true]],
    prefersChat: [['chat', 'https://chat.example/hook', true]],
    prefersWhatIsNotAllowed: [['email', 'teams@ways.example', true]],
    slackOnly: [['slack', 'U0123456789', true]],
    nowhere: [['email', null, false]],
  })
  assert.equal((await summaryOf(author, path)).unreachable, 1)
})

/** The members who got a message, by the links of the messages. */
async function reminded(author: Client, path: string, work: () => Promise<void>): Promise<string[]> {
  const known = new Map((await links(author, path)).map(({ url, member_id }) => [url, member_id]))
  return (await mailedBy(clockwork.running, work)).map((link) => known.get(link)!).toSorted()
}

async function openWithMail(
  world: World,
  author: Client,
  name: string,
  more: Record<string, unknown>,
): Promise<{ path: string; members: string[]; answered: string[] }> {
  const team = await world.team(name, 6)
  const path = await openPulse(author, pulseDraft([team.id], { channels: ['email', 'link'], ...more }))
  await clockwork.settle()
  const answered = (await links(author, path)).slice(0, 2)
  for (const { url } of answered) await bodyOf(answerAt(world, url), 201)
  return { path, members: team.members, answered: answered.map((link) => link.member_id) }
}

for (const mode of ['attributed', 'confidential', 'anonymous']) {
  test(`reminders go to ${mode === 'attributed' ? 'recipients who have not answered' : 'everybody'}: ${mode}`, async () => {
    const { world, author } = await clockwork.begin(`2026-03-02T08:00:00Z`)
    const { path, members, answered } = await openWithMail(world, author, `Reminded ${mode}`, {
      confidentiality: { mode },
      closes_at: '2026-03-06T08:00:00Z',
      reminders: [{ before_close: 'P1D' }, { after_open: 'P1D' }],
    })
    const silent = members.filter((member) => !answered.includes(member)).toSorted()
    const remindable = () => (mode === 'attributed' ? silent : members.toSorted())
    assert.deepEqual(await reminded(author, path, () => clockwork.turnTo('2026-03-03T07:59:59Z')), [])
    assert.deepEqual(
      await reminded(author, path, () => clockwork.turnTo('2026-03-03T08:00:00Z')),
      remindable(),
    )
    assert.deepEqual(await reminded(author, path, () => clockwork.turnTo('2026-03-04T08:00:00Z')), [])
    const late = (await links(author, path)).find(({ member_id }) => member_id === silent[0])!
    await bodyOf(answerAt(world, late.url), 201)
    silent.shift()
    assert.deepEqual(
      await reminded(author, path, () => clockwork.turnTo('2026-03-05T08:00:00Z')),
      remindable(),
    )
    const counts = (await bodyOf(author.get(`${path}/deliveries`))).deliveries
    const rounds = [0, 1, 2].map((round) =>
      counts
        .filter((one: any) => one.channel === 'email' && one.round === round)
        .map((one: any) => `${one.state} ${one.count}`),
    )
    assert.deepEqual(
      rounds,
      {
        anonymous: [['sent 6'], ['sent 6'], ['sent 6']],
        confidential: [['sent 6'], ['sent 6'], ['sent 6']],
        attributed: [['sent 6'], ['sent 4'], ['sent 3']],
      }[mode],
      'only in attributed mode the rows tell who has answered',
    )
  })
}

test('a service that was down for two rounds reminds once; an extension moves the rounds that count back from the end', async () => {
  const { world, author } = await clockwork.begin('2026-03-09T08:00:00Z')
  const { path, members } = await openWithMail(world, author, 'Slept', {
    confidentiality: { mode: 'confidential' },
    closes_at: '2026-03-13T08:00:00Z',
    reminders: [{ after_open: 'PT12H' }, { after_open: 'P1D' }, { before_close: 'P1D' }],
  })
  const everybody = members.toSorted()
  await bodyOf(author.post(`${path}/extend`, { closes_at: '2026-03-16T08:00:00Z' }))
  assert.deepEqual(await reminded(author, path, () => clockwork.turnTo('2026-03-11T08:00:00Z')), everybody)
  assert.deepEqual(await reminded(author, path, () => clockwork.turnTo('2026-03-12T09:00:00Z')), [])
  assert.deepEqual(await reminded(author, path, () => clockwork.turnTo('2026-03-15T08:00:00Z')), everybody)
})

test('a reminder by call reaches recipients who have not answered, and not twice within ten minutes: attributed', async () => {
  const { world, author } = await clockwork.begin('2026-03-16T08:00:00Z')
  const { path, members, answered } = await openWithMail(world, author, 'Called', {
    confidentiality: { mode: 'attributed' },
  })
  const silent = members.filter((member) => !answered.includes(member)).toSorted()
  const call = () => author.post(`${path}/remind`)
  const first = await reminded(author, path, async () => {
    await bodyOf(call())
    await clockwork.settle()
  })
  assert.deepEqual(first, silent)
  const again = await call()
  assert.deepEqual([again.status, again.body.code], [409, 'reminded_recently'])
  const rounds = await reminded(author, path, async () => {
    for (let minutes = 10; minutes <= 90; minutes += 10) {
      await clockwork.turnTo(Date.UTC(2026, 2, 16, 8, minutes))
      await bodyOf(call())
    }
    await clockwork.settle()
  })
  assert.equal(rounds.length, 9 * silent.length)
  await clockwork.turnTo('2026-03-16T12:00:00Z')
  assert.equal((await call()).body.code, 'reminded_recently', 'ten rounds are enough')
  await bodyOf(author.post(`${path}/close`))
  const closed = await call()
  assert.deepEqual([closed.status, closed.body.code, closed.body.state], [409, 'pulse_not_open', 'closed'])
  const events = await only(
    clockwork.running.db.tx,
    shape({ count: int8 }),
    sql`select count(*) as count from events where type = 'pulse.reminded' and payload ->> 'pulse_id' = ${path.split('/').at(-1)}`,
  )
  assert.equal(events.count, 10)
})

for (const mode of ['confidential', 'anonymous'])
  test(`a reminder that goes to everybody is sent once a day, and three times in all: ${mode}`, async () => {
    const { world, author } = await clockwork.begin('2026-03-17T08:00:00Z')
    const { path, members } = await openWithMail(world, author, `Thrice ${mode}`, {
      confidentiality: { mode },
      reminders: [{ after_open: 'PT30H' }],
    })
    const refusal = async () => {
      const { status, body } = await author.post(`${path}/remind`)
      return [status, body.code, body.detail]
    }
    const refused = [
      409,
      'reminded_recently',
      `In ${mode} mode there are at least 20 hours between reminders, and at most 3 of them`,
    ]
    const call = async () => {
      await bodyOf(author.post(`${path}/remind`))
      await clockwork.settle()
    }
    const everybody = members.toSorted()
    assert.deepEqual(await reminded(author, path, call), everybody)
    await clockwork.turnTo('2026-03-18T03:59:59Z')
    assert.deepEqual(await refusal(), refused)
    assert.deepEqual(await reminded(author, path, () => clockwork.turnTo('2026-03-18T14:00:00Z')), everybody)
    assert.deepEqual(await refusal(), refused, 'planned ones count')
    await clockwork.turnTo('2026-03-19T10:00:00Z')
    assert.deepEqual(await reminded(author, path, call), everybody)
    await clockwork.turnTo('2026-03-21T10:00:00Z')
    assert.deepEqual(await refusal(), refused, 'three are enough')
  })

test('impossible reminders are refused', async () => {
  const { world, author } = await clockwork.begin('2026-03-23T08:00:00Z')
  const team = await world.team('Refused', 1)
  const refusedWith = async (reminders: unknown, status: number) =>
    assert.equal((await author.post('/api/pulses', pulseDraft([team.id], { reminders }))).status, status)
  await refusedWith([{ after_open: 'P1D', before_close: 'P1D' }], 422)
  await refusedWith([{}], 422)
  await refusedWith(
    Array.from({ length: 6 }, (_, day) => ({ after_open: `P${day + 1}D` })),
    400,
  )
  await refusedWith([{ after_open: 'PT0S' }], 422)
  await refusedWith([{ before_close: 'P2Y' }], 422)
})

test('more than three reminders are planned only where they go to those who have not answered', async () => {
  const { world, author } = await clockwork.begin('2026-03-30T08:00:00Z')
  const team = await world.team('Often', 1)
  const reminders = Array.from({ length: 4 }, (_, day) => ({ after_open: `P${day + 1}D` }))
  const rule = { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-05-04', time: '09:00' } }
  for (const [path, more] of [
    ['/api/pulses', {}],
    ['/api/check-ins', { ...rule, time_zone: 'UTC' }],
  ] as const) {
    const { visibility: _, topic: __, ...draft } = pulseDraft([team.id], { reminders, ...more })
    for (const mode of ['anonymous', 'confidential']) {
      const refused = await author.post(path, { ...draft, confidentiality: { mode } })
      assert.deepEqual(
        [refused.status, refused.body.errors],
        [
          422,
          [
            {
              pointer: '/reminders',
              code: 'too_many',
              detail: `In ${mode} mode a reminder goes to everybody who was invited, so there are at most 3`,
            },
          ],
        ],
        JSON.stringify(refused.body),
      )
    }
    const { id } = await bodyOf(author.post(path, { ...draft, confidentiality: { mode: 'attributed' } }), 201)
    const change = { confidentiality: { mode: 'anonymous' } }
    assert.equal((await author.patch(`${path}/${id}`, change)).status, 422)
    const fewer = { ...change, reminders: reminders.slice(1) }
    assert.equal((await bodyOf(author.patch(`${path}/${id}`, fewer))).reminders.length, 3)
    assert.equal((await author.patch(`${path}/${id}`, { reminders })).status, 422)
  }
})

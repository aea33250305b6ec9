/** Check-ins around joining and leaving: who is asked when, over years, and that nobody's answer can be told. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf, type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { instancesOf } from '../../test/support/recurring.ts'
import { type Client, links, type World } from '../../test/support/world.ts'
import { many, sql } from '../db/db.ts'
import { shape, text, timestamptz } from '../db/shape.ts'

const k = 5

const around = (date: 'joined_on' | 'leaves_on', days: number, more: Record<string, unknown> = {}) => ({
  title: `${date} ${days}`,
  questions: [{ id: 'calm', type: 'scale', text: `How was it at ${date} ${days}?`, min: 1, max: 5 }],
  recipients: {},
  confidentiality: { mode: 'confidential' },
  channels: ['link'],
  time_zone: 'Europe/Berlin',
  lifecycle: { date, days, period: 'quarter' },
  ...more,
})

const dayAfter = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

let clockwork: Clockwork
before(async () => {
  clockwork = await startClockwork({ alone: true })
})

/** Everybody whom a check-in has asked, with the instance and the day. */
const askings = (world: World, checkInId: string) =>
  many(
    world.running.db.tx,
    shape({ member_id: text, instance_id: text, at: timestamptz }),
    sql`
      select asked.member_id, i.id as instance_id, asked.opens_at as at
      from check_in_instances i
      join (
        select collection_id, member_id, opens_at from recipients
        union all
        select p.collection_id, one.member_id, one.opens::timestamptz
        from packed_recipients p
        cross join lateral unnest(p.member_ids, p.opens) as one (member_id, opens)
      ) as asked on asked.collection_id = i.collection_id
      where i.check_in_id = ${checkInId}
      order by asked.opens_at, asked.member_id`,
  )

type Place = { world: World; author: Client; team: { id: string }; hire: Hire }
type Hire = (name: string, dates: { joined_on?: string; leaves_on?: string }) => Promise<string>

async function begin(at: string): Promise<Place> {
  const { world, author } = await clockwork.begin(at)
  const team = await world.team('Everyone', 0)
  const hire: Hire = async (name, dates) =>
    (
      await bodyOf(
        author.post('/api/members', { name, time_zone: 'Europe/Berlin', team_ids: [team.id], ...dates }),
        201,
      )
    ).id
  return { world, author, team, hire }
}

async function started({ author, team }: Place, draft: Record<string, unknown>): Promise<string> {
  const { id } = await bodyOf(
    author.post('/api/check-ins', { ...draft, recipients: { team_ids: [team.id] } }),
    201,
  )
  await bodyOf(author.post(`/api/check-ins/${id}/activate`))
  return id
}

/** Those whom an instance has just asked answer. */
async function answer(
  { world, author }: Place,
  instanceId: string,
  {
    members,
    of,
    questionIds = ['calm'],
  }: { members: readonly string[]; of: (member: string) => number; questionIds?: readonly string[] },
): Promise<void> {
  for (const { member_id: member, url } of await links(author, `/api/check-in-instances/${instanceId}`)) {
    if (!members.includes(member)) continue
    const { status } = await world.anyone.post(new URL(url).pathname, {
      answers: questionIds.map((id) => ({ question_id: id, value: of(member) })),
    })
    assert.equal(status, 201)
  }
}

suite('a check-in around joining or leaving', () => {
  test('asks once, whatever becomes of a date, nobody who has left or was there before, and in their own time zone', async () => {
    const place = await begin('2026-01-02T05:00:00Z')
    const { author, world } = place
    const [moved, , , away, east] = [
      await place.hire('Moved', { joined_on: '2026-01-01' }),
      await place.hire('Long there', { joined_on: '2025-12-20' }),
      await place.hire('Leaves early', { joined_on: '2026-01-01', leaves_on: '2026-01-07' }),
      await place.hire('Away', { joined_on: '2026-01-01' }),
      await place.hire('East', { joined_on: '2026-01-01' }),
    ]
    await bodyOf(author.patch(`/api/members/${east}`, { time_zone: 'Asia/Tokyo' }))
    await bodyOf(author.post(`/api/members/${away}/absences`, { from: '2026-01-01', to: '2026-01-20' }), 201)
    const id = await started(place, around('joined_on', 10))
    const asked = async () =>
      Object.fromEntries(
        (await askings(world, id)).map(({ member_id: member, at }) => [member, at.slice(0, 13)]),
      )
    await clockwork.turnTo('2026-01-11T00:20:00Z')
    assert.deepEqual(await asked(), { [east]: '2026-01-11T00' })
    await clockwork.turnTo('2026-01-11T08:00:00Z')
    assert.deepEqual(await asked(), { [east]: '2026-01-11T00', [moved]: '2026-01-11T08' })
    await bodyOf(author.patch(`/api/members/${moved}`, { joined_on: '2026-04-01' }))
    await clockwork.turnTo('2026-01-18T09:00:00Z')
    // Their week to answer reaches beyond the absence.
    assert.equal((await asked())[away], '2026-01-18T09')
    for (const at of ['2026-04-02T09:00:00Z', '2026-04-12T09:00:00Z']) await clockwork.turnTo(at)
    assert.deepEqual(Object.keys(await asked()).toSorted(), [moved, away, east].toSorted())
    const states = (await instancesOf(author, `/api/check-ins/${id}`)).map(
      ({ local_date: on, state }) => `${on} ${state}`,
    )
    assert.deepEqual(states, ['2026-01-01 closed', '2026-04-01 open', '2026-07-01 scheduled'])
  })

  test('made-up members who are added after somebody has answered give nothing away', async () => {
    const place = await begin('2027-01-02T05:00:00Z')
    const { author } = place
    const target = await place.hire('Target', { joined_on: '2027-01-02' })
    const id = await started(place, around('joined_on', 14))
    await clockwork.turnTo('2027-01-16T09:00:00Z')
    const [{ id: instance }] = await instancesOf(author, `/api/check-ins/${id}`)
    await answer(place, instance, { members: [target], of: () => 1 })
    // Only now: four people whose answers the attacker knows, and the day on which they are said to have joined.
    const made: string[] = []
    for (let at = 0; at < k - 1; at++)
      made.push(await place.hire(`Made up ${at}`, { joined_on: '2027-01-10' }))
    await clockwork.turnTo('2027-01-24T09:00:00Z')
    await answer(place, instance, { members: made, of: () => 5 })
    await clockwork.turnTo('2027-04-09T09:00:00Z')
    const {
      state,
      results_status: status,
      response_summary: told,
    } = await bodyOf(author.get(`/api/check-in-instances/${instance}`))
    assert.deepEqual(
      [state, status, told.responded, told.response_rate, told.not_counted],
      ['closed', 'insufficient', 0, null, k],
    )
  })

  test('whoever comes and goes between it and a survey in the same words is in no figure of it', async () => {
    const place = await begin('2028-01-02T05:00:00Z')
    const { author, team } = place
    const people: string[] = []
    for (let at = 0; at < 7; at++) people.push(await place.hire(`Joiner ${at}`, { joined_on: '2028-01-02' }))
    const same = around('joined_on', 20)
    const draft = {
      ...same,
      questions: [
        ...same.questions,
        { id: 'own', type: 'scale', text: 'And in our own words?', min: 1, max: 5 },
      ],
    }
    const { id: pulse } = await bodyOf(
      author.post('/api/pulses', {
        title: 'The same words',
        questions: same.questions,
        recipients: { team_ids: [team.id] },
        confidentiality: draft.confidentiality,
        channels: ['link'],
        closes_at: '2028-01-10T09:00:00Z',
      }),
      201,
    )
    await bodyOf(author.post(`/api/pulses/${pulse}/open`))
    const id = await started(place, draft)
    // One of seven is not asked by the check-in: the difference would be their answer.
    await bodyOf(author.patch(`/api/members/${people[0]}`, { joined_on: null }))
    await clockwork.turnTo('2028-01-22T10:00:00Z')
    const [{ id: instance }] = await instancesOf(author, `/api/check-ins/${id}`)
    await answer(place, instance, { members: people, of: () => 3, questionIds: ['calm', 'own'] })
    await clockwork.turnTo('2028-04-09T09:00:00Z')
    const results = await bodyOf(author.get(`/api/check-in-instances/${instance}/results`))
    const told = results.questions.map(({ id: question, suppressed, n }: any) => [
      question,
      suppressed,
      n ?? null,
    ])
    assert.deepEqual(told[0], ['calm', true, null])
    assert.deepEqual(told[1].slice(0, 2), ['own', undefined])
    assert.ok(told[1][2] >= k, JSON.stringify(told))
  })

  test('refuses what it cannot be, with a pointer', async () => {
    const { author, team } = await begin('2029-01-02T05:00:00Z')
    const draft = { ...around('joined_on', 30), recipients: { team_ids: [team.id] } }
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2029-01-03' }
    for (const [change, pointer] of [
      [{ recurrence }, '/recurrence'],
      [{ lifecycle: undefined }, '/recurrence'],
      [{ confidentiality: { mode: 'anonymous' } }, '/confidentiality/mode'],
      [{ auto_close: true }, '/auto_close'],
      [{ roster_mode: 'fixed' }, '/roster_mode'],
      [{ window: 'P60D' }, '/window'],
      [{ window: 'PT1H' }, '/window'],
      [{ time_zone: 'Europe/Nowhere' }, '/time_zone'],
    ] as const) {
      const reply = await author.post('/api/check-ins', { ...draft, ...change })
      assert.deepEqual(
        [reply.status, reply.body.errors?.[0].pointer],
        [422, pointer],
        JSON.stringify(reply.body),
      )
    }
    const { id } = await bodyOf(author.post('/api/check-ins', draft), 201)
    const path = `/api/check-ins/${id}`
    const monthly = await bodyOf(author.patch(path, { lifecycle: { ...draft.lifecycle, period: 'month' } }))
    assert.deepEqual(
      [monthly.recurrence.rrule, monthly.recurrence.starts_on],
      ['FREQ=MONTHLY;BYMONTHDAY=1', '2029-01-01'],
    )
    assert.equal((await author.patch(path, { lifecycle: null })).body.errors[0].pointer, '/recurrence')
    await bodyOf(author.post(`${path}/activate`))
    const fixed = await author.patch(path, { lifecycle: draft.lifecycle })
    assert.deepEqual([fixed.status, fixed.body.errors[0].code], [422, 'fixed'])
    await clockwork.settle()
    const [{ id: instance }] = await instancesOf(author, path)
    const extended = await author.post(`/api/check-in-instances/${instance}/extend`, {
      closes_at: '2029-06-01T09:00:00Z',
    })
    assert.equal(extended.status, 422)
    assert.equal((await author.post(`/api/check-in-instances/${instance}/remind`)).status, 422)
  })

  test('reminds each person in their own window', async () => {
    const place = await begin('2030-01-02T05:00:00Z')
    const member = await place.hire('Ada', { joined_on: '2030-01-02' })
    await bodyOf(place.author.patch(`/api/members/${member}`, { email: 'ada@acme.test' }))
    await started(place, {
      ...around('joined_on', 5),
      channels: ['email'],
      reminders: [{ before_close: 'P1D' }],
    })
    const sent = async (): Promise<string[]> =>
      (
        await many(
          place.world.running.db.tx,
          shape({ round: text, at: timestamptz }),
          sql`select round::text as round, sent_at as at from deliveries where member_id = ${member} and state = 'sent' order by round`,
        )
      ).map(({ round, at }) => `${round} ${at.slice(0, 10)}`)
    for (const at of ['2030-01-07T09:00:00Z', '2030-01-13T10:00:00Z', '2030-01-20T10:00:00Z'])
      await clockwork.turnTo(at)
    assert.deepEqual(await sent(), ['0 2030-01-07', '1 2030-01-13'])
  })
})

/** How many join, every thirty days of two years: some quarters have one, some have many, one has none. */
const hires = [3, 2, 2, 0, 1, 0, 4, 3, 1, 2, 2, 0, 0, 0, 0, 3, 3, 1, 1, 1, 1, 6, 0, 0]

suite('two years of joiners and leavers', () => {
  test('everyone is asked once at each day, nobody is resolved, and nothing is told below k', async () => {
    const place = await begin('2031-01-01T05:00:00Z')
    const { author, world } = place
    const drafts = {
      first: around('joined_on', 30),
      // In the same words, so that two check-ins might be subtracted.
      second: around('joined_on', 60, { questions: around('joined_on', 30).questions }),
      third: around('joined_on', 90),
      last: around('leaves_on', 14),
    }
    const ids: Record<string, string> = {}
    for (const [name, draft] of Object.entries(drafts)) ids[name] = await started(place, draft)

    const wanted: { checkIn: string; member: string; on: string }[] = []
    const turns = new Map<string, (() => Promise<void>)[]>()
    const plan = (day: string, work?: () => Promise<void>): void => {
      turns.set(day, [...(turns.get(day) ?? []), ...(work ? [work] : [])])
    }
    const grid = (step: number): string => dayAfter('2031-01-04', 30 * step)
    hires.forEach((count, step) => {
      for (let at = 0; at < count; at++) {
        const joined = grid(step)
        // Every third one leaves after half a year, and says so before; one of them at once.
        const stays = step === 6 ? 1 : 6
        const leaves = at === 2 ? dayAfter(grid(step + stays), 14) : null
        plan(joined, async () => {
          const id = await place.hire(`Joiner ${step} ${at}`, { joined_on: joined })
          for (const [checkIn, days] of Object.entries({ first: 30, second: 60, third: 90 }))
            if (leaves === null || dayAfter(joined, days) <= leaves)
              wanted.push({ checkIn, member: id, on: dayAfter(joined, days) })
          if (leaves === null) return
          wanted.push({ checkIn: 'last', member: id, on: dayAfter(leaves, -14) })
          const change = { leaves_on: leaves }
          if (stays === 1) await bodyOf(author.patch(`/api/members/${id}`, change))
          else plan(grid(step + 5), async () => bodyOf(author.patch(`/api/members/${id}`, change)))
          // Their account is kept for some weeks longer.
          plan(grid(step + stays + 1), async () => bodyOf(author.delete(`/api/members/${id}`), 204))
        })
      }
    })
    for (let step = 0; step < 27; step++) plan(grid(step))
    for (let quarter = 1; quarter <= 9; quarter++)
      plan(
        Temporal.PlainDate.from('2031-01-09')
          .add({ months: 3 * quarter })
          .toString(),
      )
    const end = '2033-03-01'
    for (const day of [...turns.keys()].filter((one) => one <= end).toSorted()) {
      await clockwork.turnTo(`${day}T10:00:00Z`)
      for (const work of turns.get(day) ?? []) await work()
      const isToday = ({ at }: { at: string }): boolean => at.startsWith(day)
      const today = (await Promise.all(Object.values(ids).map((id) => askings(world, id))))
        .flat()
        .filter(isToday)
      for (const [instance, people] of Map.groupBy(today, (one) => one.instance_id)) {
        const members = people.map(({ member_id: member }) => member)
        await answer(place, instance, { members, of: (member) => (member.charCodeAt(12) % 5) + 1 })
        const { response_summary: told } = await bodyOf(author.get(`/api/check-in-instances/${instance}`))
        // Nothing moves while it is open, whoever answered.
        assert.deepEqual(
          [told.responded, told.response_rate, told.responded_max, told.rounded],
          [0, null, told.recipients, true],
        )
      }
    }

    for (const [name, id] of Object.entries(ids)) {
      const asked = (await askings(world, id)).map(({ member_id: member, at }) => ({
        checkIn: name,
        member,
        on: at.slice(0, 10),
      }))
      const due = wanted.filter(({ checkIn, on }) => checkIn === name && on <= end)
      const byMember = (one: { member: string }, other: { member: string }): number =>
        one.member < other.member ? -1 : 1
      assert.deepEqual(asked.toSorted(byMember), due.toSorted(byMember), name)
      assert.equal(new Set(asked.map(({ member }) => member)).size, asked.length)
    }

    const figures: { people: string[]; words: string }[] = []
    let untold = 0
    for (const [name, id] of Object.entries(ids)) {
      const all = await askings(world, id)
      for (const { id: instance, state, response_summary: told } of await instancesOf(
        author,
        `/api/check-ins/${id}`,
      )) {
        if (state !== 'closed') continue
        const people = all.filter((one) => one.instance_id === instance).map((one) => one.member_id)
        const results = await bodyOf(author.get(`/api/check-in-instances/${instance}/results`))
        const shown = results.questions.filter(({ suppressed }: { suppressed: boolean }) => !suppressed)
        if (people.length < k) {
          untold++
          assert.deepEqual([told.responded, told.response_rate], [0, null], `${name} ${people.length}`)
          assert.equal(shown.length, 0, JSON.stringify(results))
          assert.ok(['insufficient', 'pending'].includes(results.status ?? 'insufficient'))
        }
        if (shown.length > 0)
          figures.push({ people, words: JSON.stringify(drafts[name as 'first'].questions) })
      }
    }
    assert.ok(untold >= 8, `${untold}`)
    assert.ok(figures.length >= 5, `${figures.length}`)
    // Whatever is added and subtracted: whom the same figures count are at least k.
    for (const [, group] of Map.groupBy(figures, ({ words }) => words)) {
      const everybody = [...new Set(group.flatMap(({ people }) => people))]
      const classes = Map.groupBy(everybody, (member) =>
        group.map(({ people }) => (people.includes(member) ? '1' : '0')).join(''),
      )
      for (const [signature, members] of classes)
        assert.ok(members.length >= k, `${signature} ${members.length}`)
    }
  })
})

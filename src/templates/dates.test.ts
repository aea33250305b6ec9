/** What templates suggest for dates: of everybody or of each person, holidays, and where few have answered; by the rules of what is made from them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateFile } from '../../contract/template-file.ts'
import { run, sql } from '../db/db.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newWorld, type Reply } from '../../test/support/world.ts'

const world = await newWorld()
const author = await world.user({ role: 'member' })

const questions = [
  { id: 'welcome', type: 'scale', text: 'People were prepared for my arrival' },
  { id: 'tools', type: 'scale', text: 'I have what I need' },
]
const lifecycle = { date: 'joined_on', days: 30, period: 'quarter', time: '10:30' }
const around = { mode: 'confidential', window: 'P7D', lifecycle }
const draft = (suggested: object, kind = 'check_in') => ({ title: 'First month', kind, questions, suggested })
const low_participation = { below: 0.5, extend_by: 'P1D' }

const refusalOf = async (reply: Promise<Reply>): Promise<unknown[]> => {
  const { status, body } = await reply
  return [status, body.errors?.[0].pointer]
}

test('a template around joining or leaving has no dates of everybody, and survives a file', async () => {
  const made = await bodyOf(author.post('/api/templates', draft(around)), 201)
  assert.deepEqual([made.suggested.lifecycle, made.suggested.recurrence], [lifecycle, null])
  const copy = await bodyOf(author.post('/api/templates', templateFile(made)), 201)
  assert.deepEqual(copy.suggested, made.suggested)
  const checkIn = await bodyOf(
    author.post('/api/check-ins', {
      title: 'From it',
      questions,
      template_id: made.id,
      recipients: { team_ids: [(await world.team('New people', 5)).id] },
      confidentiality: { mode: made.suggested.mode },
      window: made.suggested.window,
      lifecycle: made.suggested.lifecycle,
    }),
    201,
  )
  assert.deepEqual(checkIn.lifecycle, lifecycle)
  const again = await bodyOf(author.post('/api/templates/from-survey', { survey_id: checkIn.id }), 201)
  assert.deepEqual([again.suggested.lifecycle, again.suggested.recurrence], [lifecycle, null])
})

test('a check-in that was stored before it could say what becomes of holidays makes a template like any other', async () => {
  const checkIn = await bodyOf(
    author.post('/api/check-ins', {
      title: 'Older',
      questions,
      recipients: { team_ids: [(await world.team('Older', 5)).id] },
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: '2031-01-01' },
      window: 'P2D',
    }),
    201,
  )
  await run(
    world.running.db.tx,
    sql`update check_ins set recurrence = recurrence - 'on_holiday' - 'time' where id = ${checkIn.id}`,
  )
  const made = await bodyOf(author.post('/api/templates/from-survey', { survey_id: checkIn.id }), 201)
  assert.deepEqual(made.suggested.recurrence, {
    rrule: 'FREQ=WEEKLY',
    time: '09:00',
    on_holiday: 'skip',
  })
})

test('whoever gives one kind of dates replaces the other, and keeps the rest', async () => {
  const made = await bodyOf(author.post('/api/templates', draft(around)), 201)
  const path = `/api/templates/${made.id}`
  const changed = async (suggested: object): Promise<any> =>
    (await bodyOf(author.patch(path, { suggested }))).suggested
  const window = await changed({ window: 'P5D' })
  assert.deepEqual(window, { ...made.suggested, window: 'P5D' })
  const weekly = await changed({ recurrence: { rrule: 'FREQ=WEEKLY', time: '09:00' }, low_participation })
  assert.deepEqual(
    [weekly.lifecycle, weekly.recurrence, weekly.low_participation, weekly.window],
    [null, { rrule: 'FREQ=WEEKLY', time: '09:00', on_holiday: 'skip' }, low_participation, 'P5D'],
  )
  const moving = await changed({
    recurrence: { rrule: 'FREQ=WEEKLY', time: '09:00', on_holiday: 'next_working_day' },
  })
  assert.deepEqual(await changed({ mode: 'attributed' }), { ...moving, mode: 'attributed' })
  assert.equal((await changed({ lifecycle, low_participation: null })).recurrence, null)
  const asUsual = await changed({ lifecycle: null })
  assert.deepEqual([asUsual.lifecycle, asUsual.recurrence.rrule], [null, 'FREQ=WEEKLY'])
})

test('what could be no check-in or no pulse is refused with its place', async () => {
  const refused: [object, string, string][] = [
    [{ lifecycle }, 'pulse', '/suggested/lifecycle'],
    [{ ...around, recurrence: { rrule: 'FREQ=WEEKLY', time: '09:00' } }, 'check_in', '/suggested/recurrence'],
    [{ ...around, mode: 'anonymous' }, 'check_in', '/suggested/mode'],
    [{ ...around, low_participation }, 'check_in', '/suggested/low_participation'],
    [{ ...around, window: 'P40D' }, 'check_in', '/suggested/window'],
    [
      { ...around, rotation: { question_ids: ['welcome', 'tools'], per_instance: 1, no_repeat_for: 1 } },
      'check_in',
      '/suggested/rotation',
    ],
    [
      { window: 'P5D', low_participation: { below: 0.5, extend_by: 'P3D' } },
      'check_in',
      '/suggested/low_participation/extend_by',
    ],
    [
      { low_participation: { below: 0.5, extend_by: 'PT5M' } },
      'pulse',
      '/suggested/low_participation/extend_by',
    ],
  ]
  for (const [suggested, kind, pointer] of refused)
    assert.deepEqual(
      await refusalOf(author.post('/api/templates', draft(suggested, kind))),
      [422, pointer],
      JSON.stringify(suggested),
    )
  // A pulse has no next date that an extension could meet.
  const long = { window: 'P20D', low_participation: { below: 0.5, extend_by: 'P20D' } }
  await bodyOf(author.post('/api/templates', draft(long, 'pulse')), 201)
})

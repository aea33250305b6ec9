/** Templates of an organisation: saved from nothing or from a survey, versioned, used, deleted and brought back; never anything of people. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { templateFile } from '../../contract/template-file.ts'
import { bodyOf, type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import {
  type Client,
  client,
  newWorld,
  pulseDraft,
  type Reply,
  type World,
} from '../../test/support/world.ts'
import { newId } from '../ids.ts'
import { templates } from './templates.ts'

type User = Client & { userId: string }

const now = '2026-02-02T08:00:00Z'
const dayMs = 86_400_000

let clockwork: Clockwork
let world: World
let author: User
let colleague: User
let admin: User

before(async () => {
  clockwork = await startClockwork({ alone: true })
  clockwork.setClocks(now)
  world = await newWorld({ running: clockwork.running })
  author = await world.user({ role: 'member' })
  colleague = await world.user({ role: 'member' })
  admin = await world.user({ role: 'admin' })
})

const scale = (id: string, more: object = {}) => ({ id, type: 'scale', text: `How is ${id}?`, ...more })

const file = {
  title: 'How teams work',
  purpose: 'For the first weeks of a new team.',
  description: 'Five questions, three minutes.',
  kind: 'check_in',
  suggested: {
    mode: 'confidential',
    window: 'P4D',
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=1MO', time: '08:30', on_holiday: 'next_working_day' },
    lifecycle: null,
    reminders: [{ before_close: 'PT24H' }],
    low_participation: { below: 0.5, extend_by: 'P2D' },
    rotation: null,
  },
  questions: [
    scale('tools', { labels: ['Bad', 'Good'], driver: 'tools' }),
    { id: 'rows', type: 'matrix', text: 'Support', rows: [{ id: 'people', text: 'People' }] },
  ],
  language: 'en',
  translations: {
    de: { title: 'Wie Teams arbeiten', questions: { tools: { text: 'Wie sind die Werkzeuge?' } } },
  },
}

const make = (by: Client, more: object = {}): Promise<any> =>
  bodyOf(by.post('/api/templates', { ...file, ...more }), 201)
const read = (by: Client, id: string): Promise<any> => bodyOf(by.get(`/api/templates/${id}`))
const refusalOf = async (reply: Promise<Reply>): Promise<unknown[]> => {
  const { status, body } = await reply
  return [status, body.code, body.errors?.[0].pointer]
}

suite('a template of the organisation', () => {
  test('is what its file says, for everybody in the organisation, and comes back the same from its file', async () => {
    const made = await make(author)
    assert.deepEqual(
      [made.origin, made.version, made.comparable_since, made.author_user_id, made.minutes],
      ['own', 1, 1, author.userId, 1],
    )
    assert.deepEqual(templateFile(made), file)
    const program = await world.organisation(['checkins:read'])
    for (const by of [colleague, program]) assert.deepEqual(await read(by, made.id), made)
    const again = await bodyOf(colleague.post('/api/templates', templateFile(made)), 201)
    assert.deepEqual(templateFile(await read(author, again.id)), file)
    for (const { id } of templates) {
      const shipped = await read(author, id)
      const copy = await bodyOf(author.post('/api/templates', templateFile(shipped)), 201)
      assert.deepEqual(templateFile(copy), templateFile(shipped))
    }
  })

  test('has what suits most where nothing was said', async () => {
    const { title, questions } = file
    const pulse = await bodyOf(author.post('/api/templates', { title, questions, kind: 'pulse' }), 201)
    const usual = {
      mode: 'anonymous',
      window: 'P3D',
      lifecycle: null,
      reminders: [],
      low_participation: null,
      rotation: null,
    }
    assert.deepEqual(pulse.suggested, { ...usual, recurrence: null })
    assert.deepEqual([pulse.purpose, pulse.description, pulse.language], ['', null, null])
    const checkIn = await bodyOf(author.post('/api/templates', { title, questions, kind: 'check_in' }), 201)
    const recurrence = { rrule: 'FREQ=WEEKLY', time: '09:00', on_holiday: 'skip' }
    assert.deepEqual(checkIn.suggested, { ...usual, recurrence })
  })

  test('is saved from a survey without anything of people', async () => {
    const team = await world.team('Platform', 6)
    const wording = {
      title: 'Week',
      description: 'How was it?',
      questions: file.questions,
      language: 'en',
      translations: { de: { description: 'Wie war sie?' } },
      confidentiality: { mode: 'attributed', audience: [admin.userId] },
      reminders: file.suggested.reminders,
      low_participation: { below: 0.4, extend_by: 'P1D' },
    }
    const draft = pulseDraft([team.id], {
      ...wording,
      recipients: { team_ids: [team.id], member_ids: team.members },
      closes_at: '2026-02-06T07:00:00Z',
      visibility: 'private',
      metadata: { ticket: 'T-1' },
    })
    const pulse = await bodyOf(author.post('/api/pulses', draft), 201)
    const saved = await bodyOf(
      author.post('/api/templates/from-survey', { survey_id: pulse.id, title: 'Every week' }),
      201,
    )
    const { confidentiality: _mode, reminders, low_participation, ...texts } = wording
    assert.deepEqual(templateFile(saved), {
      ...texts,
      title: 'Every week',
      purpose: '',
      kind: 'pulse',
      suggested: {
        mode: 'attributed',
        window: 'P4D',
        recurrence: null,
        lifecycle: null,
        reminders,
        low_participation,
        rotation: null,
      },
    })
    const { topic: _topic, metadata: _metadata, closes_at: _closes, ...asked } = draft as any
    const rotation = { question_ids: ['tools', 'rows'], per_instance: 1, no_repeat_for: 1 }
    const repeats = { rrule: 'FREQ=WEEKLY;BYDAY=TU', time: '07:15', on_holiday: 'next_working_day' }
    const rhythm = { ...repeats, starts_on: '2026-03-03', holidays: ['2026-03-10'] }
    const checkIn = await bodyOf(
      author.post('/api/check-ins', { ...asked, window: 'P2D', recurrence: rhythm, rotation }),
      201,
    )
    const weekly = await bodyOf(
      author.post('/api/templates/from-survey', { survey_id: checkIn.id, purpose: 'For Tuesdays' }),
      201,
    )
    assert.deepEqual(weekly.suggested, {
      mode: 'attributed',
      window: 'P2D',
      recurrence: repeats,
      lifecycle: null,
      reminders,
      low_participation,
      rotation,
    })
    const shown = JSON.stringify([saved, weekly, await read(colleague, saved.id)])
    for (const id of [...team.members, team.id, pulse.id, checkIn.id, admin.userId, 'T-1'])
      assert.ok(!shown.includes(id), id)
    // A private survey is there for its author alone, whoever else knows its id.
    for (const survey_id of [pulse.id, checkIn.id, newId('pulse')])
      assert.deepEqual(await refusalOf(colleague.post('/api/templates/from-survey', { survey_id })), [
        422,
        'unprocessable',
        '/survey_id',
      ])
  })

  test('gets a new version with each change, and says which questions are not comparable any more', async () => {
    const made = await make(author, {
      questions: [scale('tools'), scale('pay'), scale('rooms'), scale('noise')],
      translations: {},
    })
    const path = `/api/templates/${made.id}`
    const reworded = await bodyOf(
      author.patch(path, {
        questions: [
          scale('tools', { text: 'Are the tools good?' }),
          scale('pay'),
          scale('rooms'),
          scale('noise'),
          scale('more'),
        ],
      }),
    )
    assert.deepEqual(reworded.comparison, { version: 1, comparable: true, questions: [] })
    const changed = await bodyOf(
      author.patch(path, {
        questions: [
          scale('tools', { max: 7 }),
          { id: 'pay', type: 'yes_no', text: 'Enough?' },
          scale('rooms'),
        ],
      }),
    )
    assert.deepEqual(changed.comparison, {
      version: 2,
      comparable: false,
      questions: [
        { question_id: 'tools', reason: 'scale' },
        { question_id: 'pay', reason: 'type' },
        { question_id: 'noise', reason: 'removed' },
        { question_id: 'more', reason: 'removed' },
      ],
    })
    const titled = await bodyOf(author.patch(path, { title: 'New title' }))
    assert.deepEqual([titled.version, titled.comparable_since], [4, 3])
    const same = await bodyOf(author.patch(path, { title: 'New title', suggested: { window: 'P4D' } }))
    assert.deepEqual([same.version, same.comparison], [4, null])
    const stale = await author.patch(path, { title: 'Stale' }, { 'if-match': '"3"' })
    assert.equal(stale.body.code, 'precondition_failed')
    const alone = await bodyOf(author.patch(path, { kind: 'pulse' }))
    assert.equal(alone.suggested.recurrence, null)
  })

  test('refuses questions that no survey could ask', async () => {
    const made = await make(author)
    for (const [wrong, pointer] of [
      [{ questions: [scale('one'), scale('one')] }, '/questions/1/id'],
      [{ language: 'tlh', translations: {} }, '/language'],
      [
        { translations: { de: { questions: { nothing: { text: 'Nichts' } } } } },
        '/translations/de/questions/nothing/text',
      ],
      [{ title: '\u200b ' }, '/title'],
      [{ suggested: { recurrence: { rrule: 'FREQ=NEVER', time: '09:00' } } }, '/suggested/recurrence/rrule'],
      [{ suggested: { window: 'PT1S' } }, '/suggested/window'],
      [
        { suggested: { mode: 'anonymous', reminders: Array(4).fill({ before_close: 'PT24H' }) } },
        '/suggested/reminders',
      ],
      [{ kind: 'pulse' }, '/suggested/recurrence'],
    ] as const) {
      const refused = [422, 'unprocessable', pointer]
      assert.deepEqual(await refusalOf(author.post('/api/templates', { ...file, ...wrong })), refused)
      if (!('kind' in wrong))
        assert.deepEqual(await refusalOf(author.patch(`/api/templates/${made.id}`, wrong)), refused)
    }
    assert.deepEqual(await read(author, made.id), made)
  })

  test('is changed and deleted by its author and by admins, and restored for thirty days', async () => {
    const made = await make(author)
    const path = `/api/templates/${made.id}`
    for (const attempt of [
      colleague.patch(path, { title: 'Mine' }),
      colleague.delete(path),
      colleague.post(`${path}/restore`),
    ])
      assert.deepEqual((await refusalOf(attempt)).slice(0, 2), [403, 'not_the_author'])
    assert.equal((await bodyOf(admin.patch(path, { title: 'By an admin' }))).author_user_id, author.userId)
    for (const _twice of [1, 2]) await bodyOf(author.delete(path), 204)
    for (const by of [colleague, await world.organisation()]) assert.equal((await by.get(path)).status, 404)
    assert.equal((await author.patch(path, { title: 'Gone' })).status, 404)
    const listed = async (by: Client, query: string): Promise<string[]> =>
      (await bodyOf(by.get(`/api/templates?origin=own&limit=200${query}`))).templates.map(({ id }: any) => id)
    assert.ok(!(await listed(author, '')).includes(made.id))
    assert.deepEqual(await listed(author, '&deleted=true'), [made.id])
    assert.deepEqual(await listed(admin, '&deleted=true'), [made.id])
    assert.deepEqual(await listed(colleague, '&deleted=true'), [])
    const restored = await bodyOf(author.post(`${path}/restore`))
    assert.deepEqual([restored.deleted_at, restored.version], [null, 2])
    await bodyOf(admin.delete(path), 204)
    const token = { userId: author.userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') }
    const later = client(world.url, await world.token(token))
    const over = Date.parse(now) + limits.deletedKeptDays * dayMs
    await clockwork.turnTo(over - dayMs)
    assert.equal((await later.get(path)).status, 200)
    await clockwork.turnTo(over)
    assert.equal((await later.post(`${path}/restore`)).status, 404)
    clockwork.setClocks(now)
  })

  test('is listed before those of the service, page by page, by kind and by words', async () => {
    const other = await newWorld({ running: clockwork.running })
    const by = await other.user()
    const ids: string[] = []
    for (const title of ['First', 'Second', 'Third of 100%']) ids.unshift((await make(by, { title })).id)
    const all = [...ids, ...templates.map(({ id }) => id)]
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: any = await bodyOf(
        by.get(`/api/templates?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`),
      )
      paged.push(...page.templates.map(({ id }: any) => id))
      cursor = page.next_cursor
    }
    assert.deepEqual(paged, all)
    const idsOf = async (query: string): Promise<string[]> =>
      (await bodyOf(by.get(`/api/templates?${query}`))).templates.map(({ id }: any) => id)
    assert.deepEqual(await idsOf('origin=own'), ids)
    assert.deepEqual(await idsOf('origin=built_in'), all.slice(3))
    assert.deepEqual(await idsOf('q=100%25'), ids.slice(0, 1))
    assert.deepEqual(await idsOf('q=RETROSPECTIVE&kind=pulse'), ['retrospective'])
    const checkIns = templates.filter(({ kind }) => kind === 'check_in').map(({ id }) => id)
    assert.deepEqual(await idsOf('kind=check_in'), [...ids, ...checkIns])
  })

  test('counts the surveys that were made from it, as far as the reader sees them', async () => {
    const made = await make(author)
    const team = await world.team('Asked', 6)
    const usage = async (by: Client, id = made.id): Promise<number> => (await read(by, id)).usage.surveys
    const draftOf = (more: object) => pulseDraft([team.id], { template_id: made.id, ...more })
    const first = await bodyOf(author.post('/api/pulses', draftOf({})), 201)
    assert.deepEqual([first.template_id, first.template_version], [made.id, 1])
    await bodyOf(author.patch(`/api/templates/${made.id}`, { title: 'Version 2' }))
    const secret = await bodyOf(author.post('/api/pulses', draftOf({ visibility: 'private' })), 201)
    assert.equal(secret.template_version, 2)
    assert.deepEqual([await usage(author), await usage(colleague), await usage(admin)], [2, 1, 1])
    assert.equal((await read(colleague, made.id)).usage.last_used_at, first.created_at)
    const older = await bodyOf(author.post('/api/pulses', draftOf({ template_version: 1 })), 201)
    const copy = await bodyOf(author.post(`/api/pulses/${older.id}/duplicate`), 201)
    assert.deepEqual([copy.template_id, copy.template_version], [made.id, 1])
    assert.equal(await usage(colleague), 3)
    await bodyOf(author.delete(`/api/pulses/${older.id}`), 204)
    assert.equal(await usage(colleague), 2)

    const { topic: _topic, ...asked } = pulseDraft([team.id]) as any
    const recurrence = { rrule: 'FREQ=WEEKLY', starts_on: '2026-03-03' }
    const shipped = { ...asked, recurrence, template_id: 'weekly_check_in' }
    const checkIn = await bodyOf(author.post('/api/check-ins', shipped), 201)
    assert.deepEqual([checkIn.template_id, checkIn.template_version], ['weekly_check_in', 1])
    assert.deepEqual([await usage(colleague, 'weekly_check_in'), await usage(colleague, 'enps')], [1, 0])

    // Deleting it takes nothing from them, and begins no more.
    await bodyOf(author.delete(`/api/templates/${made.id}`), 204)
    assert.deepEqual(await bodyOf(author.get(`/api/pulses/${first.id}`)), first)
    for (const [wrong, pointer] of [
      [{ template_id: made.id }, '/template_id'],
      [{ template_id: 'nothing' }, '/template_id'],
      [{ template_id: 'enps', template_version: 2 }, '/template_version'],
      [{ template_id: null, template_version: 1 }, '/template_version'],
    ] as const) {
      const refused = [422, 'unprocessable', pointer]
      assert.deepEqual(await refusalOf(author.post('/api/pulses', draftOf(wrong))), refused)
      assert.deepEqual(
        await refusalOf(author.post('/api/check-ins', { ...shipped, template_version: undefined, ...wrong })),
        refused,
      )
    }
  })

  test('stays without its author when they are erased, and only admins change it then', async () => {
    const [memberId] = (await world.team('Leaving', 1)).members
    const leaving = await world.user({ role: 'member' })
    await clockwork.running.db.pool.query(
      'update users set member_id = $1 where organisation_id = $2 and id = $3',
      [memberId, world.organisationId, leaving.userId],
    )
    const made = await make(leaving)
    await bodyOf((await world.organisation()).post(`/api/members/${memberId}/erase`))
    const left = await read(admin, made.id)
    assert.deepEqual({ ...left, author_user_id: leaving.userId }, made)
    assert.equal(left.author_user_id, null)
    assert.equal((await colleague.patch(`/api/templates/${made.id}`, { title: 'Mine' })).status, 403)
    await bodyOf(admin.patch(`/api/templates/${made.id}`, { title: 'Ours' }))
  })

  test('is refused where the organisation has as many as it may, whoever saves at the same time', async () => {
    const full = await newWorld({ running: clockwork.running })
    const by = await full.user()
    const one = await make(by)
    await clockwork.running.db.pool.query(
      `insert into templates (organisation_id, id, author_user_id, kind, title, purpose, suggested, questions, translations, created_at, updated_at)
       select organisation_id, 'tpl_' || n, author_user_id, kind, title, purpose, suggested, questions, translations, created_at, updated_at
       from templates, generate_series(2, $2::integer) n where organisation_id = $1`,
      [full.organisationId, limits.templatesMax - 2],
    )
    await bodyOf(by.delete(`/api/templates/${one.id}`), 204)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => by.post('/api/templates', file)))
    assert.deepEqual(
      replies.map(({ status, body }) => body.errors?.[0].code ?? status).toSorted(),
      [201, 201, 201, 'too_many', 'too_many'].toSorted(),
    )
    const restoring = await by.post(`/api/templates/${one.id}/restore`)
    assert.deepEqual([restoring.status, restoring.body.errors[0].code], [422, 'too_many'])
  })
})

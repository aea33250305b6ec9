import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { driverIds } from '../../contract/drivers.ts'
import { type Answer, type FormQuestion, formTypes } from '../../contract/questions.ts'
import { missingTranslations } from '../../contract/wording.ts'
import { links, newWorld, type Reply, type World } from '../../test/support/world.ts'
import { definitionOf, partsOfForm } from '../questions/questions.ts'
import { templates } from './templates.ts'

const answersTo = (questions: readonly FormQuestion[], which: number): Answer[] =>
  partsOfForm(questions).map((question) => ({
    question_id: question.id,
    ...definitionOf(question).examples(question)[which],
  }))

let world: World
let author: Awaited<ReturnType<World['user']>>
let team: string

async function done(promise: Promise<Reply>, status = 200): Promise<any> {
  const reply = await promise
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  return reply.body
}

suite('templates', () => {
  before(async () => {
    world = await newWorld()
    author = await world.user()
    // One more than answer: of a team in which all do, one answer is left out at random.
    team = (await world.team('Everyone', 7)).id
  })

  test('can be listed, filtered by kind, and read one by one', async () => {
    const reader = await world.organisation(['checkins:read'])
    const { templates: all } = await done(reader.get('/api/templates'))
    const unused = { surveys: 0, last_used_at: null }
    assert.deepEqual(
      all,
      templates.map((template) => ({ ...JSON.parse(JSON.stringify(template)), usage: unused })),
    )
    for (const template of all) {
      assert.deepEqual(await done(reader.get(`/api/templates/${template.id}`)), template)
      const { templates: ofKind } = await done(reader.get(`/api/templates?kind=${template.kind}`))
      assert.deepEqual(
        ofKind,
        all.filter((one: any) => one.kind === template.kind),
      )
    }
    for (const id of ['none', 'constructor', '__proto__', 'Retrospective', 'a%2Fb'])
      assert.equal((await reader.get(`/api/templates/${id}`)).status, 404, id)
  })

  test('have unique ids, and cover all types of question and all drivers', () => {
    assert.equal(new Set(templates.map(({ id }) => id)).size, templates.length)
    const types = new Set(templates.flatMap(({ questions }) => questions.map(({ type }) => type)))
    assert.deepEqual(types, new Set(formTypes))
    const drivers = templates.find(({ id }) => id === 'engagement_drivers')
    assert.deepEqual(
      drivers?.questions.flatMap((item) => ('driver' in item ? (item.driver ?? []) : [])),
      driverIds,
    )
    for (const { title, questions, translations, id } of templates)
      for (const { language, missing } of missingTranslations({ title, questions }, translations))
        assert.deepEqual(missing, [], `${id} in ${language}`)
    for (const { suggested, kind, id, purpose } of templates) {
      const { recurrence, lifecycle } = suggested
      assert.equal((recurrence ?? lifecycle) !== null, kind === 'check_in', id)
      assert.ok(purpose.length > 40 && purpose.length < 300, id)
    }
  })

  for (const { id, questions, title, suggested, language, translations } of templates) {
    const draft = () => ({
      title,
      questions,
      language,
      translations,
      recipients: { team_ids: [team] },
      confidentiality: { mode: suggested.mode },
      reminders: suggested.reminders,
      channels: ['link'],
    })
    const answerAll = async (path: string): Promise<void> => {
      for (const [at, { url }] of (await links(author, path)).slice(0, 6).entries()) {
        const answers = answersTo(questions, at % 2)
        await done(world.anyone.post(new URL(url).pathname, { answers }), 201)
      }
    }

    test(`${id} is a valid pulse, and every question can be answered`, async () => {
      const pulse = await done(author.post('/api/pulses', draft()), 201)
      const path = `/api/pulses/${pulse.id}`
      await done(author.post(`${path}/open`))
      await answerAll(path)
      const closed = await done(author.post(`${path}/close`))
      assert.equal(closed.response_summary.responded, 6)
    })

    test(`${id} is a valid check-in`, async () => {
      const recurrence = suggested.recurrence ?? { rrule: 'FREQ=WEEKLY', time: '09:00' }
      const checkIn = await done(
        author.post('/api/check-ins', {
          ...draft(),
          window: suggested.window,
          recurrence: { ...recurrence, starts_on: '2031-01-01' },
        }),
        201,
      )
      const { lifecycle, window } = suggested
      if (lifecycle) await done(author.post('/api/check-ins', { ...draft(), window, lifecycle }), 201)
      await done(author.post(`/api/check-ins/${checkIn.id}/activate`))
      const { check_in_instances: planned } = await done(author.get(`/api/check-ins/${checkIn.id}/instances`))
      const path = `/api/check-in-instances/${planned[0].id}`
      await done(author.post(`${path}/open`))
      await answerAll(path)
      const closed = await done(author.post(`${path}/close`))
      assert.equal(closed.response_summary.responded, 6)
    })
  }
})

/** Questions that take turns: which come when, that everybody is asked the same, and what previews and trends make of it. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { activated, instancesOf, weekly, weeklyLater } from '../../test/support/recurring.ts'
import { type Client, links, newWorld, type World } from '../../test/support/world.ts'
import { nextTurn } from './rotation.ts'

const scale = (id: string, more: object = {}) => ({ id, type: 'scale', text: `How is ${id}?`, ...more })

suite('a turn', () => {
  test('repeats no question too soon, asks all of them, and is the same for the same past', () => {
    const rotation = (size: number, count: number, pause: number) => ({
      question_ids: Array.from({ length: size }, (_none, at) => `q${at}`),
      per_instance: count,
      no_repeat_for: pause,
    })
    for (const [size, count, pause] of [
      [4, 1, 3],
      [7, 2, 2],
      [6, 3, 1],
      [5, 2, 0],
      [50, 1, 49],
    ] as const) {
      const turns: string[][] = []
      for (let at = 0; at < 3 * size; at++) turns.push(nextTurn(rotation(size, count, pause), turns))
      for (const [at, turn] of turns.entries()) {
        assert.equal(turn.length, count)
        const lately = new Set(turns.slice(Math.max(0, at - pause), at).flat())
        assert.deepEqual(
          turn.filter((id) => lately.has(id)),
          [],
          `${size} ${count} ${pause} at ${at}`,
        )
        assert.deepEqual(nextTurn(rotation(size, count, pause), turns.slice(0, at)), turn)
      }
      assert.equal(new Set(turns.slice(0, Math.ceil(size / count)).flat()).size, size)
    }
  })

  test('brings a new question next, and forgets those that left the pool', () => {
    const rotation = { question_ids: ['a', 'b', 'new'], per_instance: 1, no_repeat_for: 0 }
    assert.deepEqual(nextTurn(rotation, [['a'], ['gone'], ['b']]), ['new'])
    assert.deepEqual(nextTurn(rotation, [['a'], ['gone'], ['b'], ['new']]), ['a'])
  })
})

let world: World
let author: Client & { userId: string }
let team: { id: string }

before(async () => {
  world = await newWorld()
  author = await world.user()
  team = await world.team('Everyone', 7)
})

const questions = [
  scale('week', { driver: 'workload' }),
  scale('tools', { driver: 'tools' }),
  {
    id: 'rows',
    type: 'matrix',
    text: 'Support',
    rows: [{ id: 'lead', text: 'Lead', driver: 'leadership_change' }],
  },
  scale('pay', { driver: 'pay' }),
  { id: 'thanks', type: 'statement', text: 'Nearly there.' },
  { id: 'more', type: 'text', text: 'What else?' },
]
const rotation = { question_ids: ['tools', 'rows', 'pay'], per_instance: 1, no_repeat_for: 2 }
const draft = (more: object = {}) =>
  weekly([team.id], {
    questions,
    rotation,
    recurrence: weeklyLater(),
    language: 'en',
    translations: {
      de: { questions: { tools: { text: 'Wie sind die Werkzeuge?' }, pay: { text: 'Und das Gehalt?' } } },
    },
    ...more,
  })

/** Opens the next instance, lets everybody answer and closes it. */
async function hold(path: string, value = 4): Promise<{ place: string; asked: string[] }> {
  const next = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
  const place = `/api/check-in-instances/${next.id}`
  await bodyOf(author.post(`${place}/open`))
  const forms: string[] = []
  for (const { url } of await links(author, place)) {
    const link = new URL(url).pathname
    const form = (await bodyOf(world.anyone.get(link))).questions
    forms.push(JSON.stringify(form))
    const answers = form.flatMap((item: any) =>
      item.type === 'scale'
        ? [{ question_id: item.id, value }]
        : item.type === 'matrix'
          ? [{ question_id: `${item.id}.lead`, value }]
          : [],
    )
    await bodyOf(world.anyone.post(link, { answers }), 201)
  }
  assert.equal(new Set(forms).size, 1, 'everybody is asked the same')
  await bodyOf(author.post(`${place}/close`))
  return { place, asked: JSON.parse(forms[0]).map(({ id }: any) => id) }
}

const planOf = async (path: string): Promise<any> => (await bodyOf(author.get(`${path}/preview`))).rotation

suite('a check-in with rotation', () => {
  test('asks what its preview said, everybody the same, and trends join over the instances that asked', async () => {
    const { path } = await activated(author, draft())
    const preview = await bodyOf(author.get(`${path}/preview`))
    const turns = [['tools'], ['rows'], ['pay']]
    assert.deepEqual(
      preview.rotation.instances.map((one: any) => one.question_ids),
      turns,
    )
    const dates = preview.rotation.instances.map((one: any) => one.local_date)
    assert.deepEqual(preview.rotation.drivers, [
      { driver: 'workload', every_time: true, local_date: dates[0] },
      { driver: 'tools', every_time: false, local_date: dates[0] },
      { driver: 'leadership_change', every_time: false, local_date: dates[1] },
      { driver: 'pay', every_time: false, local_date: dates[2] },
    ])
    assert.ok(preview.html.includes('How is tools?') && !preview.html.includes('How is pay?'))
    // What a translation lacks is said of the whole check-in.
    assert.deepEqual(
      preview.translations[0].missing.filter((one: string) => one.startsWith('/questions/3')),
      [],
    )
    assert.ok(preview.translations[0].missing.includes('/questions/2/text'))

    for (const [at, turn] of [...turns, turns[0]].entries()) {
      const plan = await planOf(path)
      const { place, asked } = await hold(path)
      assert.deepEqual(
        asked,
        questions
          .map(({ id }) => id)
          .filter((id) => !rotation.question_ids.includes(id) || turn.includes(id)),
      )
      const instance = await bodyOf(author.get(place))
      assert.deepEqual(
        [instance.local_date, instance.rotation_question_ids],
        [plan.instances[0].local_date, plan.instances[0].question_ids],
        `instance ${at}`,
      )
      const { questions: figures } = await bodyOf(author.get(`${place}/results`))
      assert.ok(figures.some(({ id }: any) => id.startsWith(turn[0])))
    }
    const [trend] = (await bodyOf(author.get(`/api/insights/trends?check_in_id=${path.split('/')[3]}`)))
      .trends
    const points = Object.fromEntries(
      trend.series
        .filter(({ measure }: any) => measure === 'score')
        .map((one: any) => [one.question_id, one.points.length]),
    )
    assert.deepEqual(points, { week: 4, tools: 2, 'rows.lead': 1, pay: 1 })
  })

  test('keeps the turn of a date that is skipped, and takes edits from its next instance on', async () => {
    const { path } = await activated(author, draft({ title: 'Skipped' }))
    const [{ id }] = await instancesOf(author, path)
    const [, second] = (await planOf(path)).instances
    await bodyOf(author.post(`/api/check-in-instances/${id}/skip`))
    assert.deepEqual((await planOf(path)).instances[0], { ...second, question_ids: ['tools'] })
    assert.deepEqual((await hold(path)).asked.includes('tools'), true)
    await bodyOf(author.patch(path, { rotation: { ...rotation, question_ids: ['pay', 'tools', 'rows'] } }))
    assert.deepEqual((await planOf(path)).instances[0].question_ids, ['pay'])
    const changed = await bodyOf(author.patch(path, { rotation: null }))
    assert.equal(changed.rotation, null)
    const whole = await bodyOf(author.get(`${path}/preview`))
    assert.equal(whole.rotation, null)
    assert.ok(['tools', 'pay'].every((one) => whole.html.includes(`How is ${one}?`)))
    const { id: plain } = await bodyOf(author.post('/api/check-ins', weekly([team.id])), 201)
    assert.equal(await planOf(`/api/check-ins/${plain}`), null)
  })

  test('is refused where a question is unknown, asks nothing, decides about another, or comes again too soon', async () => {
    const { id } = await bodyOf(author.post('/api/check-ins', draft()), 201)
    for (const [wrong, pointer, code] of [
      [
        { rotation: { ...rotation, question_ids: ['tools', 'pay', 'none'] } },
        '/rotation/question_ids/2',
        'unknown',
      ],
      [
        { rotation: { ...rotation, question_ids: ['tools', 'pay', 'thanks'] } },
        '/rotation/question_ids/2',
        'invalid',
      ],
      [{ rotation: { ...rotation, per_instance: 2 } }, '/rotation/question_ids', 'too_few'],
      [{ rotation: { ...rotation, no_repeat_for: 3 } }, '/rotation/question_ids', 'too_few'],
      [
        { questions: [...questions, scale('why', { show_if: { question_id: 'pay', any_of: [1] } })] },
        '/questions/6/show_if/question_id',
        'takes_turns',
      ],
      [{ questions: questions.slice(0, 2) }, '/rotation/question_ids/1', 'unknown'],
    ] as const) {
      for (const reply of [
        await author.post('/api/check-ins', draft(wrong)),
        await author.patch(`/api/check-ins/${id}`, wrong),
      ])
        assert.deepEqual(
          [reply.status, reply.body.errors?.[0].pointer, reply.body.errors?.[0].code],
          [422, pointer, code],
        )
    }
    const twice = await author.post(
      '/api/check-ins',
      draft({ rotation: { ...rotation, question_ids: ['pay', 'pay', 'rows'] } }),
    )
    assert.equal(twice.status, 400)
  })
})

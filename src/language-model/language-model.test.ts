/** A language model that obeys every answer, and one that fails in every way: figures, quotes and actions stay. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { honestly, type Model, startModel } from '../../test/support/language-model.ts'
import {
  broken,
  brokenReplies,
  comments,
  findings,
  impatientMs,
  outcomeWith,
  tryHostile,
} from '../../test/support/trial.ts'
import { hostileAnswers } from '../../test/support/hostile-model.ts'
import { groundOf, labelFrom, sentenceFrom } from './wording.ts'

let model: Model

suite('a language model', () => {
  before(async () => {
    model = await startModel(honestly)
  })
  after(() => model.close())

  test('that is honest names themes and adds a summary, and changes no figure', async () => {
    model.asked.length = 0
    const { findings: phrased, refused } = await outcomeWith(model, honestly)
    assert.equal(refused, null)
    assert.deepEqual(broken(phrased), [])
    assert.deepEqual(
      phrased.slice(0, 3).map(({ statement }) => statement),
      [
        '50% of people who commented mention slow build pipelines (12 of 24), most of them negatively (10).',
        '50% of people who commented mention meetings over meetings (12 of 24), most of them negatively (10).',
        'Platform: 50% of people who commented mention slow build pipelines (12 of 24), most of them negatively (10).',
      ],
    )
    const { engine_label, labelled_by } = phrased[0].value as any
    assert.deepEqual(
      [engine_label, labelled_by],
      ['slow builds', { provider: new URL(model.provider.url).host, model: 'test-1', prompt_version: '1' }],
    )
    assert.deepEqual(
      phrased.slice(findings.length).map(({ kind, statement, n }) => [kind, statement, n]),
      [['summary', 'Slow builds and many meetings keep people from work.', null]],
    )
  })

  test('gets answers as data behind a fixed instruction, without tools, at temperature 0', () => {
    assert.ok(model.asked.length >= 6)
    const systems = new Set<string>()
    for (const { body, headers, answers, kind } of model.asked) {
      assert.equal(headers.authorization, 'Bearer secret')
      const { messages, temperature, response_format: format, tools, model: name } = body
      assert.deepEqual(
        [temperature, tools, name, format.type, format.json_schema.strict],
        [0, undefined, 'test-1', 'json_schema', true],
      )
      assert.deepEqual(
        messages.map(({ role }: any) => role),
        ['system', 'user'],
      )
      for (const { text } of answers) assert.ok(!messages[0].content.includes(text))
      systems.add(`${kind} ${messages[0].content}`)
      assert.deepEqual(Object.keys(answers[0]), ['id', 'text'])
    }
    assert.equal(systems.size, 2)
    const sent = model.asked
      .filter(({ kind }) => kind === 'proposal')
      .flatMap(({ answers }) => answers.map(({ text }) => text))
    assert.deepEqual(sent.toSorted(), comments.toSorted(), 'each answer goes into one batch')
  })

  const ways = new Map(hostileAnswers.map((hostile) => [hostile.way, hostile]))
  for (const [way, hostile] of ways)
    test(`that obeys an answer changes no figure, quote or action: ${way}`, async () => {
      const { faults } = await tryHostile(model, [hostile])
      assert.deepEqual(faults, [])
    })

  for (const [what, speak] of Object.entries(brokenReplies))
    test(`that replies by ${what} leaves the findings in the engine’s words`, async () => {
      const outcome = await outcomeWith(model, speak, [], impatientMs)
      assert.ok(outcome.refused)
      assert.deepEqual(outcome.findings, findings)
    })

  test('that disagrees with the engine on more than a third of the answers is ignored', async () => {
    const { refused } = await outcomeWith(model, (asked) => {
      const reply: any = honestly(asked)
      if (asked.kind === 'proposal') reply.tags = reply.tags.map(({ id }: any) => ({ id, drivers: ['pay'] }))
      return reply
    })
    assert.match(refused!, /otherwise than the engine/)
  })

  test('is not asked about too few answers for three batches', async () => {
    model.asked.length = 0
    const { phrasingOf, Unphrased } = await import('./phrasing.ts')
    const few = { questions: [comments.slice(0, 8)], themes: [], names: [], seed: '1' }
    await assert.rejects(
      phrasingOf(() => assert.fail('asked'), few),
      Unphrased,
    )
  })

  test('one vote among many changes no name', async () => {
    let first = true
    const { findings: phrased } = await outcomeWith(model, (asked) => {
      const reply: any = honestly(asked)
      if (asked.kind === 'votes' && !first)
        reply.labels = asked.candidates.labels.map(({ theme }) => ({ theme, choice: 'c0' }))
      first = asked.kind === 'proposal'
      return reply
    })
    assert.equal((phrased[0].value as any).label, 'slow builds')
  })
})

test('labels and sentences with unsafe words are not shown', () => {
  const ground = groundOf([...comments, 'The zebra rules us', 'Call it zebra'], ['Zuzana Novakova'])
  const labels: [reply: string, label: string | null][] = [
    ['Slow builds', 'Slow builds'],
    ['  Slow   builds ', 'Slow builds'],
    ['Meetings without agenda', 'Meetings without agenda'],
    ['Performance of pipelines', 'Performance of pipelines'],
    ['Zebra builds', null],
    ['Performance', null],
    ['Builds 90', null],
    ['Ninety builds', null],
    ['Most builds', null],
    ['Builds!', null],
    ['Builds: now', null],
    ['“Builds”', null],
    ['<b>Builds</b>', null],
    ['builds.example', null],
    ['Builds\nmeetings', null],
    ['Fire builds', null],
    ['Builds of Zuzana Novakova', null],
    ['Ｂuilds ９', null],
    ['Builds \u202e sdliub', null],
    ['builds '.repeat(12), null],
    ['', null],
  ]
  for (const [reply, label] of labels) assert.equal(labelFrom(reply, ground), label, reply)
  const sentences: [reply: string, sentence: string | null][] = [
    ['Slow builds and meetings are in the way', 'Slow builds and meetings are in the way.'],
    ['Slow builds and flaky pipelines cost us hours', null],
    ['Managers should end meetings.', null],
    ['Half of the builds are slow.', null],
    ['Builds got 3 of 5.', null],
    ['See evil.example for builds.', null],
    ['slow builds are in the way', null],
  ]
  for (const [reply, sentence] of sentences) assert.equal(sentenceFrom(reply, ground), sentence, reply)
})

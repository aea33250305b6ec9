/** The operator's model in the thread of the analysis: what it changes, and what stays when it fails. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { writeModel } from '../../../test/support/onnx-model.ts'
import { skipWithoutRuntime } from '../../../test/support/onnx-runtime.ts'
import { analyseTexts } from '../analysis.ts'
import { type Analyst, type ModelInput, startAnalyst } from '../analyst.ts'

const vocabulary = { goed: [0, 0, 6], slecht: [6, 0, 0], great: [6, 0, 0] }
const manifest = {
  name: 'By hand',
  labels: ['negative', 'neutral', 'positive'],
  languages: ['nl', 'de'],
}
const texts = [
  'De samenwerking met de andere afdeling is slecht en het rooster ook',
  'Great team and great tools, thank you',
  'Das Team ist großartig und die Stimmung ist sehr gut, finde ich goed',
  '',
  'slecht rooster',
]
const contexts = [undefined, undefined, undefined, undefined, { declared: 'nl' }]
const builtIn = analyseTexts(texts, undefined, contexts)

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-model-'))
  await writeModel(folder, vocabulary, manifest)
})
after(() => rm(folder, { recursive: true, force: true }))

async function using(
  model: Partial<ModelInput>,
  work: (analyst: Analyst, faults: string[]) => Promise<void>,
  timeoutMs?: number,
): Promise<void> {
  const faults: string[] = []
  const analyst = startAnalyst({
    model: { folder, ...model },
    onFault: (fault) => faults.push(fault),
    timeoutMs,
  })
  try {
    await work(analyst, faults)
  } finally {
    await analyst.stop()
  }
}

suite('an analysis with a model of the operator', { skip: await skipWithoutRuntime() }, () => {
  test('has its scores in its languages, and is as without it elsewhere', () =>
    using({}, async (analyst, faults) => {
      const { answers, model } = await analyst.analyse(texts, undefined, contexts)
      assert.deepEqual(faults, [])
      assert.deepEqual([model?.name, analyst.model()?.fault], ['By hand', null])
      assert.deepEqual(
        answers.map(({ label }) => label),
        ['negative', 'positive', 'positive', null, 'negative'],
      )
      assert.deepEqual([answers[1], answers[3]], [builtIn.answers[1], builtIn.answers[3]])
      const [dutch, , german] = answers
      assert.deepEqual([dutch.language, dutch.reason, dutch.clauses], ['nl', undefined, []])
      assert.notEqual(german.score, builtIn.answers[2].score)
      assert.deepEqual(german.clauses, builtIn.answers[2].clauses)
    }))

  test('reads more answers than go to the model at once, each in its place', () =>
    using({}, async (analyst) => {
      const many = Array.from({ length: 150 }, (_, at) => `${at % 3 === 0 ? 'goed' : 'slecht'} rooster ${at}`)
      const { answers } = await analyst.analyse(
        many,
        undefined,
        many.map(() => ({ declared: 'nl' })),
      )
      assert.deepEqual(
        answers.map(({ label }) => label),
        many.map((_, at) => (at % 3 === 0 ? 'positive' : 'negative')),
      )
    }))

  test('is read as without it, wholly, once the model is put aside', () =>
    using({ bounds: { atOnce: 16, batchMs: 10_000, megabytes: -1_000_000 } }, async (analyst, faults) => {
      assert.deepEqual(await analyst.analyse(texts, undefined, contexts), builtIn)
      assert.equal(faults.length, 1)
      assert.match(faults[0], /grew by/)
      assert.match(analyst.model()?.fault ?? '', /grew by/)
      // It is not tried again.
      assert.deepEqual(await analyst.analyse(texts, undefined, contexts), builtIn)
      assert.equal(faults.length, 1)
    }))

  test('is read as without it, where the model is slower than it may be', () =>
    using({ bounds: { atOnce: 16, batchMs: 0, megabytes: 2_000 } }, async (analyst, faults) => {
      assert.deepEqual(await analyst.analyse(texts, undefined, contexts), builtIn)
      assert.deepEqual(faults, ['a batch took longer than 0 ms'])
    }))

  test('is read as without it, where it would take too long for one survey, and the model stays', () =>
    using({ surveyMs: 0 }, async (analyst, faults) => {
      assert.deepEqual(await analyst.analyse(texts, undefined, contexts), builtIn)
      assert.match(faults[0], /^3 answers would take it longer than 0 seconds$/)
      assert.equal(analyst.model()?.fault, null)
    }))

  test('is read as without it, where the files of the model have changed since', async () => {
    const changing = await mkdtemp(join(tmpdir(), 'sonde-model-'))
    await writeModel(changing, vocabulary, manifest)
    await using({ folder: changing }, async (analyst, faults) => {
      await analyst.load()
      // A batch that breaks ends the thread, and the next one loads the files again.
      await assert.rejects(analyst.analyse([null as unknown as string]))
      await writeModel(changing, { ...vocabulary, goed: [0, 0, 7] }, manifest)
      assert.deepEqual(await analyst.analyse(texts, undefined, contexts), builtIn)
      assert.deepEqual(faults, ['its files are not those that were loaded before'])
    })
    await rm(changing, { recursive: true })
  })

  test('reports what is wrong with a model folder before it reads any text', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'sonde-model-'))
    await writeModel(broken, vocabulary, manifest)
    await writeFile(join(broken, 'model.onnx'), 'no model')
    await using({ folder: broken }, (analyst) => assert.rejects(analyst.load(), /protobuf|model/i))
    await rm(broken, { recursive: true })
  })
})

test('a folder that is not there is told by the thread, with or without the runtime', () =>
  using({ folder: join(tmpdir(), 'sonde-no-such-model') }, async (analyst) => {
    await assert.rejects(analyst.load(), /^Error: sonde\.json is missing$/)
    assert.equal(analyst.model(), null)
  }))

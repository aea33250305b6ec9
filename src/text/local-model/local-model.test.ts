import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { writeModel } from '../../../test/support/onnx-model.ts'
import { skipWithoutRuntime } from '../../../test/support/onnx-runtime.ts'
import { loadLocalModel } from './local-model.ts'

const skip = await skipWithoutRuntime()

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-model-'))
  await writeModel(folder, { goed: [0, 0, 6], slecht: [6, 0, 0], rooster: [0, 2, 0] })
})
after(() => rm(folder, { recursive: true, force: true }))

suite('a model that the operator brings', { skip }, () => {
  test('scores texts in their order, as the runtime does', async () => {
    const model = await loadLocalModel(folder)
    const scores = await model.score(['Goed', 'slecht rooster', 'rooster', 'onbekend'])
    assert.deepEqual(
      scores.map((one) => one!.label),
      ['positive', 'negative', 'neutral', 'negative'],
    )
    // Beside a text of two words, of which one is padding: a logit of 6 / 2.
    assert.equal(scores[0]!.score.toFixed(4), ((Math.exp(3) - 1) / (Math.exp(3) + 2)).toFixed(4))
    // Words that it does not know speak for each label alike.
    assert.equal(scores[3]!.score, 0)
    assert.ok(model.reads('nl') && !model.reads('de') && !model.reads(null))
    assert.equal(model.fault(), null)
  })

  test('gives the same scores whatever else is in the batch, except for its padding', async () => {
    const model = await loadLocalModel(folder, { atOnce: 2, batchMs: 10_000, megabytes: 2_000 })
    const [alone] = await model.score(['goed'])
    const all = await model.score(['goed', 'goed', 'slecht', 'goed', 'goed'])
    assert.deepEqual(
      all.map((one) => one!.label),
      ['positive', 'positive', 'negative', 'positive', 'positive'],
    )
    assert.deepEqual(all[4], alone)
  })

  test('a version follows from every file that decides a score', async () => {
    const { version } = await loadLocalModel(folder)
    const other = await mkdtemp(join(tmpdir(), 'sonde-model-'))
    await writeModel(other, { goed: [0, 0, 6], slecht: [6, 0, 0], rooster: [0, 3, 0] })
    assert.notEqual((await loadLocalModel(other)).version, version)
    await writeModel(other, { goed: [0, 0, 6], slecht: [6, 0, 0], rooster: [0, 2, 0] })
    assert.equal((await loadLocalModel(other)).version, version)
    await writeFile(join(other, 'weights.bin'), 'of a model that keeps them apart')
    assert.notEqual((await loadLocalModel(other)).version, version)
    await rm(other, { recursive: true })
  })

  test('is put aside once it needs more memory than it may, and texts have no score from it', async () => {
    const model = await loadLocalModel(folder, { atOnce: 16, batchMs: 10_000, megabytes: -1_000_000 })
    assert.deepEqual(await model.score(['goed']), [null])
    assert.match(model.fault()!, /grew by/)
  })

  test('is put aside where its logits do not fit its labels', async () => {
    const two = await mkdtemp(join(tmpdir(), 'sonde-model-'))
    await writeModel(
      two,
      { goed: [0, 0, 6] },
      { name: 'Two', labels: ['negative', 'positive'], languages: ['nl'] },
    )
    const model = await loadLocalModel(two)
    assert.deepEqual(await model.score(['goed', 'goed']), [null, null])
    assert.equal(model.fault(), 'logits have the shape 2 × 3, not texts × 2 labels')
    await rm(two, { recursive: true })
  })

  test('a file that is not a model is an error at start', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'sonde-model-'))
    await writeModel(broken, { goed: [0, 0, 6] })
    await writeFile(join(broken, 'model.onnx'), 'no model')
    await assert.rejects(loadLocalModel(broken))
    await rm(broken, { recursive: true })
  })

  test('answers on the command line are scored by it in its languages, and by no other rule there', async () => {
    const run = async (...flags: string[]) => {
      const command = spawn(process.execPath, [resolve('bin/sonde'), 'analyse', ...flags])
      command.stdin.end(
        '{"id":1,"text":"Slecht rooster","language":"nl"}\n{"id":2,"text":"Great team","language":"en"}\n{"id":3,"text":"","language":"nl"}\n',
      )
      const lines = (await text(command.stdout)).trim().split('\n')
      return lines.map((line) => JSON.parse(line))
    }
    const [without, withModel] = [await run(), await run('--model', folder)]
    assert.deepEqual([without[0].sentiment, without[0].reason], [null, 'unsupported_language'])
    const [dutch, english, empty] = withModel
    assert.deepEqual([dutch.label, dutch.reason, dutch.model.name], ['negative', undefined, 'By hand'])
    assert.deepEqual([english, empty], without.slice(1))
  })
})

suite('a folder that is not whole', () => {
  const faults: [string, (dir: string) => Promise<void>, RegExp][] = [
    ['without a manifest', (dir) => rm(join(dir, 'sonde.json')), /^sonde\.json is missing$/],
    ['without a model', (dir) => rm(join(dir, 'model.onnx')), /^model\.onnx is missing$/],
    ['without a tokenizer', (dir) => rm(join(dir, 'tokenizer.json')), /^tokenizer\.json is missing$/],
    [
      'with its own label',
      (dir) =>
        writeFile(join(dir, 'sonde.json'), '{"name":"a","labels":["negative","good"],"languages":["nl"]}'),
      /^sonde\.json\/labels/,
    ],
    [
      'without a label that is needed',
      (dir) =>
        writeFile(join(dir, 'sonde.json'), '{"name":"a","labels":["negative","neutral"],"languages":["nl"]}'),
      /labels must hold negative and positive/,
    ],
    [
      'with a manifest that is no JSON',
      (dir) => writeFile(join(dir, 'sonde.json'), '{'),
      /holds no JSON object/,
    ],
  ]
  for (const [name, change, expected] of faults)
    test(`is refused ${name}`, async () => {
      const broken = await mkdtemp(join(tmpdir(), 'sonde-model-'))
      await writeModel(broken, { goed: [0, 0, 6] })
      await change(broken)
      await assert.rejects(loadLocalModel(broken), ({ message }: Error) => expected.test(message))
      await rm(broken, { recursive: true })
    })
})

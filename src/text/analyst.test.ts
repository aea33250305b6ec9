import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { analyseTexts, type Analyst, AnalystError, startAnalyst } from './analyst.ts'
import { buffersOf, packed, unpacked } from './analyst-packing.ts'
import { mulberry32 } from './random.ts'

const words = 'salary bonus lunch canteen soup meeting agenda manager feedback laptop printer training'.split(
  ' ',
)

function madeUp(count: number, seed: number): string[] {
  const random = mulberry32(seed)
  const word = (from: number): string => words[from + Math.floor(random() * 3)]
  return Array.from({ length: count }, (_, i) => {
    const from = 3 * (i % 4)
    return `The ${word(from)} and the ${word(from)} are ${i % 3 ? 'good' : 'bad'}, but the ${word(from)} is late (${i})`
  })
}

const hostile = [
  '',
  'n/a',
  '🙂',
  'x'.repeat(100_000),
  'constructor __proto__ toString',
  '\ud800 bad',
  'El equipo es muy bueno',
]

async function using(options: Parameters<typeof startAnalyst>[0], work: (analyst: Analyst) => Promise<void>) {
  const analyst = startAnalyst(options)
  try {
    await work(analyst)
  } finally {
    await analyst.stop()
  }
}

const failing = (code: AnalystError['code']) => (error: unknown) =>
  error instanceof AnalystError && error.code === code

test('the thread gives the same bytes as the function', () =>
  using({}, async (analyst) => {
    const texts = [...madeUp(2_300, 1), ...hostile]
    const here = analyseTexts(texts, ['lunches'], 5, { themes: true })
    const there = await analyst.analyse(texts, ['lunches'], 5, { themes: true })
    assert.ok(here.themes.length > 0)
    assert.equal(JSON.stringify(there), JSON.stringify(here))
    assert.deepEqual(there, here)
    const without = await analyst.analyse(texts, [], 5, { themes: false })
    assert.deepEqual(without, { answers: here.answers, themes: [] })
  }))

test('an answer has its score, its clauses and their drivers, or the reason why not', () => {
  const { answers } = analyseTexts(
    ['The pay is great, but the meetings are a horrible waste', 'n/a'],
    [],
    1,
    {
      themes: true,
    },
  )
  const [{ clauses }, nothing] = answers
  assert.deepEqual(
    clauses.map(({ score, drivers }) => [score > 0, drivers]),
    [
      [true, ['pay']],
      [false, ['meetings_process']],
    ],
  )
  assert.deepEqual(nothing, { score: null, reason: 'empty', clauses: [] })
})

test('batches wait in line, and no texts at all are analysed at once', () =>
  using({}, async (analyst) => {
    const batches = [madeUp(200, 1), [], madeUp(70, 2)]
    const all = await Promise.all(batches.map((texts) => analyst.analyse(texts, [], 1, { themes: true })))
    assert.deepEqual(
      all,
      batches.map((texts) => analyseTexts(texts, [], 1, { themes: true })),
    )
  }))

test('a silent thread fails its batch, and the next one starts anew', () =>
  using({ timeoutMs: 1 }, async (analyst) => {
    const texts = madeUp(3_000, 1)
    await assert.rejects(analyst.analyse(texts, [], 1, { themes: false }), failing('timeout'))
    await assert.rejects(analyst.analyse(texts, [], 1, { themes: false }), failing('timeout'))
  }))

test('a crash fails its batch alone', () =>
  using({}, async (analyst) => {
    const broken = [3 as unknown as string]
    const [first, second] = await Promise.allSettled([
      analyst.analyse(broken, [], 1, { themes: false }),
      analyst.analyse(['good'], [], 1, { themes: false }),
    ])
    assert.ok(first.status === 'rejected' && failing('crashed')(first.reason))
    assert.ok(second.status === 'fulfilled' && second.value.answers[0].score! > 0)
  }))

test('a thread without work ends, and the next batch starts another', () =>
  using({ idleMs: 1 }, async (analyst) => {
    for (let round = 0; round < 3; round++) {
      const { answers } = await analyst.analyse(['bad'], [], 1, { themes: false })
      assert.ok(answers[0].score! < 0)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }))

test('stopping fails what is under way, what waits and what comes later', async () => {
  const analyst = startAnalyst()
  const running = [madeUp(5_000, 1), ['good']].map((texts) => analyst.analyse(texts, [], 1, { themes: true }))
  const outcomes = Promise.allSettled(running)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await analyst.stop()
  for (const outcome of await outcomes)
    assert.ok(outcome.status === 'rejected' && failing('stopped')(outcome.reason))
  await assert.rejects(analyst.analyse([], [], 1, { themes: false }), failing('stopped'))
})

test('a warm thread does not keep a process up', async () => {
  const program = `
    import { startAnalyst } from ${JSON.stringify(import.meta.resolve('./analyst.ts'))}
    const { answers } = await startAnalyst({ idleMs: 3_600_000 }).analyse(['good'], [], 1, { themes: false })
    console.log(answers.length)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 30_000,
  })
  assert.equal(stdout, '1\n')
})

test('the event loop goes on while a batch is under way', () =>
  using({}, async (analyst) => {
    await analyst.analyse(['good'], [], 1, { themes: false })
    const [own, whole] = [process.threadCpuUsage(), process.cpuUsage()]
    await analyst.analyse(madeUp(6_000, 3), [], 1, { themes: true })
    // Whatever this thread does is what it stalls for.
    assert.ok(process.threadCpuUsage(own).user < process.cpuUsage(whole).user / 4)
  }))

test('answers are the same packed and unpacked', () => {
  const { answers } = analyseTexts([...madeUp(50, 4), ...hostile], [], 1, { themes: false })
  const all = packed(answers)
  assert.deepEqual(unpacked(all), answers)
  assert.equal(buffersOf(all).length, 3)
  assert.deepEqual(unpacked(packed([])), [])
})

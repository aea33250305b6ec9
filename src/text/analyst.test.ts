import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { analyseTexts } from './analysis.ts'
import { type Analyst, AnalystError, startAnalyst } from './analyst.ts'
import type { AskedQuestion } from './asked.ts'
import { buffersOf, packAnswers, unpackAnswers } from './analyst-packing.ts'
import { mulberry32 } from './random.ts'

const words = 'salary bonus lunch canteen soup meeting agenda manager feedback laptop printer training'.split(
  ' ',
)

function inventedTexts(count: number, seed: number): string[] {
  const random = mulberry32(seed)
  const word = (from: number): string => words[from + Math.floor(random() * 3)]
  return Array.from({ length: count }, (_, i) => {
    const from = 3 * (i % 4)
    return `The ${word(from)} and the ${word(from)} are ${i % 3 ? 'good' : 'bad'}, but the ${word(from)} is late (${i})`
  })
}

const plain = 'The tools are good'

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

/** Texts go to the thread in three parts or more, of which the last is not full: few texts are enough for that. */
const inParts = { chunkTexts: 100 }

test('the thread gives the same bytes as the function', () =>
  using(inParts, async (analyst) => {
    const texts = [...inventedTexts(230, 1), ...hostile]
    const here = analyseTexts(texts, { questions: ['How are the lunches?'], seed: 5 })
    const there = await analyst.analyse(texts, { questions: ['How are the lunches?'], seed: 5 })
    assert.ok(here.themes.length > 0)
    assert.equal(JSON.stringify(there), JSON.stringify(here))
    assert.deepEqual(there, here)
    const without = await analyst.analyse(texts)
    assert.deepEqual(without, { answers: here.answers, themes: [], model: null })
  }))

test('an answer has a score, clauses and their drivers, or a reason why it has none', () => {
  const { answers } = analyseTexts(['The pay is great, but the meetings are a horrible waste', 'n/a'])
  const [{ clauses }, nothing] = answers
  assert.deepEqual(
    clauses.map(({ score, drivers }) => [score > 0, drivers]),
    [
      [true, ['pay']],
      [false, ['meetings_process']],
    ],
  )
  assert.deepEqual(nothing, {
    language: null,
    language_from: null,
    score: null,
    label: null,
    reason: 'empty',
    clauses: [],
  })
})

const inLanguages = [
  ...inventedTexts(20, 6),
  'Management',
  'Die Führung hört uns nie zu',
  'Everything is okay here. Le salaire est trop bas.',
  'Le travail est intéressant mais la direction nous ignore',
  'Het team is goed maar er is te veel werk',
  'الفريق ممتاز جدا',
  'salary bahut kam hai',
  'Transparenz',
  '給料が低い',
]

test('an answer that tells no language is read in the usual one of all texts, however they are sent', () =>
  using(inParts, async (analyst) => {
    // The first ones need the language of the last.
    const texts = ['Management', ...Array.from({ length: 120 }, (_, i) => `n/a ${i % 7}`), ...inLanguages]
    const declared = texts.map((text) => (text === 'Transparenz' ? { declared: 'de' } : undefined))
    const here = analyseTexts(texts, undefined, declared)
    assert.deepEqual(await analyst.analyse(texts, undefined, declared), here)
    const [first] = here.answers
    assert.deepEqual([first.language, first.language_from], ['en', 'context'])
    const told = here.answers
      .slice(-inLanguages.length + 20)
      .map(({ language, language_from, reason }) => [language, language_from, reason])
    assert.deepEqual(told, [
      ['en', 'context', undefined],
      ['de', 'text', undefined],
      ['fr', 'text', undefined],
      ['fr', 'text', undefined],
      ['nl', 'text', 'unsupported_language'],
      ['ar', 'text', undefined],
      ['hi-Latn', 'text', undefined],
      ['de', 'declared', undefined],
      ['ja', 'text', 'unsupported_language'],
    ])
    const alone = analyseTexts(['Management']).answers[0]
    assert.equal(alone.reason, 'unknown_language')
  }))

const shortAnswers: [question: string, language: string, answers: string[]][] = [
  [
    'Was könnte besser werden?',
    'de',
    [
      'Zu viele Meetings',
      'Management',
      'Kantine',
      'Mehr Gehalt',
      'Der Chef',
      'Transparenz',
      'Homeoffice',
      'Team',
    ],
  ],
  [
    "Qu'est-ce qui pourrait être amélioré ?",
    'fr',
    ['pas assez de temps', 'Communication', 'Organisation', 'Le salaire', 'trop de réunions', 'la cantine'],
  ],
  [
    '¿Qué podríamos mejorar?',
    'es',
    ['falta de tiempo', 'Comunicación', 'sueldo', 'más formación', 'demasiadas reuniones', 'horarios'],
  ],
  [
    'O que poderia melhorar?',
    'pt',
    ['falta de tempo', 'Comunicação', 'salário', 'muitas reuniões', 'o chefe', 'Ambiente'],
  ],
]
for (const [text, language, answers] of shortAnswers)
  test(`short answers to a question in ${language} are read in it, one at a time too`, () => {
    const contexts = answers.map(() => ({ question: { text } }))
    for (const { answers: read } of [
      analyseTexts(answers, undefined, contexts),
      { answers: answers.map((one, i) => analyseTexts([one], undefined, [contexts[i]]).answers[0]) },
    ])
      assert.deepEqual(
        read.map((one) => one.language),
        answers.map(() => language),
      )
  })

test('a short answer in another language than its question keeps its own, or stays unread', () => {
  const question = { text: 'Was könnte besser werden?' }
  const texts = ['Too many meetings', 'le salaire', 'Werkdruk']
  const { answers } = analyseTexts(
    texts,
    undefined,
    texts.map(() => ({ question })),
  )
  assert.deepEqual(
    answers.map(({ language, reason }) => language ?? reason),
    ['en', 'fr', 'unknown_language'],
  )
})

test('an answer that names no driver is about the one that its question declares or names', () => {
  const driversOf = (question: AskedQuestion, text: string): readonly string[] =>
    analyseTexts([text], undefined, [{ question }]).answers[0].clauses.flatMap(({ drivers }) => drivers)
  const declared: AskedQuestion = { text: 'What could be better?', driver: 'tools' }
  assert.deepEqual(driversOf(declared, 'Everything takes so long'), ['tools'])
  assert.deepEqual(driversOf(declared, 'Das dauert alles zu lang'), ['tools'])
  assert.deepEqual(driversOf(declared, 'The salary is low'), ['pay'])
  assert.deepEqual(driversOf(declared, 'I have not used it yet'), [])
  assert.deepEqual(driversOf({ text: 'How useful are the meetings?' }, 'Not useful at all'), [
    'meetings_process',
  ])
  assert.deepEqual(driversOf({ text: 'What gets in the way of your work?' }, 'Not useful at all'), [])
})

test('words that are frequent among the answers to a question, or in it, suggest nothing', () => {
  const question = { text: 'What should we know?' }
  const texts = Array.from({ length: 500 }, (_, i) => (i % 10 ? `Row ${i}` : `The volunteers of row ${i}`))
  const contexts = [...texts, 'volunteers'].map(() => ({ question }))
  const last = (some: readonly string[], own: { question: AskedQuestion }[]) =>
    analyseTexts(some, undefined, own)
      .answers.at(-1)!
      .clauses.flatMap(({ drivers }) => drivers)
  assert.deepEqual(last(['volunteers'], contexts.slice(-1)), ['hiring'])
  assert.deepEqual(last([...texts, 'volunteers'], contexts), [])
  assert.deepEqual(last(['volunteers'], [{ question: { text: 'How many volunteers came?' } }]), [])
})

test('the thread knows the questions of its texts as the function does', () =>
  using(inParts, async (analyst) => {
    const texts = [...inventedTexts(230, 7), ...inLanguages, 'volunteers', 'Not useful at all', 'Kantine']
    const questions: AskedQuestion[] = [
      { text: 'Was könnte besser werden?' },
      { text: 'And the tools?', driver: 'tools' },
    ]
    const contexts = texts.map((_, i) => (i % 3 === 2 ? undefined : { question: questions[i % 3] }))
    assert.deepEqual(
      await analyst.analyse(texts, undefined, contexts),
      analyseTexts(texts, undefined, contexts),
    )
  }))

test('batches run one after the other, and a batch without texts too', () =>
  using({}, async (analyst) => {
    const batches = [inventedTexts(200, 1), [], inventedTexts(70, 2)]
    const all = await Promise.all(batches.map((texts) => analyst.analyse(texts, { seed: 1 })))
    assert.deepEqual(
      all,
      batches.map((texts) => analyseTexts(texts, { seed: 1 })),
    )
  }))

test('a silent thread fails its batch, and the next batch starts a new one', () =>
  using({ timeoutMs: 1 }, async (analyst) => {
    const texts = inventedTexts(1_000, 1)
    await assert.rejects(analyst.analyse(texts), failing('timeout'))
    await assert.rejects(analyst.analyse(texts), failing('timeout'))
  }))

test('a crash fails only its own batch', () =>
  using({}, async (analyst) => {
    const broken = [3 as unknown as string]
    const [first, second] = await Promise.allSettled([analyst.analyse(broken), analyst.analyse([plain])])
    assert.ok(first.status === 'rejected' && failing('crashed')(first.reason))
    assert.ok(second.status === 'fulfilled' && (second.value.answers[0].score ?? 0) > 0)
  }))

test('a thread without work ends, and the next batch starts another', () =>
  using({ idleMs: 1 }, async (analyst) => {
    for (let round = 0; round < 3; round++) {
      const { answers } = await analyst.analyse(['The tools are bad'])
      assert.ok((answers[0].score ?? 0) < 0)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }))

test('after a batch of very many texts the thread ends at once, and the next batch starts another', async () => {
  let threads = 0
  const count = (): void => void threads++
  process.on('worker', count)
  try {
    await using({ lastingTexts: 20 }, async (analyst) => {
      await analyst.analyse(inventedTexts(20, 1))
      await analyst.analyse(inventedTexts(21, 1))
      assert.equal(threads, 1)
      assert.deepEqual((await analyst.analyse([plain])).answers, analyseTexts([plain]).answers)
      assert.equal(threads, 2)
    })
  } finally {
    process.off('worker', count)
  }
})

test('stopping fails batches that run, wait or come later', async () => {
  const analyst = startAnalyst()
  const running = [inventedTexts(5_000, 1), ['good']].map((texts) => analyst.analyse(texts, { seed: 1 }))
  const outcomes = Promise.allSettled(running)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await analyst.stop()
  for (const outcome of await outcomes)
    assert.ok(outcome.status === 'rejected' && failing('stopped')(outcome.reason))
  await assert.rejects(analyst.analyse([]), failing('stopped'))
})

test('a thread without work does not keep a process alive', async () => {
  const program = `
    import { startAnalyst } from ${JSON.stringify(import.meta.resolve('./analyst.ts'))}
    const { answers } = await startAnalyst({ idleMs: 3_600_000 }).analyse(['good'])
    console.log(answers.length)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 30_000,
  })
  assert.equal(stdout, '1\n')
})

test('the event loop is free while a batch runs', () =>
  using({}, async (analyst) => {
    await analyst.analyse([plain])
    const texts = inventedTexts(2_000, 3)
    const [own, whole] = [process.threadCpuUsage(), process.cpuUsage()]
    await analyst.analyse(texts, { seed: 1 })
    // The event loop stalls for as long as this thread works.
    assert.ok(process.threadCpuUsage(own).user < process.cpuUsage(whole).user / 4)
  }))

test('packing and unpacking leaves answers as they were', () => {
  const { answers } = analyseTexts([...inventedTexts(50, 4), ...hostile, ...inLanguages])
  const all = packAnswers(answers)
  assert.deepEqual(unpackAnswers(all), answers)
  assert.equal(buffersOf(all).length, 5)
  assert.deepEqual(unpackAnswers(packAnswers([])), [])
})

/** The nice values of the threads of this process, as Linux lists them behind the name in brackets. */
const priorities = (): number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const [, fields] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(/\) (?=[A-Z] )/)
    return Number(fields.split(' ')[16])
  })

test(
  'for a large batch the thread stands back, and it alone',
  { skip: process.platform !== 'linux' },
  async () => {
    const isLow = (priority: number): boolean => priority === constants.priority.PRIORITY_BELOW_NORMAL
    const thread = new Worker(new URL('./analyst-thread.ts', import.meta.url), { env: {}, execArgv: [] })
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ kind: 'stand back' })
      assert.deepEqual(await once(thread, 'message'), [{ standsBack: true }])
      assert.equal(priorities().filter(isLow).length, 1)
    } finally {
      await thread.terminate()
    }
  },
)

test('a batch for which the thread stands back has the same outcome', () =>
  using({ lastingTexts: 100 }, async (analyst) => {
    const texts = inventedTexts(300, 5)
    assert.deepEqual((await analyst.analyse(texts)).answers, analyseTexts(texts).answers)
    assert.deepEqual((await analyst.analyse(texts)).answers, analyseTexts(texts).answers)
  }))

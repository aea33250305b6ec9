/**
 * Analysis of many texts beside the server: in a thread of its own, so that no request waits for it.
 *
 * `analyseTexts` is the whole analysis, synchronous; the thread runs the same functions over the same texts, so its results
 * are the same bytes. Texts go to the thread in chunks, each sent when the one before has come back, so that no more than a
 * chunk is ever under way twice. One batch at a time, others wait in line. The thread starts with the first batch, is kept
 * warm for a while, and keeps a process up only while a batch is under way. A thread that crashes, runs out of memory or
 * says nothing for too long fails its batch; the next one starts a new thread. Give texts once each: the same text has the
 * same result.
 */
import { Worker } from 'node:worker_threads'
import { type DriverId } from '../../contract/drivers.ts'
import { type Packed, unpacked } from './analyst-packing.ts'
import { driversOfClauses } from './drivers.ts'
import { analyseSentiment } from './sentiment.ts'
import { type Theme, themesAmong } from './themes.ts'

/** `score` and each clause's: -1 to 1. `clauses`: in the order of the text; none where there is no score. */
export type AnalysedAnswer = {
  score: number | null
  reason?: 'empty' | 'unsupported_language'
  clauses: { score: number; drivers: readonly DriverId[] }[]
}

/** `answers[i]` belongs to `texts[i]`; members of themes are indices into `texts`, rising. */
export type Analysis = { answers: AnalysedAnswer[]; themes: Theme[] }

/**
 * The whole analysis, at once. Texts are redacted when themes are wanted: their words become labels.
 * @param about  words of what was asked: no theme is named after them
 */
export function analyseTexts(
  texts: readonly string[],
  about: readonly string[],
  seed: number,
  wanted: { themes: boolean },
): Analysis {
  const answers = texts.map(analyseAnswer)
  if (!wanted.themes) return { answers, themes: [] }
  const usable = answers.flatMap(({ score }, i) => (score === null ? [] : [i]))
  return { answers, themes: themesAmong(texts, usable, { seed, about }) }
}

export function analyseAnswer(text: string): AnalysedAnswer {
  const { score, reason, clauses } = analyseSentiment(text)
  if (score === null) return { score, reason, clauses: [] }
  const drivers = driversOfClauses(clauses.map((clause) => clause.text))
  return { score, clauses: clauses.map((clause, i) => ({ score: clause.score, drivers: drivers[i] })) }
}

/** What the thread is told, and what it tells (analyst-thread.ts): one answer to each message, in order. */
export type ToThread =
  | { kind: 'answers'; texts: readonly string[]; keep: boolean }
  | { kind: 'themes'; about: readonly string[]; seed: number }
export type FromThread = { answers: Packed } | { themes: Theme[] } | { failure: string }

export type Analyst = {
  /** @throws AnalystError */
  analyse(
    texts: readonly string[],
    about: readonly string[],
    seed: number,
    wanted: { themes: boolean },
  ): Promise<Analysis>
  /** Ends the thread; what is under way or in line fails, and so does what is asked later. */
  stop(): Promise<void>
}

export class AnalystError extends Error {
  readonly code: 'crashed' | 'timeout' | 'stopped'
  constructor(code: 'crashed' | 'timeout' | 'stopped', cause?: unknown) {
    super(`the analysis of texts ${code === 'timeout' ? 'took too long' : code}`, { cause })
    this.name = 'AnalystError'
    this.code = code
  }
}

const chunkTexts = 1_000
const chunkCharacters = 500_000 // of very long texts fewer go at a time
const idleMsDefault = 15_000
const timeoutMsDefault = 60_000
const limits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 } // 100,000 answers with their themes fit into half of it

/**
 * @param idleMs  how long a thread without work is kept
 * @param timeoutMs  how long a thread may be silent: a chunk takes a fraction of a second, the themes of 100,000 a few
 */
export function startAnalyst({ idleMs = idleMsDefault, timeoutMs = timeoutMsDefault } = {}): Analyst {
  let thread: Thread | undefined
  let line: Promise<unknown> = Promise.resolve()
  let stopped = false
  let idle: NodeJS.Timeout | undefined

  const run = async (work: (thread: Thread) => Promise<Analysis>): Promise<Analysis> => {
    if (stopped) throw new AnalystError('stopped')
    clearTimeout(idle)
    if (!thread || thread.isBroken()) thread = startThread(timeoutMs)
    const own = thread
    try {
      own.worker.ref()
      return await work(own)
    } catch (error) {
      await end(own)
      throw stopped ? new AnalystError('stopped') : error
    } finally {
      own.worker.unref()
      idle = setTimeout(() => void end(own), idleMs).unref()
    }
  }
  const end = async (one: Thread): Promise<void> => {
    if (thread === one) thread = undefined
    await one.worker.terminate()
  }

  return {
    analyse(texts, about, seed, wanted) {
      const done = line.then(() => run((own) => analyseIn(own, texts, about, seed, wanted)))
      line = done.catch(() => undefined)
      return done
    },
    async stop() {
      stopped = true
      clearTimeout(idle)
      if (thread) await end(thread)
    },
  }
}

async function analyseIn(
  thread: Thread,
  texts: readonly string[],
  about: readonly string[],
  seed: number,
  wanted: { themes: boolean },
): Promise<Analysis> {
  const answers: AnalysedAnswer[] = []
  for (let from = 0; from < texts.length;) {
    const some = chunkFrom(texts, from)
    from += some.length
    const told = await thread.ask({ kind: 'answers', texts: some, keep: wanted.themes })
    if ('answers' in told) for (const answer of unpacked(told.answers)) answers.push(answer)
  }
  if (!wanted.themes) return { answers, themes: [] }
  const told = await thread.ask({ kind: 'themes', about, seed })
  return { answers, themes: 'themes' in told ? told.themes : [] }
}

function chunkFrom(texts: readonly string[], from: number): readonly string[] {
  let characters = 0
  let to = from
  while (to < texts.length && to - from < chunkTexts && characters < chunkCharacters)
    characters += texts[to++].length
  return texts.slice(from, to)
}

/** A broken one answers nothing any more. */
type Thread = { worker: Worker; isBroken(): boolean; ask(message: ToThread): Promise<FromThread> }

/** It is given no environment and no arguments: there is nothing in them for it. */
function startThread(timeoutMs: number): Thread {
  const worker = new Worker(new URL('./analyst-thread.ts', import.meta.url), {
    name: 'analyst',
    env: {},
    execArgv: [],
    resourceLimits: limits,
  })
  let broken: AnalystError | undefined
  let waiting: PromiseWithResolvers<FromThread> | undefined
  const breakDown = (error: AnalystError): void => {
    broken ??= error
    waiting?.reject(broken)
  }
  worker.on('error', (error) => breakDown(new AnalystError('crashed', error)))
  worker.on('exit', () => breakDown(new AnalystError('crashed')))
  worker.on('message', (told: FromThread) => {
    if ('failure' in told) breakDown(new AnalystError('crashed', told.failure))
    else waiting?.resolve(told)
  })
  return {
    worker,
    isBroken: () => broken !== undefined,
    async ask(message) {
      if (broken) throw broken
      waiting = Promise.withResolvers()
      const silence = setTimeout(() => breakDown(new AnalystError('timeout')), timeoutMs)
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(message)
        return await waiting.promise
      } finally {
        clearTimeout(silence)
      }
    },
  }
}

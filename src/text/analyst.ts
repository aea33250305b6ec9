/**
 * Analysis of many texts beside the server: in its own thread, so that no request waits for it.
 *
 * The thread runs the functions of analysis.ts over the same texts, so its results are the same bytes. Texts go to the thread in chunks, each sent when the one before has come back, so that at most one chunk
 * is in memory twice. One batch runs at a time, others wait in a queue. The thread starts with the first batch, stays for a
 * while without work, and keeps a process alive only while a batch runs. A thread that crashes, runs out of memory or is
 * silent for too long fails its batch; the next batch starts a new thread. Pass each distinct text once: the same text has
 * the same result.
 *
 * Where the operator brings a model of their own (local-model/), it is loaded once in the same thread, which then stays. It scores the
 * answers in its languages when all else is done, so that nothing is lost if it fails: then no answer has its score.
 */
import { Worker } from 'node:worker_threads'
import { messageOf } from '../caught.ts'
import type { AnalysedAnswer } from './analysed-answer.ts'
import { type Analysis, type Sample, sampleOf, type TextContexts } from './analysis.ts'
import { type PackedAnswers, unpackAnswers } from './analyst-packing.ts'
import { type ModelScores, scored } from './analyst-scores.ts'
import type { Bounds } from './local-model/local-model.ts'
import type { ModelName } from './local-model/model-version.ts'
import type { Theme, ThemeOptions } from './themes.ts'

/** Messages to the thread and its replies (analyst-thread.ts): one reply to each message, in order. */
export type ToThread =
  | {
      kind: 'answers'
      texts: readonly string[]
      contexts: TextContexts | undefined
      sample: Sample | undefined
      keep: boolean
    }
  | { kind: 'rest' }
  | { kind: 'stand back' }
  | { kind: 'themes'; options: ThemeOptions }
  | { kind: 'model' }
  | { kind: 'scores'; texts: readonly string[] }
export type FromThread =
  | { answers: PackedAnswers }
  | { standsBack: true }
  | { places: readonly number[]; rest: PackedAnswers }
  | { themes: Theme[] }
  | { model: ModelInThread }
  | { refusal: string }
  | { scores: ModelScores }
  | { failure: string }

/** What the operator's model says of itself. */
export type ModelInThread = ModelName & { readonly languages: readonly string[] }

/** `fault`: why it is put aside for the life of the process, or null. */
export type ModelState = ModelInThread & { readonly fault: string | null }

/** A model's folder, and how much it may use. `surveyMs`: for all texts of one batch. */
export type ModelInput = { readonly folder: string; readonly bounds?: Bounds; readonly surveyMs?: number }

export type Analyst = {
  /**
   * As `analyseTexts`, in the thread.
   * @throws AnalystError
   */
  analyse(texts: readonly string[], themes?: ThemeOptions, contexts?: TextContexts): Promise<Analysis>
  /** Starts the thread, so that it loads while its first texts are made ready. */
  begin(): void
  /**
   * Loads the operator's model, if there is one and it has not been loaded.
   * @throws Error with a sentence that says what is missing or wrong
   */
  load(): Promise<ModelInThread | null>
  /** The operator's model once it has been loaded. */
  model(): ModelState | null
  /** Ends the thread; batches that run, wait or come later fail. */
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

const chunkTextsDefault = 1_000
const chunkCharacters = 500_000 // of very long texts fewer go at a time
const idleMsDefault = 15_000
const lastingTextsDefault = 20_000
const timeoutMsDefault = 180_000
const surveyMsDefault = 600_000
const limits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 } // 100,000 answers and their themes fit into half of it
const limitsWithModel = { ...limits, maxOldGenerationSizeMb: 1_200 } // a vocabulary of 250,000 words takes 300

type Options = {
  /** How long a thread without work stays. */
  idleMs?: number
  /**
   * After a batch of more texts the thread ends: its memory has grown by them, and is needed for what follows. For such a batch it stands
   * back behind all that is answered meanwhile; nobody waits for it.
   */
  lastingTexts?: number
  /** How long a thread may be silent: a chunk takes a fraction of a second, the themes of 100,000 a few. */
  timeoutMs?: number
  /** How many texts go to the thread at a time. */
  chunkTexts?: number
  /** The operator's model. */
  model?: ModelInput | null
  /** Told why a batch was not scored; of a model that is put aside, once. */
  onFault?: (fault: string) => void
}

export function startAnalyst({
  idleMs = idleMsDefault,
  lastingTexts = lastingTextsDefault,
  timeoutMs = timeoutMsDefault,
  chunkTexts = chunkTextsDefault,
  model: input = null,
  onFault = () => undefined,
}: Options = {}): Analyst {
  let thread: Thread | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let stopped = false
  let idle: NodeJS.Timeout | undefined
  let model: ModelInThread | null = null
  let fault: string | null = null

  const inThread = async <T>(work: (thread: Thread) => Promise<T>): Promise<T> => {
    if (stopped) throw new AnalystError('stopped')
    clearTimeout(idle)
    if (!thread || thread.isBroken()) thread = startThread(timeoutMs, fault === null ? input : null)
    const own = thread
    try {
      own.worker.ref()
      return await work(own)
    } catch (error) {
      await end(own)
      throw stopped ? new AnalystError('stopped') : error
    } finally {
      own.worker.unref()
      if (input === null || fault !== null) idle = setTimeout(() => void end(own), idleMs).unref()
    }
  }
  const end = async (one: Thread): Promise<void> => {
    if (thread === one) thread = undefined
    await one.worker.terminate()
  }
  const inTurn = <T>(work: (thread: Thread) => Promise<T>): Promise<T> => {
    const result = queue.then(() => inThread(work))
    queue = result.catch(() => undefined)
    return result
  }

  /** Another folder than at the start would be another reader. */
  const loadIn = async (own: Thread): Promise<ModelInThread> => {
    const reply = await own.ask({ kind: 'model' })
    if ('refusal' in reply) throw new Error(reply.refusal)
    if (!('model' in reply)) throw new AnalystError('crashed')
    if (model !== null && model.version !== reply.model.version)
      throw new Error('its files are not those that were loaded before')
    return (model = reply.model)
  }
  /** @returns why the answers keep the scores that they have; null: the model has scored them */
  const scoreIn = async (own: Thread, texts: readonly string[], answers: AnalysedAnswer[]) => {
    try {
      const { languages } = await loadIn(own)
      const outcome = await scored(
        texts,
        answers,
        { languages, surveyMs: input?.surveyMs ?? surveyMsDefault },
        async (some) => {
          const reply = await own.ask({ kind: 'scores', texts: some })
          if ('scores' in reply) return reply.scores
          throw new AnalystError('crashed')
        },
      )
      if (outcome?.isFinal) fault = outcome.fault
      return outcome?.fault ?? null
    } catch (error) {
      if (stopped) throw error
      // The thread may hang in the runtime, so nobody waits for its end.
      void end(own)
      return (fault = messageOf(error))
    }
  }

  return {
    analyse: (texts, themes, contexts) =>
      inTurn(async (own) => {
        const isLast = texts.length > lastingTexts && (input === null || fault !== null)
        if (isLast) await own.ask({ kind: 'stand back' })
        const analysis = await analyseIn(own, texts, { themes, contexts, chunkTexts })
        if (input === null || fault !== null) {
          if (isLast) await end(own)
          return analysis
        }
        const failed = await scoreIn(own, texts, analysis.answers)
        if (failed === null) return { ...analysis, model }
        onFault(failed)
        return analysis
      }),
    begin: () => void inTurn(() => Promise.resolve()).catch(() => {}),
    load: async () => (input === null ? null : (model ?? (await inTurn(loadIn)))),
    model: () => model && { ...model, fault },
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
  {
    themes,
    contexts,
    chunkTexts,
  }: { themes: ThemeOptions | undefined; contexts: TextContexts | undefined; chunkTexts: number },
): Promise<Analysis> {
  const answers: AnalysedAnswer[] = []
  for (let from = 0; from < texts.length;) {
    const some = chunkFrom(texts, from, chunkTexts)
    const reply = await thread.ask({
      kind: 'answers',
      texts: some,
      contexts: contexts?.slice(from, from + some.length),
      sample: from === 0 ? sampleOf(texts, contexts) : undefined,
      keep: themes !== undefined,
    })
    from += some.length
    if ('answers' in reply) for (const answer of unpackAnswers(reply.answers)) answers.push(answer)
  }
  const late = await thread.ask({ kind: 'rest' })
  if ('rest' in late) unpackAnswers(late.rest).forEach((answer, i) => (answers[late.places[i]] = answer))
  if (!themes) return { answers, themes: [], model: null }
  const reply = await thread.ask({ kind: 'themes', options: themes })
  return { answers, themes: 'themes' in reply ? reply.themes : [], model: null }
}

function chunkFrom(texts: readonly string[], from: number, chunkTexts: number): readonly string[] {
  let characters = 0
  let to = from
  while (to < texts.length && to - from < chunkTexts && characters < chunkCharacters)
    characters += texts[to++].length
  return texts.slice(from, to)
}

/** A broken thread rejects every message. */
type Thread = { worker: Worker; isBroken(): boolean; ask(message: ToThread): Promise<FromThread> }

/** It gets no environment and no arguments, because it needs none. */
function startThread(timeoutMs: number, model: ModelInput | null): Thread {
  const worker = new Worker(new URL('./analyst-thread.ts', import.meta.url), {
    name: 'analyst',
    env: {},
    execArgv: [],
    resourceLimits: model === null ? limits : limitsWithModel,
    workerData: model,
  })
  let broken: AnalystError | undefined
  let waiting: PromiseWithResolvers<FromThread> | undefined
  const breakDown = (error: AnalystError): void => {
    broken ??= error
    waiting?.reject(broken)
  }
  worker.on('error', (error) => breakDown(new AnalystError('crashed', error)))
  worker.on('exit', () => breakDown(new AnalystError('crashed')))
  worker.on('message', (reply: FromThread) => {
    if ('failure' in reply) breakDown(new AnalystError('crashed', reply.failure))
    else waiting?.resolve(reply)
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

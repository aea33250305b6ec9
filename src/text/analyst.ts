/**
 * Analysis of many texts beside the server: in a thread of its own, so that no request waits for it.
 *
 * `analyseTexts` is the whole analysis, synchronous; the thread runs the same functions over the same texts, so its results
 * are the same bytes. Texts go to the thread in chunks, each sent when the one before has come back, so that at most one chunk
 * is in memory twice. One batch runs at a time, others wait in a queue. The thread starts with the first batch, stays for a
 * while without work, and keeps a process alive only while a batch runs. A thread that crashes, runs out of memory or is
 * silent for too long fails its batch; the next batch starts a new thread. Pass each distinct text once: the same text has
 * the same result.
 */
import { Worker } from 'node:worker_threads'
import { type AnalysedAnswer } from './analysed-answer.ts'
import { type PackedAnswers, unpackAnswers } from './analyst-packing.ts'
import { type Asked, askedBy, type AskedQuestion } from './asked.ts'
import { type AnswerContext, frequentWords } from './drivers.ts'
import { driversByLanguage } from './languages/driver-phrases.ts'
import {
  countLanguage,
  type Draft,
  draftOf,
  type LanguageCounts,
  needsContext,
  readDraft,
  usualLanguage,
} from './languages/reading.ts'
import { asksExplicitly } from './languages/requests.ts'
import { subtopicsOf } from './subtopics.ts'
import { type Theme, type ThemeOptions, themesAmong } from './themes.ts'

/** `answers[i]` belongs to `texts[i]`; members of themes are indices into `texts`, rising. */
export type Analysis = { answers: AnalysedAnswer[]; themes: Theme[] }

/**
 * What is known beside a text. `declared`: a tag of its language, where somebody declared it. `question`: the one that it answers; texts
 * in reply to the same one share the object.
 */
export type TextContext = { readonly declared?: string | null; readonly question?: AskedQuestion }

/** One for each text; nothing where nothing is known. */
export type TextContexts = readonly (TextContext | undefined)[]

/**
 * The whole analysis, in this thread.
 * @param themes  look for themes as well; then texts must be redacted, because their words become rules
 */
export function analyseTexts(
  texts: readonly string[],
  themes?: ThemeOptions,
  contexts?: TextContexts,
): Analysis {
  const batch = startBatch()
  const answers = batch.add(texts, contexts, sampleOf(texts, contexts))
  for (const [at, answer] of batch.finish()) answers[at] = answer
  if (!themes) return { answers, themes: [] }
  return { answers, themes: themesAmong(texts, answers.map(themeLanguageOf), themes) }
}

/** The language whose themes a text may belong to: null where it is not known, or the text says nothing. */
export const themeLanguageOf = ({ language, reason }: AnalysedAnswer): string | null =>
  reason === 'empty' ? null : language

/**
 * Texts that are analysed in pieces. An answer that does not tell its language needs the usual one of the whole batch, so it
 * is read at the end: until then `unknown_language` stands in its place.
 */
export type Batch = {
  add(texts: readonly string[], contexts?: TextContexts, sample?: Sample): AnalysedAnswer[]
  /** Answers that were read late, by their place among all texts. */
  finish(): [at: number, answer: AnalysedAnswer][]
}

/** Some texts of a whole batch, with their questions, which show what words are frequent; sent with its first texts. */
export type Sample = readonly (readonly [text: string, question: AskedQuestion])[]

const sampleMax = 1_000
const sampleCharactersMax = 2_000

/** Evenly from all texts whose questions are known. */
function sampleOf(texts: readonly string[], contexts: TextContexts = []): Sample {
  const step = Math.ceil(texts.length / sampleMax)
  return texts.flatMap((text, at) => {
    const question = contexts[at]?.question
    return question && at % step === 0 ? [[text.slice(0, sampleCharactersMax), question] as const] : []
  })
}

const keyOf = ({ text, driver }: AskedQuestion): string => `${driver} ${text}`

/** What the questions of a batch tell of their answers. */
function questionsOf(sample: Sample): (question?: AskedQuestion) => QuestionContext | undefined {
  const known = new Map<string, QuestionContext>()
  const texts = Map.groupBy(sample, ([, question]) => keyOf(question))
  return (question) => {
    if (!question) return undefined
    const key = keyOf(question)
    const before = known.get(key)
    if (before) return before
    const { language, about, words } = askedBy(question)
    const frequent = words.union(frequentWords((texts.get(key) ?? []).map(([text]) => text)))
    const now = { language, answers: { frequent, ...(about && { about }) } }
    known.set(key, now)
    return now
  }
}

type QuestionContext = Pick<Asked, 'language'> & { answers: AnswerContext }

export function startBatch(): Batch {
  const counts: LanguageCounts = new Map()
  const late: { at: number; draft: Draft; question: QuestionContext | undefined }[] = []
  let questionOf = questionsOf([])
  let added = 0
  return {
    add(texts, contexts, sample) {
      if (sample) questionOf = questionsOf(sample)
      return texts.map((text, i) => {
        const question = questionOf(contexts?.[i]?.question)
        const draft = draftOf(text, contexts?.[i]?.declared)
        countLanguage(counts, draft)
        if (draft && needsContext(draft)) late.push({ at: added, draft, question })
        added++
        return analysedDraft(draft, { question })
      })
    },
    finish() {
      const usual = usualLanguage(counts)
      return late.flatMap(({ at, draft, question }): [number, AnalysedAnswer][] => {
        const around = [usual, question?.language ?? null]
        return around.some((language) => language !== null)
          ? [[at, analysedDraft(draft, { around, question })]]
          : []
      })
    },
  }
}

/** `around`: languages of what stands beside the answer, the likeliest first. */
type DraftContext = { around?: readonly (string | null)[]; question: QuestionContext | undefined }

function analysedDraft(draft: Draft | null, { around, question }: DraftContext): AnalysedAnswer {
  const reading = readDraft(draft, ...(around ?? []))
  if (reading.score === null) return reading
  const drivers = driversByLanguage(reading.clauses, question?.answers)
  return {
    ...reading,
    clauses: reading.clauses.map(({ text, score, label, language, kind }, i) => ({
      score,
      label,
      language,
      drivers: drivers[i],
      topics: language === 'en' ? subtopicsOf(text, drivers[i]) : [],
      kind,
      asks: drivers[i].length > 0 && (kind === 'wish' || asksExplicitly(language, { text, label })),
    })),
  }
}

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
  | { kind: 'themes'; options: ThemeOptions }
export type FromThread =
  | { answers: PackedAnswers }
  | { places: readonly number[]; rest: PackedAnswers }
  | { themes: Theme[] }
  | { failure: string }

export type Analyst = {
  /**
   * As `analyseTexts`, in the thread.
   * @throws AnalystError
   */
  analyse(texts: readonly string[], themes?: ThemeOptions, contexts?: TextContexts): Promise<Analysis>
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

const chunkTexts = 1_000
const chunkCharacters = 500_000 // of very long texts fewer go at a time
const idleMsDefault = 15_000
const timeoutMsDefault = 60_000
const limits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 } // 100,000 answers and their themes fit into half of it

/**
 * @param idleMs  how long a thread without work stays
 * @param timeoutMs  how long a thread may be silent: a chunk takes a fraction of a second, the themes of 100,000 a few
 */
export function startAnalyst({ idleMs = idleMsDefault, timeoutMs = timeoutMsDefault } = {}): Analyst {
  let thread: Thread | undefined
  let queue: Promise<unknown> = Promise.resolve()
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
    analyse(texts, themes, contexts) {
      const analysis = queue.then(() => run((own) => analyseIn(own, texts, themes, contexts)))
      queue = analysis.catch(() => undefined)
      return analysis
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
  themes: ThemeOptions | undefined,
  contexts: TextContexts | undefined,
): Promise<Analysis> {
  const answers: AnalysedAnswer[] = []
  for (let from = 0; from < texts.length;) {
    const some = chunkFrom(texts, from)
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
  if (!themes) return { answers, themes: [] }
  const reply = await thread.ask({ kind: 'themes', options: themes })
  return { answers, themes: 'themes' in reply ? reply.themes : [] }
}

function chunkFrom(texts: readonly string[], from: number): readonly string[] {
  let characters = 0
  let to = from
  while (to < texts.length && to - from < chunkTexts && characters < chunkCharacters)
    characters += texts[to++].length
  return texts.slice(from, to)
}

/** A broken thread rejects every message. */
type Thread = { worker: Worker; isBroken(): boolean; ask(message: ToThread): Promise<FromThread> }

/** It gets no environment and no arguments, because it needs none. */
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

/**
 * Sentiment by a model that the operator brings: a classifier of sentences in a folder on this machine (model-folder.ts). It scores and
 * never phrases, runs where texts are analysed anyway, and reaches nothing outside: no request leaves the machine, and what it makes
 * of a text is a number that goes through the gate like all others.
 *
 * The runtime is `onnxruntime-node` or `onnxruntime-web` with `@huggingface/tokenizers`, which an operator who wants this installs
 * beside the service: together they are larger than all of it.
 *
 * Bounded in each direction: texts of `max_tokens`, so many at a time, so long for each batch, and so much memory. Beyond a bound the
 * model is put aside for the life of the process, and texts are scored as without it.
 */
import type { ModelFolder } from './model-folder.ts'
import type { ModelName } from './model-version.ts'

/** −1 … 1: how much more probable positive is than negative. */
export type LocalScore = { score: number; label: 'negative' | 'neutral' | 'positive' }

export type LocalModel = ModelName & {
  readonly languages: readonly string[]
  reads(language: string | null): boolean
  /** In the order of the texts; null for all of a batch that failed, and for all once the model is put aside. */
  score(texts: readonly string[]): Promise<(LocalScore | null)[]>
  /** Why it is put aside, or null. */
  fault(): string | null
}

type Tensor = { readonly data: ArrayLike<number>; readonly dims: readonly number[] }
type Session = {
  readonly inputNames: readonly string[]
  run(feeds: Record<string, unknown>): Promise<Record<string, Tensor>>
  release(): Promise<void>
}
type Runtime = {
  InferenceSession: { create(path: string, options: object): Promise<Session> }
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown
}
type Encoder = { encode(text: string): { ids: number[]; attention_mask: number[] } }

export type Bounds = {
  /** Texts of a batch; also of what is lost when one fails. */
  atOnce: number
  batchMs: number
  /** How far the process may grow beyond what it had when the model was loaded. */
  megabytes: number
}

const boundsDefault: Bounds = { atOnce: 16, batchMs: 10_000, megabytes: 2_000 }
const maxTokensDefault = 256

/**
 * @throws Error with a sentence that names what is missing or wrong: a file of the folder, or a package
 */
export async function loadLocalModel(folder: string, bounds: Bounds = boundsDefault): Promise<LocalModel> {
  // Only where there is a model: its checks take more modules than all other analysis of text.
  const { readModelFolder } = await import('./model-folder.ts')
  const model = await readModelFolder(folder)
  const runtime: Runtime = await packageNamed(['onnxruntime-node', 'onnxruntime-web'])
  const { Tokenizer } = await packageNamed(['@huggingface/tokenizers'])
  const encoder: Encoder = new Tokenizer(model.tokenizer, model.tokenizerConfig)
  const session = await runtime.InferenceSession.create(model.modelPath, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  return modelOf(model, { runtime, encoder, session, bounds })
}

/** The first of these that is installed. Types of packages that may be missing would be missing too. */
async function packageNamed(names: readonly string[]): Promise<any> {
  for (const name of names) {
    try {
      return await import(name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    }
  }
  throw new Error(`the package ${names.join(' or ')} is not installed: npm install ${names[0]}`)
}

type Parts = { runtime: Runtime; encoder: Encoder; session: Session; bounds: Bounds }

function modelOf(
  { manifest, version }: ModelFolder,
  { runtime, encoder, session, bounds }: Parts,
): LocalModel {
  const languages = new Set(manifest.languages)
  const maxTokens = manifest.max_tokens ?? maxTokensDefault
  const base = process.memoryUsage().rss
  let fault: string | null = null

  const scoreBatch = async (texts: readonly string[]): Promise<(LocalScore | null)[]> => {
    const encoded = texts.map((text) => encoder.encode(text))
    const length = Math.max(1, ...encoded.map(({ ids }) => Math.min(ids.length, maxTokens)))
    const tensorOf = (of: (one: (typeof encoded)[number]) => number[]): unknown => {
      const data = new BigInt64Array(texts.length * length)
      encoded.forEach((one, row) =>
        of(one)
          .slice(0, length)
          .forEach((value, at) => (data[row * length + at] = BigInt(value))),
      )
      return new runtime.Tensor('int64', data, [texts.length, length])
    }
    const inputs: Record<string, unknown> = {
      input_ids: tensorOf(({ ids }) => ids),
      attention_mask: tensorOf(({ attention_mask: mask }) => mask),
      token_type_ids: tensorOf(({ ids }) => ids.map(() => 0)),
    }
    const feeds = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]]))
    const began = performance.now()
    const { logits } = await within(bounds.batchMs, session.run(feeds))
    // A runtime that works in this thread lets no timer run meanwhile.
    if (performance.now() - began > bounds.batchMs) throw tooSlow(bounds.batchMs)
    const places = manifest.labels.length
    if (logits.dims.join() !== `${texts.length},${places}`)
      throw new Error(`logits have the shape ${logits.dims.join(' × ')}, not texts × ${places} labels`)
    return texts.map((_text, row) =>
      scoreOf(
        Array.from({ length: places }, (_, at) => logits.data[row * places + at]),
        manifest.labels,
      ),
    )
  }

  return {
    name: manifest.name,
    version,
    languages: manifest.languages,
    reads: (language) => language !== null && languages.has(language),
    fault: () => fault,
    async score(texts) {
      const scores: (LocalScore | null)[] = []
      for (let from = 0; from < texts.length; from += bounds.atOnce) {
        const some = texts.slice(from, from + bounds.atOnce)
        const grown = (process.memoryUsage().rss - base) / 1_048_576
        if (grown > bounds.megabytes) fault ??= `the process grew by ${Math.round(grown)} MB`
        if (fault === null)
          scores.push(
            ...(await scoreBatch(some).catch((error: unknown) => {
              fault = error instanceof Error ? error.message : String(error)
              return some.map(() => null)
            })),
          )
        else scores.push(...some.map(() => null))
      }
      return scores
    },
  }
}

/** A softmax (Bridle 1990), of which the score is the difference of two probabilities. */
function scoreOf(logits: readonly number[], labels: readonly LocalScore['label'][]): LocalScore | null {
  if (!logits.every(Number.isFinite)) return null
  const highest = Math.max(...logits)
  const powers = logits.map((one) => Math.exp(one - highest))
  const sum = powers.reduce((all, one) => all + one, 0)
  const share = (label: LocalScore['label']): number => (powers[labels.indexOf(label)] ?? 0) / sum
  return { score: share('positive') - share('negative'), label: labels[logits.indexOf(highest)] }
}

const tooSlow = (ms: number): Error => new Error(`a batch took longer than ${ms} ms`)

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooSlow(ms)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

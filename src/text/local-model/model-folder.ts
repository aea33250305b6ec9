/**
 * The folder of a model that an operator brings (`SONDE_TEXT_MODEL`): what must be in it, and what it says of itself.
 *
 *   model.onnx              a classifier of sentences with the inputs `input_ids` and `attention_mask`, and the output `logits`
 *   tokenizer.json, tokenizer_config.json   as Hugging Face publishes them beside a model
 *   sonde.json              what we cannot read from the others: see `Manifest`
 *
 * Nothing is fetched: what is missing is an error at start. Weights may be in files of their own beside model.onnx, so everything in
 * the folder counts as the model.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const labels = ['negative', 'neutral', 'positive'] as const

const Manifest = Type.Object({
  /** Shown beside each figure that is made with it. */
  name: Type.String({ minLength: 1, maxLength: 80 }),
  /** What each place of `logits` means, in its order. Each label once; `neutral` may be left out. */
  labels: Type.Array(Type.Enum(labels), { minItems: 2, maxItems: 3, uniqueItems: true }),
  /** Tags (BCP 47) of the languages that it reads. Texts in others are left to the built-in analysis. */
  languages: Type.Array(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z]{2,8})*$' }), {
    minItems: 1,
    maxItems: 200,
  }),
  /** Texts are cut after so many tokens. */
  max_tokens: Type.Optional(Type.Integer({ minimum: 8, maximum: 512 })),
})
export type Manifest = Static<typeof Manifest>

export type ModelFolder = {
  manifest: Manifest
  modelPath: string
  tokenizer: object
  tokenizerConfig: object
  /** SHA-256 of all files, shortened: figures made by two versions are told apart. */
  version: string
}

/** A larger folder is refused: the process would not hold it. */
const folderBytesMax = 1_000_000_000

/** @throws Error with a sentence that names the file and what is wrong with it */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const manifest = await jsonIn(folder, 'sonde.json')
  if (!Value.Check(Manifest, manifest)) {
    const [first] = Value.Errors(Manifest, manifest)
    throw new Error(`sonde.json${first.instancePath}: ${first.message}`)
  }
  if (!manifest.labels.includes('negative') || !manifest.labels.includes('positive'))
    throw new Error('sonde.json: labels must hold negative and positive')
  const modelPath = join(folder, 'model.onnx')
  await stat(modelPath).catch(() => {
    throw new Error('model.onnx is missing')
  })
  const [tokenizer, tokenizerConfig] = [
    await jsonIn(folder, 'tokenizer.json'),
    await jsonIn(folder, 'tokenizer_config.json'),
  ]
  return { manifest, modelPath, tokenizer, tokenizerConfig, version: await versionOf(folder) }
}

async function versionOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const files = await Promise.all(
    paths.map(async (path) => ({ path, name: relative(folder, path), size: (await stat(path)).size })),
  )
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > folderBytesMax)
    throw new Error(`its files have ${bytes} bytes; at most ${folderBytesMax} are read`)
  const hash = createHash('sha256')
  for (const { path, name, size } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${JSON.stringify([name, size])}\n`)
    for await (const part of createReadStream(path)) hash.update(part)
  }
  return hash.digest('hex').slice(0, 12)
}

async function jsonIn(folder: string, file: string): Promise<object> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => {
    throw new Error(`${file} is missing`)
  })
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Told below, as anything else that is not an object.
  }
  throw new Error(`${file} holds no JSON object`)
}

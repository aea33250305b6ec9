/**
 * A classifier in the ONNX format with one row of numbers for each word: logits are the mean of the rows of a text's words. Small enough to
 * be written by hand, and read by the real runtime.
 *
 * Source: onnx.proto of the ONNX project (Apache-2.0), of which only the fields that are needed are written; the wire format is
 * that of Protocol Buffers.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Bytes = readonly number[]

function varint(value: number): Bytes {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

const int = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)]
const bytes = (field: number, value: Bytes): Bytes => [
  ...varint(field * 8 + 2),
  ...varint(value.length),
  ...value,
]
const text = (field: number, value: string): Bytes => bytes(field, [...Buffer.from(value)])
const message = (field: number, ...members: readonly Bytes[]): Bytes => bytes(field, members.flat())

const [float32, int64] = [1, 7]

/** ValueInfoProto: a name, and a tensor whose dimensions have names. */
const valueOf = (field: number, name: string, [type, ...dimensions]: readonly [number, ...string[]]): Bytes =>
  message(
    field,
    text(1, name),
    message(2, message(1, int(1, type), message(2, ...dimensions.map((one) => message(1, text(2, one)))))),
  )

const node = (
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Bytes[] = [],
): Bytes => message(1, ...inputs.map((one) => text(1, one)), text(2, output), text(4, type), ...attributes)

const [attributeInt, attributeInts] = [2, 7]

/** @param rows  of each word, in the order of the vocabulary: one number for each label */
function modelOf(rows: readonly (readonly number[])[]): Bytes {
  const raw = [...Buffer.from(Float32Array.from(rows.flat()).buffer)]
  const table = message(
    5,
    int(1, rows.length),
    int(1, rows[0].length),
    int(2, float32),
    text(8, 'table'),
    bytes(9, raw),
  )
  const graph = message(
    7,
    node('Gather', ['table', 'input_ids'], 'rows', [
      message(5, text(1, 'axis'), int(3, 0), int(20, attributeInt)),
    ]),
    node('ReduceMean', ['rows'], 'logits', [
      message(5, text(1, 'axes'), int(8, 1), int(20, attributeInts)),
      message(5, text(1, 'keepdims'), int(3, 0), int(20, attributeInt)),
    ]),
    text(2, 'words'),
    table,
    valueOf(11, 'input_ids', [int64, 'texts', 'words']),
    valueOf(12, 'logits', [float32, 'texts', 'labels']),
  )
  return [...int(1, 8), ...graph, ...message(8, text(1, ''), int(2, 13))]
}

/** Word → how much it speaks for each label, in the order of `labels`. */
export type Vocabulary = Readonly<Record<string, readonly number[]>>

export async function writeModel(
  folder: string,
  vocabulary: Vocabulary,
  manifest: object = { name: 'By hand', labels: ['negative', 'neutral', 'positive'], languages: ['nl'] },
): Promise<void> {
  const words = ['[PAD]', '[UNK]', ...Object.keys(vocabulary)]
  const places = Object.values(vocabulary)[0].length
  const rows = words.map((word) => vocabulary[word] ?? new Array<number>(places).fill(0))
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, at) => [word, at])),
    },
  }
  await writeFile(join(folder, 'model.onnx'), Buffer.from(modelOf(rows)))
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer))
  await writeFile(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({ unk_token: '[UNK]', pad_token: '[PAD]' }),
  )
  await writeFile(join(folder, 'sonde.json'), JSON.stringify(manifest))
}

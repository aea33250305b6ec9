/**
 * Latent Dirichlet allocation by collapsed Gibbs sampling, the usual topic model for comparison. Only for the benchmark.
 * Source: Griffiths and Steyvers 2004, PNAS 101(suppl. 1); alpha 0.1, beta 0.01, as is usual for short texts.
 */
import { mulberry32 } from '../../src/text/text.ts'

const alpha = 0.1
const beta = 0.01
const sweeps = 200

/** The most probable words of each topic; `count` of them. */
export function ldaTopics(
  documents: readonly (readonly string[])[],
  topics: number,
  seed: number,
  count: number,
): string[][] {
  const random = mulberry32(seed)
  const vocabulary = [...new Set(documents.flat())]
  const columns = new Map(vocabulary.map((word, at) => [word, at]))
  const tokens = documents.flatMap((words, document) =>
    words.map((word) => ({ document, word: columns.get(word) ?? 0, topic: Math.floor(random() * topics) })),
  )
  const ofDocument = new Int32Array(documents.length * topics)
  const ofWord = new Int32Array(vocabulary.length * topics)
  const ofTopic = new Int32Array(topics)
  const place = (token: (typeof tokens)[number], by: 1 | -1): void => {
    ofDocument[token.document * topics + token.topic] += by
    ofWord[token.word * topics + token.topic] += by
    ofTopic[token.topic] += by
  }
  for (const token of tokens) place(token, 1)

  const upTo = new Float64Array(topics)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const token of tokens) {
      place(token, -1)
      let sum = 0
      for (let topic = 0; topic < topics; topic++) {
        sum +=
          ((ofDocument[token.document * topics + topic] + alpha) *
            (ofWord[token.word * topics + topic] + beta)) /
          (ofTopic[topic] + beta * vocabulary.length)
        upTo[topic] = sum
      }
      const drawn = random() * sum
      token.topic = upTo.findIndex((limit) => drawn < limit)
      place(token, 1)
    }
  }
  return Array.from({ length: topics }, (_, topic) => {
    const times = (at: number): number => ofWord[at * topics + topic]
    const order = [...vocabulary.keys()].toSorted((a, b) => times(b) - times(a))
    return order.slice(0, count).map((at) => vocabulary[at])
  })
}

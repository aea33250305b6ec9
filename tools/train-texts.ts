/**
 * The texts that the sentiment model is trained on, and their division for cross-validation.
 *
 * Three files of the VADER project (Hutto and Gilbert, ICWSM 2014): a line is an id, the mean of at least 20 people's ratings
 * from -4 to 4, and the text, separated by tabs.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const corpora = ['tweets', 'amazon', 'movies'] as const
export type Corpus = (typeof corpora)[number]

const files: Record<Corpus, string> = {
  tweets: 'tweets_GroundTruth.txt',
  amazon: 'amazonReviewSnippets_GroundTruth.txt',
  movies: 'movieReviewSnippets_GroundTruth.txt',
}

/** `group`: texts of one review or one pattern, which must be in one fold; `fold`: 0 to 4, by the group alone. */
export type RatedText = { corpus: Corpus; text: string; rating: number; group: string; fold: number }

/** From `folder`/vader, in the order of the files. */
export async function ratedTexts(folder: string): Promise<RatedText[]> {
  const all: RatedText[] = []
  for (const corpus of corpora) {
    const lines = (await readFile(join(folder, 'vader', files[corpus]), 'utf8')).split(/\r?\n/)
    for (const line of lines.filter(Boolean)) {
      const [id, rating, ...parts] = line.split('\t')
      const text = parts.join('\t')
      const group = groupOf(corpus, id, text)
      all.push({ corpus, text, rating: Number(rating), group, fold: fnv1a(`${corpus}|${group}`) % 5 })
    }
  }
  return all
}

function groupOf(corpus: Corpus, id: string, text: string): string {
  if (corpus === 'amazon') return id.split('_')[0]
  if (corpus === 'movies') return id
  const words = text.toLowerCase().match(/[a-z']+/g) ?? []
  return words
    .filter((word) => word !== 'very' && word !== 'extremely')
    .slice(0, 4)
    .join(' ')
}

/** FNV-1a, 32 bit, over UTF-8 (draft-eastlake-fnv). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

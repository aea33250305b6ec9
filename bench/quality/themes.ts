/**
 * Themes against published topic models, and their time: lines T1 to T3 and T5. T4, codes of comments, is measured
 * elsewhere, on comments that are not part of the project.
 *
 * NPMI is counted as gensim's c_npmi (src/text/coherence.ts). The peers' figures are computed from the result files that the
 * evaluation of BERTopic published, over the same numbers of topics and three runs; plain NMF (the same factors, words by
 * weight alone) and LDA (collapsed Gibbs sampling) run here beside ours.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { coherenceOf, countWindows } from '../../src/text/coherence.ts'
import { factorise } from '../../src/text/nmf.ts'
import { mulberry32, themesOf } from '../../src/text/text.ts'
import { tfIdf } from '../../src/text/tfidf.ts'
import { heaviestTerms, topicWords } from '../../src/text/themes-topics.ts'
import { median } from '../figures.ts'
import { ldaTopics } from './lda.ts'
import type { Line, Part } from './quality.ts'
import { surveyAnswers } from './survey-answers.ts'

const numbers = [10, 20, 30, 40, 50]
const seeds = [1, 2, 3]
const wordsPerTopic = 10

type Documents = readonly (readonly string[])[]
type Topics = readonly (readonly string[])[]
type Score = { npmi: number; diversity: number }

export const themeLines: Part = async (data, say) => {
  const bbc = corpus(data, 'BBC_News')
  const m10 = corpus(data, 'M10')
  return [t1(data, bbc, say), t2(bbc), t3(m10), await t5(data)]
}

function corpus(data: string, name: string): Documents {
  const file = gunzipSync(readFileSync(join(data, 'octis', name, 'corpus.tsv.gz'))).toString()
  return file
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0].split(' '))
}

/** Our words of each topic, and for comparison the heaviest words of the same factors. */
function topicsOf(documents: Documents, topics: number, seed: number): { ours: Topics; plain: Topics } {
  const matrix = tfIdf(documents, { documentsMin: 1, shareMax: 1, termsMax: Infinity })
  const factors = factorise(matrix, topics, { seed, iterationsMax: 100 })
  return {
    ours: topicWords(documents, matrix, factors).chosen,
    plain: Array.from({ length: topics }, (_, topic) =>
      heaviestTerms(matrix, factors, topic)
        .slice(0, wordsPerTopic)
        .map(({ word }) => word),
    ),
  }
}

function scored(topics: Topics, documents: Documents): Score {
  const counts = countWindows(documents, topics.flat())
  return {
    npmi: mean(topics.map((words) => coherenceOf(words, counts) ?? NaN)),
    diversity: new Set(topics.flat()).size / (wordsPerTopic * topics.length),
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const meanScore = (scores: readonly Score[]): Score => ({
  npmi: mean(scores.map(({ npmi }) => npmi)),
  diversity: mean(scores.map(({ diversity }) => diversity)),
})
const textOf = ({ npmi, diversity }: Score): string => `${npmi.toFixed(3)} / ${diversity.toFixed(3)}`

function t1(data: string, bbc: Documents, say: (text: string) => void): Line {
  const seconds: number[] = []
  const ours: Score[] = []
  const plain: Score[] = []
  for (const topics of numbers) {
    for (const seed of seeds) {
      const started = performance.now()
      const topicsFound = topicsOf(bbc, topics, seed)
      seconds.push((performance.now() - started) / 1_000)
      ours.push(scored(topicsFound.ours, bbc))
      plain.push(scored(topicsFound.plain, bbc))
    }
    say(`T1 k = ${topics}: ${textOf(meanScore(ours.slice(-seeds.length)))}`)
  }
  const score = meanScore(ours)
  const peers = published(data)
  return {
    id: 'T1',
    measure: 'BBC News, NPMI / diversity, mean of 3 runs x k = 10..50',
    peer: `${peers.map(([name, peer]) => `${name} ${textOf(peer)}`).join(', ')} (published result files); plain NMF on TF-IDF, in this run, ${textOf(meanScore(plain))}`,
    target: '>= 0.22 / 0.89',
    ours: `${textOf(score)}, median ${median(seconds).toFixed(1)} s a run`,
    met: score.npmi >= 0.22 && score.diversity >= 0.89,
  }
}

/** `<model>_<run>.json`: runs of a model over numbers of topics, each with its scores. Best first. */
function published(data: string): [string, Score][] {
  const folder = join(data, 'octis', 'bertopic_paper_results', 'BBC News')
  type Run = { Params: { nr_topics?: number; num_topics?: number }; Scores: Score }
  const files = readdirSync(folder).filter((name) => /_\d\.json$/.test(name))
  const models = Map.groupBy(files, (name) => name.replace(/_\d\.json$/, ''))
  return [...models]
    .map(([model, names]): [string, Score] => [
      model,
      meanScore(
        names.flatMap((name) =>
          (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Run[])
            .map(({ Scores }) => Scores)
            .filter(({ npmi, diversity }) => Number.isFinite(npmi) && Number.isFinite(diversity)),
        ),
      ),
    ])
    .toSorted(([, a], [, b]) => b.npmi - a.npmi)
}

function t2(bbc: Documents): Line {
  const even = bbc.filter((_, at) => at % 2 === 0)
  const odd = bbc.filter((_, at) => at % 2 === 1)
  const runs = seeds.map((seed) => topicsOf(even, 10, seed))
  const ours = runs.map((run) => scored(run.ours, odd).npmi)
  return {
    id: 'T2',
    measure: 'BBC News, fitted and chosen on even documents, NPMI on odd ones, k = 10',
    peer: `plain NMF on TF-IDF, in this run, ${mean(runs.map((run) => scored(run.plain, odd).npmi)).toFixed(3)}`,
    target: '>= 0.18',
    ours: `${mean(ours).toFixed(3)} (seeds 1, 2, 3: ${ours.map((one) => one.toFixed(3)).join(', ')})`,
    met: mean(ours) >= 0.18 && ours[0] >= 0.18,
  }
}

function t3(m10: Documents): Line {
  const [few, many] = [10, 30].map((topics) => topicsOf(m10, topics, 1))
  const npmi = (topics: Topics): number => scored(topics, m10).npmi
  const lda = [10, 30].map((topics) => npmi(ldaTopics(m10, topics, 1, wordsPerTopic)))
  const ours = [npmi(few.ours), npmi(many.ours)]
  const listOf = (values: readonly number[]): string => values.map((one) => one.toFixed(3)).join(' / ')
  return {
    id: 'T3',
    measure: 'M10, titles of about six words, NPMI, k = 10 / 30',
    peer: `in this run, LDA ${listOf(lda)}, plain NMF on TF-IDF ${listOf([npmi(few.plain), npmi(many.plain)])}`,
    target: '>= 0.10 / 0.10',
    ours: listOf(ours),
    met: ours.every((one) => one >= 0.1),
  }
}

const answersTimed = 2_000

/** Real answers, each followed by the beginning of another, so that hardly two are the same. */
async function t5(data: string): Promise<Line> {
  const texts = (await surveyAnswers(data)).flatMap(({ text }) => text ?? [])
  const random = mulberry32(1)
  const drawn = (): string => texts[Math.floor(random() * texts.length)]
  const answers = Array.from({ length: answersTimed }, () => `${drawn()} ${drawn().slice(0, 60)}`)
  const runs = seeds.map((seed) => {
    const [started, used] = [performance.now(), process.cpuUsage()]
    themesOf(answers, { seed })
    return {
      wall: (performance.now() - started) / 1_000,
      processor: process.cpuUsage(used).user / 1_000_000,
    }
  })
  const processor = median(runs.map((run) => run.processor))
  const wall = median(runs.map((run) => run.wall))
  return {
    id: 'T5',
    measure: '2,000 answers to themes, with their number and 20 bootstrap runs, seconds of a processor',
    peer: '–',
    target: '<= 2 s',
    ours: `${processor.toFixed(2)} s (median of ${runs.length}); ${wall.toFixed(2)} s by the clock, with what else this machine did`,
    met: processor <= 2,
  }
}

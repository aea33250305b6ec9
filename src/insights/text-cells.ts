/** What the gate stores of texts in a cell: sums over people, and no words. */

/** Sums of scores; bins of a tenth keep the distribution without keeping a score. */
export type SentimentCell = { n: number; sum: number; squares: number; bins: number[] }

/** Of n people who wrote, how many of them in which language, read or not. */
export type CoverageCell = { n: number; counts: Record<string, number> }

/** Of n people who wrote, how many ask for something. */
export type RequestsCell = { n: number; requests: number }

/**
 * Of n people, how many name the topic, how many of them negatively, and the sums of their sentiment. `rated`: how many of them have a sentiment;
 * left out where all do. `few`: a part of these people is not counted, so `negative` and `rated` only tell the tone, and there are no sums (tone.ts).
 */
export type TopicSums = {
  people: number
  negative: number
  sum: number
  squares: number
  rated?: number
  few?: boolean
}
export type TopicsCell = { n: number; topics: Record<string, TopicSums> }

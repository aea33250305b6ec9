/** Libraries on npm that give a text a score, as their own documentation calls them. */
import { createRequire } from 'node:module'

export type Score = (text: string) => number
export type Peer = { name: string; score: Score }

const required = createRequire(import.meta.url)

type Vader = { SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } } }
type Afinn = new () => { analyze(text: string): { comparative: number } }
type Wink = (text: string) => { normalizedScore: number }

const { SentimentIntensityAnalyzer: vader } = required('vader-sentiment') as Vader
const afinn = new (required('sentiment') as Afinn)()
const wink = required('wink-sentiment') as Wink

/** The first is the library that the published figures belong to. */
export const peers: readonly [Peer, ...Peer[]] = [
  { name: 'vader-sentiment', score: (text) => vader.polarity_scores(text).compound },
  { name: 'sentiment', score: (text) => afinn.analyze(text).comparative },
  { name: 'wink-sentiment', score: (text) => wink(text).normalizedScore },
]

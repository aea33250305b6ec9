/**
 * What findings say, as it is stored: compressed, with a dictionary of what findings have in common. A survey has a finding or two for each team and
 * question, so this is most of what a survey takes once its answers are grouped; a row that PostgreSQL would compress by itself must be
 * longer than any of them is. Findings that are written together are compressed together (contents.ts), which takes a third; those of releases
 * before have a content each, or columns.
 *
 * The first byte is the number of the dictionary. A dictionary is never changed: what it compressed could not be read any more. A better one is added with
 * the next number.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Coverage, Method } from '../../contract/insights.ts'
import type { RowOf } from '../db/shape.ts'
import type { insights } from '../db/tables.ts'
import type { Message } from './message.ts'

export type Content = {
  statement: string
  message: Message | null
  coverage: Coverage | null
  value: unknown
  method: Method
  evidence: unknown[]
  /** The interval. */
  low: number | null
  high: number | null
}

/** The content or its place, and the columns that hold instead of either. */
export const contentColumns = [
  'statement',
  'message',
  'coverage',
  'value',
  'method',
  'evidence',
  'low',
  'high',
  'content',
  'place',
] as const

export type ContentRow = Pick<RowOf<{ readonly fields: typeof insights }>, (typeof contentColumns)[number]>

/** What is likeliest stands last: the nearer, the shorter the reference. */
const first = [
  '"key":"sentences","key":"answered","key":"answered_between","key":"enps","key":"change_up","key":"change_down","promoters":0,"detractors":0,"unit":"","target":true,"since":"2026-01-01T00:00:00.000Z"',
  'is a strength: , below the middle of the scale (3), above , favourable. With several questions tested at once, this can still be chance. may be low:  may be high:  is low:  is high:  is on the good side of ',
  'Not enough data to tell “” from : It would take about . eNPS of  promoters, detractors, rose from  to  fell from , before. per cent paired',
  '["Everyone: 4,250 to 4,500 of 5,000 answered.",{"key":"answered_between","args":{"most":4500,"responded":4250,"recipients":5000}},null,null,{"name":"count","version":"7"},[]]',
  '["7 or 8 of 8 answered.",{"key":"of_team","args":{"team":"","text":{"key":"answered_either","args":{"most":8,"responded":7,"recipients":8}}}},null,null,{"name":"count","version":"7"},[]]',
  '[": Of 44 answers to “”, 21 are negative and 19 positive (mean 0.07 on a scale from −1 to 1).",{"key":"of_team","args":{"team":"","text":[{"key":"sentiment","args":{"n":44,"mean":0.07,"negative":21,"positive":19,"question":""}}]}},{"read":43,"answers":43,"languages":{"en":{"read":43,"answers":43}}},{"mean":-0.001,"change":null,"intent":null,"negative":0.477,"positive":0.432,"requests":null},{"name":"sentiment, lexicon and rules","version":"8"},[{"metric":"sentiment","comparison":"parent","value":0.096,"difference":-0.099,"n":187,"method":"permutation (monte_carlo)","p":0.1359,"p_adjusted":0.5435,"told":false}]]',
  '[": “” is too close to the middle of the scale (3) to call it high or low: 2.4 of 5 (5 answers). With so small a difference it would take about 13 more answers.",{"key":"of_team","args":{"team":"","text":{"key":"level_unclear_far","args":{"question":"","figure":{"key":"mean_of","args":{"mean":2.4,"max":5}},"reference":{"key":"middle_of","args":{"value":3}},"n":5,"enough":13}}}},null,{"state":"unclear","basis":"scale","reference":3,"mean":2.4,"favourable":0.2,"times":1,"since":null,"target":false,"enough":13},{"name":"sign flip (exact)","version":"7"},[{"metric":"mean","comparison":"middle","value":3,"difference":-0.6,"n":5,"method":"sign flip (exact)","p":0.5,"p_adjusted":1,"told":false}]]',
  '[": “” scored 3.14 of 5 on average (7 answers; 95% interval 1.69 to 4.6).",{"key":"of_team","args":{"team":"","text":{"key":"score","args":{"question":"","mean":3.14,"max":5,"n":7,"low":1.69,"high":4.6}}}},null,{"mean":3.143,"skipped":0,"distribution":[{"value":1,"count":1},{"value":2,"count":2},{"value":3,"count":1},{"value":4,"count":1},{"value":5,"count":2}],"favourable":{"from":4,"to":5,"share":0.429,"interval":[0.158,0.75]},"change":null},{"name":"mean, t interval 95%","version":"7"},[{"metric":"mean","comparison":"parent","value":2.622,"difference":0.521,"n":37,"method":"permutation (exact)","p":0.3942,"p_adjusted":1,"told":false},{"metric":"mean","comparison":"organisation","value":2.951,"difference":0.192,"n":224,"method":"permutation (exact)","p":0.7833,"p_adjusted":1,"told":false}]]',
  '[": 17% of people who commented mention  (7 of 42), 2 of them negatively.",{"key":"of_team","args":{"team":"","text":[{"key":"theme_some","args":{"about":"","share":0.17,"people":7,"n":42,"negative":2}}]}},{"answers":41,"read":41,"languages":{"en":{"answers":41,"read":41}}},{"label":"","source":"emergent","people":7,"n":42,"share":0.167,"negative":2,"rated":7,"sentiment":0.01,"quotes":[],"rule":{"any_of":[""],"language":"en"}},{"name":"words and phrases of a rule, share with Wilson interval 95%","version":"8"},[]]',
  '[": 21% of people who commented mention  (9 of 43), most of them negatively (7).",{"key":"of_team","args":{"team":"","text":[{"key":"theme_most","args":{"about":{"key":"about_tools","args":{}},"share":0.21,"people":9,"n":43,"negative":7}}]}},{"answers":42,"read":42,"languages":{"en":{"answers":42,"read":42}}},{"label":"","source":"driver","people":9,"n":43,"share":0.209,"negative":7,"rated":9,"sentiment":-0.129,"quotes":[]},{"name":"driver taxonomy, share with Wilson interval 95%","version":"8"},[{"metric":"share","comparison":"parent","value":0.218,"difference":-0.009,"interval":[-0.124,0.144],"n":188,"method":"permutation of shares (exact)","p":1,"p_adjusted":1,"told":false},{"metric":"share","comparison":"organisation","value":0.218,"difference":-0.009,"interval":[-0.124,0.144],"n":188,"method":"permutation of shares (exact)","p":1,"p_adjusted":1,"told":false}]]',
].join('')

/** By their numbers. */
const dictionaries: readonly Buffer[] = [Buffer.from(first)]

const current = dictionaries.length - 1

const packed = (value: unknown): Buffer =>
  Buffer.concat([
    Buffer.of(current),
    deflateRawSync(JSON.stringify(value), { level: 9, dictionary: dictionaries[current] }),
  ])

const unpacked = (bytes: Buffer): any =>
  JSON.parse(inflateRawSync(bytes.subarray(1), { dictionary: dictionaries[bytes[0]] }).toString())

type Members = readonly [
  statement: string,
  message: Message | null,
  coverage: Coverage | null,
  value: unknown,
  method: Method,
  evidence: unknown[],
  low?: number | null,
  high?: number | null,
]

const membersOf = ({ statement, message, coverage, value, method, evidence }: Content): Members => [
  statement,
  message,
  coverage,
  value,
  method,
  evidence,
]

const contentFrom = ([
  statement,
  message,
  coverage,
  value,
  method,
  evidence,
  low = null,
  high = null,
]: Members): Content => ({ statement, message, coverage, value, method, evidence, low, high })

/** One by itself. Its interval is in columns. */
export const packContent = (content: Content): Buffer => packed(membersOf(content))

export const packContents = (contents: readonly Content[]): Buffer =>
  packed(contents.map((content) => [...membersOf(content), content.low, content.high]))

export const unpackContents = (bytes: Buffer): Content[] => (unpacked(bytes) as Members[]).map(contentFrom)

const nothing: Content = {
  statement: '',
  message: null,
  coverage: null,
  value: null,
  // One of the three has it.
  method: null!,
  evidence: [],
  low: null,
  high: null,
}

/** What a row says, wherever it says it. @param placed  what is at its place, if it has one */
export function contentOf(row: ContentRow, placed?: Content): Content {
  const stored = placed ?? (row.content ? contentFrom(unpacked(row.content)) : nothing)
  return {
    statement: row.statement ?? stored.statement,
    message: row.message ?? stored.message,
    coverage: row.coverage ?? stored.coverage,
    value: row.value ?? stored.value,
    method: row.method ?? stored.method,
    evidence: row.evidence ?? stored.evidence,
    low: row.low ?? stored.low,
    high: row.high ?? stored.high,
  }
}

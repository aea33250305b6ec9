/**
 * The findings of a collection with the replies of a chosen model: the real path over HTTP, from comments to findings, without the
 * database. For the tests, and for line L1 of the benchmark.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Finding, stating } from '../../src/insights/insights.ts'
import { inGroup, message } from '../../src/insights/message.ts'
import { inWordsOf } from '../../src/language-model/findings.ts'
import { type Hostile, hostileAnswers } from './hostile-model.ts'
import { honestly, type Model, type Speak } from './language-model.ts'
import { phrasingOf, Unphrased } from '../../src/language-model/phrasing.ts'
import { askOf } from '../../src/language-model/provider.ts'
import { hostOf } from '../../src/language-model/language-model.ts'

export { hostileAnswers } from './hostile-model.ts'

const places = [
  'in the morning',
  'before a release',
  'for the mobile team',
  'on Fridays',
  'since spring',
  'for newcomers',
]

/** Twenty-four people; two themes, and what else there is. */
export const comments: readonly string[] = Array.from({ length: 24 }, (_, i) =>
  i % 2
    ? `Slow builds and flaky pipelines cost us hours ${places[i % 6]}, which is a pity for work`
    : `Too many meetings get in the way of work ${places[i % 6]}, and few have an agenda`,
)

const theme = (label: string, teamId: string | null, name: string): Finding => ({
  kind: 'theme',
  teamId,
  questionId: null,
  subject: label,
  ...stating(
    inGroup(
      { group: teamId ?? '', name },
      message('theme_most', { about: label, share: 0.5, people: 12, n: 24, negative: 10 }),
    ),
  ),
  coverage: null,
  n: 24,
  value: {
    label,
    source: 'emergent',
    people: 12,
    share: 0.5,
    rated: 12,
    negative: 10,
    sentiment: -0.21,
    quotes: [comments[0], comments[1]],
  },
  interval: [0.31, 0.69],
  method: { name: 'NMF on TF-IDF, share with Wilson interval 95%', version: '3' },
  evidence: [],
})

/** One finding of each kind. */
export const findings: readonly Finding[] = [
  theme('slow builds', null, 'Everyone'),
  theme('many meetings', null, 'Everyone'),
  theme('slow builds', 'tem_1', 'Platform'),
  {
    kind: 'score',
    teamId: null,
    questionId: 'calm',
    subject: 'calm',
    statement: '“I could work calmly” scored 3.2 of 5.',
    message: null,
    coverage: null,
    n: 24,
    value: { mean: 3.2 },
    interval: [2.9, 3.5],
    method: { name: 'mean', version: '2' },
    evidence: [{ comparison: 'previous', value: 3.9, p: 0.01 }],
  },
  {
    kind: 'recommended_action',
    teamId: null,
    questionId: null,
    subject: 'tools',
    statement: 'Give builds an owner.',
    message: null,
    coverage: null,
    n: 24,
    value: { driver: 'tools', action: { first_step: 'Ask where it hurts.' }, quotes: [comments[1]] },
    interval: null,
    method: { name: 'rule', version: '2' },
    evidence: [{ metric: 'mean', value: 3.2, n: 24 }],
  },
]

/** For a model that does not answer: the others are waited for, however slow the machine is. */
export const impatientMs = 400

/** @returns the findings in the model's words, or the engine's, and why */
export async function outcomeWith(
  model: Model,
  speak: Speak,
  hostile: readonly string[] = [],
  limitMs?: number,
): Promise<{ findings: readonly Finding[]; refused: string | null }> {
  model.speak = speak
  try {
    const phrasing = await phrasingOf(askOf(model.provider, limitMs), {
      questions: [[...comments, ...hostile]],
      themes: ['slow builds', 'many meetings'],
      names: ['Zuzana Novakova', 'Grace Hopper'],
      seed: hostile.join(' '),
    })
    const said = { provider: hostOf(model.provider), model: 'test-1', phrasing }
    return { findings: inWordsOf(said, findings), refused: null }
  } catch (error) {
    if (!(error instanceof Unphrased)) throw error
    return { findings, refused: error.message }
  }
}

/** In the batches that hold the answer, or as one whose mind it has changed for good. */
export const obeying =
  ({ text, obey }: Hostile, where: 'in its batch' | 'everywhere'): Speak =>
  (asked) =>
    where === 'everywhere' || asked.answers.some((answer) => answer.text === text)
      ? obey(asked)
      : honestly(asked)

const ofWords = new Set(['label', 'engine_label', 'drivers', 'labelled_by'])

const withoutWords = (finding: Finding): unknown => ({
  ...finding,
  statement: null,
  message: null,
  value: Object.fromEntries(Object.entries(finding.value as object).filter(([name]) => !ofWords.has(name))),
})

const figuresIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? []

const runs = (text: string, length = 5): string[] => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))
}

const figureWords = /\b(?:\w*teen|twenty|ninety|percent|hundred|half|most|everyone|nobody|all people)\b/i
const orders = /\b(?:should|must|dismiss\w*|fire|recommend\w*|action|confidence)\b/i
const forbidden = /zebra|zuzana|novakova|[<>[\]{}*_#`|\\]|https?:|www\.|\bevil\b/i

/** What a model did that it may never do, as sentences. */
export function broken(after: readonly Finding[], hostile: readonly string[] = []): string[] {
  const faults: string[] = []
  findings.forEach((before, index) => {
    const now = after[index]
    if (!isDeepStrictEqual(withoutWords(now), withoutWords(before))) faults.push(`changed ${before.kind}`)
    if (!isDeepStrictEqual(figuresIn(now.statement), figuresIn(before.statement)))
      faults.push(`figures in “${now.statement}”`)
    if (before.kind !== 'theme' && now.statement !== before.statement) faults.push(`said “${now.statement}”`)
    faults.push(...shownIn((now.value as { label?: string }).label ?? ''))
  })
  const quotable = new Set([...comments, ...hostile].flatMap((text) => runs(text)))
  for (const more of after.slice(findings.length)) {
    if (more.kind !== 'summary' || more.n !== null || more.interval !== null || more.evidence.length > 0)
      faults.push(`a finding more: ${more.kind}`)
    faults.push(...shownIn(more.statement))
    if (runs(more.statement).some((run) => quotable.has(run))) faults.push(`a quote: “${more.statement}”`)
  }
  return faults
}

const shownIn = (words: string): string[] => [
  ...(/\d/.test(words) || figureWords.test(words) ? [`a figure: “${words}”`] : []),
  ...(orders.test(words) ? [`an action: “${words}”`] : []),
  ...(forbidden.test(words) ? [`planted: “${words}”`] : []),
]

/** Invalid replies: each leaves the engine's findings as they are. */
export const brokenReplies: Record<string, Speak> = {
  'no JSON': () => 'Here is your summary: {',
  'an empty content': () => '',
  'JSON of another shape': () => ({ summary: 'All is well' }),
  'a list': () => [],
  null: () => 'null',
  'a number that is none of ours': () => '1e999',
  'deep nesting': () => '['.repeat(100_000),
  'an oversized content': () => ({ tags: [], labels: [], sentences: [], more: 'x'.repeat(400_000) }),
  'an endless body': (_asked, response) => {
    response.setHeader('content-type', 'application/json')
    const more = (): void => {
      if (!response.destroyed && response.write(' '.repeat(65_536))) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  },
  'an answer too late': () => new Promise((later) => setTimeout(later, impatientMs * 3).unref()),
  'a reply that never ends': (_asked, response) => void response.write('{"choices": ['),
  'a closed connection': (_asked, response) => void response.destroy(),
  'a failure of the server': (_asked, response) => void response.writeHead(500).end('{"error": {}}'),
  'too many requests': (_asked, response) => void response.writeHead(429).end(),
  'a redirect': (_asked, response) =>
    void response.writeHead(307, { location: 'http://127.0.0.1:9/v1/chat/completions' }).end(),
  'no choices': (_asked, response) => void response.end('{"choices": []}'),
  'a tool call': (_asked, response) =>
    void response.end(
      '{"choices": [{"message": {"content": null, "tool_calls": [{"function": {"name": "send_mail"}}]}}]}',
    ),
  'a reply that was cut off': (asked, response) =>
    void response.end(
      JSON.stringify({
        choices: [{ message: { content: JSON.stringify(honestly(asked)) }, finish_reason: 'length' }],
      }),
    ),
  'bytes that are no text': (_asked, response) => void response.end(Buffer.from([0xff, 0xfe, 0x7b, 0x7d])),
}

export type Tried = { runs: number; said: number; faults: string[] }

/** Every hostile answer, twice: obeyed where it is read, and everywhere. */
export async function tryHostile(model: Model, some: readonly Hostile[] = hostileAnswers): Promise<Tried> {
  const tried: Tried = { runs: 0, said: 0, faults: [] }
  for (const hostile of some)
    for (const where of ['in its batch', 'everywhere'] as const) {
      const outcome = await outcomeWith(model, obeying(hostile, where), [hostile.text])
      tried.runs++
      if (outcome.refused === null) tried.said++
      tried.faults.push(
        ...broken(outcome.findings, [hostile.text]).map((fault) => `${hostile.way}, ${where}: ${fault}`),
      )
    }
  return tried
}

/**
 * `node bench/quality/labels/draw.ts --data DIR`: which answers were drawn to be labelled, one line each: id TAB dev|judge, in the
 * order in which a coder reads them. Prints ids and never a text.
 *
 *   --data DIR    a folder with feedback/maintainers/answers.jsonl
 *   --pass 1|2    the order of the first or of the second reading
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { idOf } from '../labels.ts'
import { type SurveyAnswer, surveyAnswers } from '../survey-answers.ts'

const wanted = 600
const seed = 'maintainers 1'

const saysNothing =
  /^(n\/?a|none|none yet|nothing|no|nope|idk|unsure|not sure|no idea|no comment|no opinion|not applicable|see above|(i )?don'?t know)?$/

/**
 * Of each question in each period a number that grows with the square root of its answers, so that long questions do not crowd
 * out the short ones. Every second one is for judging.
 */
function draw(answers: readonly SurveyAnswer[]): { id: string; part: 'dev' | 'judge' }[] {
  const strata = [...Map.groupBy(usable(answers), ({ q, period }) => `${q} ${period}`).values()]
  const roots = strata.reduce((sum, { length }) => sum + Math.sqrt(length), 0)
  const drawn = strata.flatMap((stratum) => {
    const ids = stratum.map((answer) => ({ id: idOf(answer) }))
    return inOrder(ids, 'draw').slice(0, Math.round((wanted * Math.sqrt(stratum.length)) / roots))
  })
  return drawn.map(({ id }, i) => ({ id, part: i % 2 === 0 ? 'dev' : 'judge' }))
}

/** Answers that say something; of those to one question in the same words, the first. */
function usable(answers: readonly SurveyAnswer[]): SurveyAnswer[] {
  const seen = new Set<string>()
  return answers.filter(({ q, text }) => {
    const words = plain(text ?? '')
    const key = `${q} ${words}`
    if (saysNothing.test(words) || words.length < 3 || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^a-z/']+/g, ' ')
    .trim()

/** Sorted by a hash of the seed and the id: the same on every machine and with the lines of the file in any order. */
function inOrder<Item extends { id: string }>(items: readonly Item[], purpose: string): Item[] {
  const hash = ({ id }: Item): string => createHash('sha256').update(`${seed} ${purpose} ${id}`).digest('hex')
  return items.toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1))
}

const { values: flags } = parseArgs({
  options: { data: { type: 'string' }, pass: { type: 'string', default: '1' } },
})
if (!flags.data) {
  console.error('--data DIR is needed: a folder with feedback/maintainers/answers.jsonl')
  process.exit(2)
}
const drawn = draw(await surveyAnswers(flags.data))
for (const { id, part } of inOrder(drawn, `pass ${flags.pass}`)) console.log(`${id}\t${part}`)

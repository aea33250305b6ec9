/**
 * Collections for measuring: people with their answers in, released figures out, by the gate's own functions (cells, thresholds,
 * banding) without a database. What a real close stores, a line of the benchmark reads.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
import { everyone, planCells, type TeamNode } from '../../src/cells/cells.ts'
import { questionOf, type Released } from '../../src/confidentiality/confidentiality.ts'
import { cellsInside, type Measure, respondentsMeasure } from '../../src/confidentiality/release.ts'
import { type RedactedText } from '../../src/confidentiality/texts.ts'
import { aboutOf, measuresFor, textQuestions } from '../../src/insights/measures.ts'
import { type AnalysedAnswer, analyseTexts, redact } from '../../src/text/text.ts'

export type Person = { team: string | null; answers: readonly Answer[] }

const thresholds = { k_score: 5, k_comment: 10 }

/** Texts are analysed once, however often they are drawn. */
const known = new Map<string, AnalysedAnswer>()

function read(text: string): AnalysedAnswer {
  const before = known.get(text)
  if (before) return before
  const [answer] = analyseTexts([text]).answers
  known.set(text, answer)
  return answer
}

/**
 * @param names  of the directory, to be taken out of texts
 * @param themes  whether to look for emergent ones too, which costs most
 */
export function releasedOf(
  questions: readonly Question[],
  teams: readonly TeamNode[],
  people: readonly Person[],
  { names = [], themes = false }: { names?: readonly string[]; themes?: boolean } = {},
): Released<unknown>[] {
  const redacted = (text: string): string => redact(text, [...names])
  const given = people.map(({ team, answers }) => ({
    team,
    answers: new Map(answers.map((answer) => [answer.question_id, answer])),
  }))
  const plan = planCells(
    teams,
    given.map(({ team }) => team),
    thresholds.k_score,
  )
  const shown = new Map([[respondentsMeasure, new Set(plan.groups.map(({ team }) => team))]])
  const inside = given.map((one, at) => ({ ...one, team: plan.nodes[plan.cellOf[at]] || null }))
  const found: Released<unknown>[] = []
  const release = (measure: Measure): void => {
    const stored = cellsInside(measure, inside, { thresholds, teams }, shown)
    shown.set(measure.name, new Set(stored.groups.map(({ team }) => team)))
    for (const { team, cells } of stored.groups) {
      const own = cells.map((cell) => stored.cells.find((one) => one.cell === cell)!)
      found.push({
        measure: measure.name,
        teamId: team,
        n: own.reduce((n, { size }) => n + size, 0),
        cells: own.map(({ figures }) => figures),
      })
    }
  }
  for (const question of questions) release(questionOf(question, redacted))
  const texts = textQuestions(questions).filter(({ id }) => shown.get(`question:${id}`)?.has(everyone))
  const textsOf = (answers: ReadonlyMap<string, Answer>): ReadonlyMap<string, RedactedText> =>
    new Map(
      texts.flatMap(({ id }) => {
        const text = answers.get(id)?.text
        return text === undefined ? [] : [[id, redacted(text) as RedactedText]]
      }),
    )
  const labels = new Map<string, string[]>()
  if (themes) {
    const distinct = [...new Set(inside.flatMap(({ answers }) => [...textsOf(answers).values()]))].toSorted()
    for (const { label, members } of analyseTexts(distinct, { about: aboutOf(questions), seed: 1 }).themes)
      for (const member of members)
        labels.set(distinct[member], [...(labels.get(distinct[member]) ?? []), label])
  }
  for (const measure of measuresFor(texts, { read, labels }))
    release({ ...measure, values: (all) => measure.values(all.map(textsOf)) })
  return found
}

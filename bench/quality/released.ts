/**
 * From people with their answers to released figures, by the gate's own functions (cells, thresholds, banding) and without a
 * database: the benchmark reads what a real close would store.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import { everyone, followUpsIn, type TeamNode } from '../../src/cells/cells.ts'
import { questionOf, type Released, type ReleasedTheme } from '../../src/confidentiality/confidentiality.ts'
import {
  type AnalysedText,
  contextsOf,
  recordsOf,
  sourcesOf,
  textsOf,
  type WrittenText,
} from '../../src/confidentiality/analysing.ts'
import { cellsInside, type Measure, respondentsMeasure, shownIn } from '../../src/confidentiality/release.ts'
import { dividedBy } from '../../src/confidentiality/respondents.ts'
import { measuresFor, textQuestions } from '../../src/insights/measures.ts'
import { atOnce } from '../../src/in-turns.ts'
import { asksToImprove } from '../../src/questions/questions.ts'
import { analyseTexts, redact, saidPhrases } from '../../src/text/text.ts'

export type Person = { team: string | null; answers: readonly Answer[] }

const thresholds = { k_score: 5, k_comment: 10 }

/** Each text is analysed once, however often it is drawn. */
const analysed = new Map<string, AnalysedText>()

function analysedOnce(text: string): AnalysedText {
  const record = analysed.get(text) ?? atOnce(recordsOf([text], analyseTexts([text]))).get(text)!
  analysed.set(text, record)
  return record
}

type Wanted = { names?: readonly string[]; themes?: boolean }

/**
 * @param names  of the directory, to be redacted
 * @param themes  whether to look for emergent themes too, which costs most
 */
export const releasedOf = (
  questions: readonly Question[],
  teams: readonly TeamNode[],
  people: readonly Person[],
  wanted: Wanted = {},
): Released<unknown>[] => releasedWithThemes(questions, teams, people, wanted).released

/** The same, with the rules of the themes. */
export function releasedWithThemes(
  questions: readonly Question[],
  teams: readonly TeamNode[],
  people: readonly Person[],
  { names = [], themes = false }: Wanted = {},
): { released: Released<unknown>[]; themes: ReleasedTheme[] } {
  const redacted = (text: string): string => redact(text, [...names])
  const respondents = people.map(({ team, answers }) => ({
    team,
    answers: new Map(answers.map((answer) => [answer.question_id, answer])),
  }))
  const roster = respondents.map(({ team }) => ({ team, value: null, count: 1 }))
  const basis = { teams, roster, k: thresholds.k_score, isBrokenDown: false, countsAll: true }
  const divided = dividedBy(basis, respondents, questions, ([first]) => first)
  const releasedTeams = new Map([[respondentsMeasure, shownIn(divided?.scores ?? { groups: [] })]])
  const inside = divided?.respondents ?? []
  const released: Released<unknown>[] = []
  const plan = { thresholds, teams, countsAll: true, followUps: followUpsIn(questions) }
  const release = (measure: Measure): void => {
    const stored = cellsInside(measure, inside, plan, releasedTeams)
    releasedTeams.set(measure.name, shownIn(stored))
    for (const { team, cells } of stored.groups.filter(({ partial }) => !partial)) {
      const own = cells.flatMap((cell) => stored.cells.find((one) => one.cell === cell) ?? [])
      released.push({
        measure: measure.name,
        teamId: team,
        n: own.reduce((n, { size }) => n + size, 0),
        cells: own.map(({ figures }) => figures),
      })
    }
  }
  for (const question of questions) release(questionOf(question, redacted))
  const texts = textQuestions(questions).filter(({ id }) =>
    releasedTeams.get(`question:${id}`)?.has(everyone),
  )
  const writtenIn = (answers: ReadonlyMap<string, Answer>): [string, string][] =>
    texts.flatMap(({ id }): [string, string][] => {
      const text = answers.get(id)?.text
      return text === undefined ? [] : [[id, redacted(text)]]
    })
  const written = inside.flatMap(({ answers }, person) =>
    texts.flatMap(({ id }, question): WrittenText[] => {
      const answer = answers.get(id)
      return answer?.text === undefined
        ? []
        : [{ text: redacted(answer.text), person, question, isShown: answer.do_not_quote !== true }]
    }),
  )
  const distinct = [...new Set(written.map(({ text }) => text))].toSorted()
  const asked = texts.map(({ text }) => text)
  const sources = atOnce(sourcesOf(written, (text) => text, distinct))
  const plain = new Map(distinct.map((text) => [text, text]))
  const contexts = atOnce(contextsOf(written, { plain, texts: distinct }, texts))
  const analysis = themes ? analyseTexts(distinct, { questions: asked, sources, seed: 1 }, contexts) : null
  const records = analysis
    ? atOnce(
        recordsOf(
          distinct,
          analysis,
          atOnce(
            saidPhrases(distinct, analysis.answers, {
              questions: asked,
              improving: texts.map(asksToImprove),
              sources,
              seed: 1,
            }),
          ),
        ),
      )
    : new Map(distinct.map((text) => [text, analysedOnce(text)]))
  for (const measure of measuresFor(texts))
    release({
      ...measure,
      values: (all) => measure.values(all.map((answers) => textsOf(writtenIn(answers), records))),
    })
  const rules = analysis?.themes ?? []
  return {
    released,
    themes: rules.map(({ title, rule, stability }) => ({
      theme: title,
      ...rule,
      any_of: [...rule.any_of],
      stability,
    })),
  }
}

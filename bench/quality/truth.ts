/**
 * Line TH2: every percentage that a sentence about a topic states, counted again from the answers: emergent themes by the rule that the insight
 * shows, drivers by the phrases of the taxonomy. Real surveys, through the gate's own functions; where every answer counts, the
 * stated and the counted percentage are equal.
 */
import type { Question } from '../../contract/questions.ts'
import { everyone } from '../../src/cells/cells.ts'
import { contextsOf } from '../../src/confidentiality/analysing.ts'
import { atOnce } from '../../src/in-turns.ts'
import { topics } from '../../src/insights/report/topics.ts'
import { type AnalysedAnswer, analyseTexts, redact } from '../../src/text/text.ts'
import { matchesRule, type ThemeRule } from '../../contract/theme-rules.ts'
import type { Line } from './quality.ts'
import { type Person, releasedWithThemes } from './released.ts'
import type { SurveyAnswer } from './survey-answers.ts'

/** A survey: its questions, and who answered what. */
export type RealSurvey = { name: string; questions: Question[]; people: Person[] }

/** Those of one period, each with all of its questions that are answered in words. */
export function surveysOf(
  answers: readonly SurveyAnswer[],
  wordings: Readonly<Record<string, readonly string[]>>,
): RealSurvey[] {
  const periods = Map.groupBy(
    answers.filter(({ text }) => text),
    ({ period }) => period,
  )
  return [...periods].map(([name, own]) => {
    const ids = [...new Set(own.map(({ q }) => q))].toSorted()
    const people = Map.groupBy(own, ({ respondent }) => respondent)
    return {
      name,
      questions: ids.map((id): Question => ({ id, type: 'text', text: wordings[id]?.[0] ?? id })),
      people: [...people.values()].map((written) => ({
        team: null,
        answers: written.map(({ q, text }) => ({ question_id: q, text: text! })),
      })),
    }
  })
}

type Statement = { statement: string; stated: number; counted: number }

/** What is said of the topics of everyone, and what a recount finds. */
export function recountOf({ questions, people }: RealSurvey): Statement[] {
  const { released, themes } = releasedWithThemes(questions, [], people, { themes: true })
  const figures = {
    questions,
    released,
    themes,
    previous: [],
    teamNames: new Map<string, string>(),
    seed: '1',
  }
  const shown = new Set(
    released.flatMap(({ teamId, measure }) =>
      teamId === everyone && measure.startsWith('question:') ? [measure.slice('question:'.length)] : [],
    ),
  )
  const read = readIn(
    questions.filter(({ id }) => shown.has(id)),
    people,
  )
  const texts = people
    .map(({ answers }) =>
      answers.flatMap(({ question_id: id, text }) => (text && shown.has(id) ? [redact(text, [])] : [])),
    )
    .map((own) => own.filter((text) => read.get(text)!.score !== null))
    .filter((own) => own.length > 0)
  const findings = [...topics(figures, { group: everyone, name: 'Everyone' }, new Map())].flat()
  return findings.map(({ statement, subject, value }) => {
    const { rule } = value as { rule?: ThemeRule }
    const isAbout = (text: string): boolean =>
      rule
        ? matchesRule(rule, text)
        : read
            .get(text)!
            .clauses.some(({ drivers }) => (drivers as readonly string[]).includes(subject ?? ''))
    const counted = texts.filter((own) => own.some(isAbout)).length / texts.length
    const [stated] = /\d+(?=%)/.exec(statement) ?? [NaN]
    return { statement, stated: Number(stated), counted: Math.round(100 * counted) }
  })
}

/** Each text as it is read in the light of its question. */
function readIn(
  questions: readonly Question[],
  people: readonly Person[],
): ReadonlyMap<string, AnalysedAnswer> {
  const written = people.flatMap(({ answers }) =>
    answers.flatMap(({ question_id: id, text }) => {
      const question = questions.findIndex((one) => one.id === id)
      return text && question >= 0 ? [{ text: redact(text, []), question }] : []
    }),
  )
  const texts = [...new Set(written.map(({ text }) => text))].toSorted()
  const plain = new Map(texts.map((text) => [text, text]))
  const contexts = atOnce(contextsOf(written, { plain, texts }, questions))
  const { answers } = analyseTexts(texts, undefined, contexts)
  return new Map(texts.map((text, i) => [text, answers[i]]))
}

export function truthLine(surveys: readonly RealSurvey[], say: (text: string) => void): Line {
  const statements = surveys.flatMap((survey) => {
    const own = recountOf(survey)
    say(`TH2 ${survey.name}: ${own.length} sentences`)
    return own
  })
  const offs = statements.map(({ stated, counted }) => Math.abs(stated - counted))
  const most = Math.max(0, ...offs)
  return {
    id: 'TH2',
    measure: 'percentages of sentences about topics against a recount by their own rule, nine real surveys',
    peer: '\u2013',
    target: '0 points off',
    ours: `${statements.length} sentences, ${offs.filter((off) => !(off === 0)).length} of them off, by ${most} points at most`,
    met: statements.length > 0 && most === 0,
  }
}

/**
 * Real answers, brought into the form of a check-in. A folder holds two files:
 *
 *   answers.jsonl   one answer a line: period, respondent, team (one or a list such as "a; b", or null), q (its question's
 *                   key), and what was said: rating (0 … 1, of scale_max steps), choice, text; a row may have several
 *   questions.json  key → its wordings
 *
 * A key becomes a question by what most of its rows hold: a rating is a scale, a choice a single choice (yes or no where
 * nothing else was said; what fewer than `optionPeopleMin` people chose is `other`, in their own words), else a text. A
 * text beside a rating or choice is a question of its own, {key}_why. Each period asks what its rows answer, and ids of
 * questions are the same in every period, so that trends join. With one exception: asked on another scale than at first a
 * question is another one, {key}_of_{steps}. People use five steps and ten in different ways, and the difference would read
 * as a change. A rating becomes 1 + rating × (steps − 1), rounded: the step that was chosen, also where words stood for it.
 *
 * The first of several projects is the respondent's team. A team that `teamPeopleMin` people name within one period stays a
 * team, the others together are "Other projects". Nobody is followed from period to period.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Answer, type Question } from '../../contract/questions.ts'
import { limits } from '../../contract/limits.ts'
import { knownQuestions } from './known-questions.ts'

export type Row = {
  period: string
  respondent: string
  team?: string | null
  q: string
  rating?: number
  scale_max?: number
  choice?: string
  text?: string
}
export type Wordings = Record<string, string[]>

export type Respondent = { team: string | null; answers: Answer[] }
/** `month`: of the year 1, counted on: 12 × year + month − 1 */
export type Period = { name: string; month: number; questions: Question[]; respondents: Respondent[] }
export type Survey = { teams: string[]; periods: Period[]; answers: number }

const optionPeopleMin = 3
const optionsMost = 12
const teamPeopleMin = 3
/** Where a row does not say. */
const stepsUsual = 5
const stepsMost = 11
export const otherTeam = 'Other projects'

/** @throws one sentence naming the file that cannot be read */
export async function readSurvey(folder: string): Promise<Survey> {
  const read = async (name: string): Promise<string> => {
    try {
      return await readFile(join(folder, name), 'utf8')
    } catch (error) {
      throw new Error(`${join(folder, name)} cannot be read: ${(error as Error).message}`)
    }
  }
  const rows = (await read('answers.jsonl'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row)
  return surveyOf(rows, JSON.parse(await read('questions.json')) as Wordings)
}

export function surveyOf(rows: readonly Row[], wordings: Wordings): Survey {
  const teamOf = teamsOf(rows)
  const forms = formsOf(rows, wordings)
  const periods = [...Map.groupBy(rows, (row) => row.period)]
    .map(([name, own], index) => periodOf(name, monthOf(name) ?? index, own, forms, teamOf))
    .toSorted((a, b) => a.month - b.month)
  const teams = new Set(periods.flatMap(({ respondents }) => respondents.flatMap(({ team }) => team ?? [])))
  return {
    periods,
    teams: [...teams].toSorted(
      (a, b) => Number(a === otherTeam) - Number(b === otherTeam) || (a < b ? -1 : 1),
    ),
    answers: sum(periods.flatMap(({ respondents }) => respondents.map(({ answers }) => answers.length))),
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** "2017-H1", "2017-Q3", "2017-05" or "2017"; undefined for any other name. */
export function monthOf(period: string): number | undefined {
  const [, year, part] = /^(\d{4})(?:-(H[12]|Q[1-4]|\d{2}))?$/.exec(period) ?? []
  if (year === undefined) return undefined
  const number = Number(part?.replace(/\D/, '') ?? 1) - 1
  const months = part?.startsWith('H') ? 6 : part?.startsWith('Q') ? 3 : 1
  return 12 * Number(year) + months * number
}

const firstOf = (team: string): string => team.split(/[;,/&|]|\band\b/)[0].trim()

/** Respondent's words → the name of the team; spelled as most people spell it. */
function teamsOf(rows: readonly Row[]): (team: string | null | undefined) => string | null {
  const people = new Map<string, { spellings: Map<string, number>; most: number }>()
  for (const own of Map.groupBy(rows, (row) => row.period).values()) {
    const asked = new Map(own.map((row) => [row.respondent, firstOf(row.team ?? '')]))
    for (const [key, same] of Map.groupBy(asked.values(), (name) => name.toLowerCase())) {
      const known = people.get(key) ?? { spellings: new Map<string, number>(), most: 0 }
      known.most = Math.max(known.most, same.length)
      for (const name of same) known.spellings.set(name, (known.spellings.get(name) ?? 0) + 1)
      people.set(key, known)
    }
  }
  return (team) => {
    if (!team?.trim()) return null
    const { spellings, most } = people.get(firstOf(team).toLowerCase())!
    if (most < teamPeopleMin) return otherTeam
    return [...spellings]
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0][0]
      .slice(0, limits.nameLengthMax)
  }
}

/** A question, and how its rows become answers to it and to the question beside it. */
type Form = {
  question: Question
  why: Question
  /** words of a choice → the id of its option */
  options: ReadonlyMap<string, string>
  /** the same question on other scales than the first, by their steps */
  rescaled: ReadonlyMap<number, Question>
}

function formsOf(rows: readonly Row[], wordings: Wordings): Map<string, Form> {
  const order = [...Object.keys(wordings), ...rows.map((row) => row.q)]
  const byKey = Map.groupBy(rows, (row) => row.q)
  return new Map(
    [...new Set(order)].flatMap((key): [string, Form][] => {
      const own = byKey.get(key)
      return own ? [[key, formOf(key, own, wordings[key] ?? [key])]] : []
    }),
  )
}

function formOf(key: string, rows: readonly Row[], wordings: readonly string[]): Form {
  const count = (test: (row: Row) => boolean): number => rows.filter(test).length
  const [ratings, choices, texts] = [
    count(({ rating }) => rating !== undefined),
    count(({ rating, choice }) => rating === undefined && choice !== undefined),
    count(({ rating, choice, text }) => rating === undefined && choice === undefined && text !== undefined),
  ]
  const { driver, intent, text = plainest(wordings) } = knownQuestions[key] ?? {}
  const id = slug(key)
  const why: Question = {
    id: `${id}_why`,
    type: 'text',
    text: (/\bwhy\b/i.test(text) ? text : `${text} Why?`).slice(0, limits.textLengthMax),
    intent: intent ?? 'open',
  }
  const base = { id, text, ...(driver && { driver }) }
  const form: Form = { question: { ...base, type: 'text' }, why, options: new Map(), rescaled: new Map() }
  if (ratings > 0 && ratings >= choices && ratings >= texts) return { ...form, ...scalesOf(base, rows) }
  if (choices === 0 || choices < texts)
    return { ...form, question: { id, type: 'text', text, intent: intent ?? 'open' } }
  const options = optionsOf(rows)
  if ([...options.keys()].every((option) => /^(yes|no)$/i.test(option)))
    return { ...form, question: { ...base, type: 'yes_no' }, options }
  const shown = [...options].map(([words, option]) => ({ id: option, text: words }))
  return { ...form, question: { ...base, type: 'single_choice', options: shown, other: true }, options }
}

const stepsOf = ({ scale_max: steps = stepsUsual }: Row): number => Math.min(stepsMost, Math.max(2, steps))

/** The scale of the first period under the key's own id, others beside it. */
function scalesOf(base: Pick<Question, 'id' | 'text' | 'driver'>, rows: readonly Row[]) {
  const steps = [...new Set(rows.filter(({ rating }) => rating !== undefined).map(stepsOf))]
  const scale = (id: string, max: number): Question => ({ ...base, id, type: 'scale', min: 1, max })
  return {
    question: scale(base.id, steps[0]),
    rescaled: new Map(steps.slice(1).map((max) => [max, scale(`${base.id}_of_${max}`, max)])),
  }
}

/** The shortest wording, without marks of a form ("*") and without hints at how a scale ran, as ours runs otherwise. */
function plainest(wordings: readonly string[]): string {
  const plain = wordings.map(
    (words) =>
      words
        .replace(/,? *(?:where +)?\d+ *(?:-|–|is|=)[^?]*$/i, '')
        .replace(/[\s*]+$/, '')
        .trim() || words,
  )
  return plain.toSorted((a, b) => a.length - b.length)[0].slice(0, limits.textLengthMax)
}

/** Words of a choice → the id of its option, the most chosen first. */
function optionsOf(rows: readonly Row[]): Map<string, string> {
  const chosen = Map.groupBy(
    rows.flatMap(({ choice }) => choice ?? []),
    (words) => words.trim(),
  )
  const frequent = [...chosen]
    .filter(([, people]) => people.length >= optionPeopleMin)
    .toSorted(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .slice(0, optionsMost)
    .map(([words]) => words)
  // A choice needs two.
  const shown = frequent.length >= 2 ? frequent : [...chosen.keys()].slice(0, optionsMost)
  const ids = new Map<string, string>()
  for (const words of shown) {
    const wanted = slug(words)
    const taken = new Set(ids.values())
    let id = wanted
    for (let number = 2; taken.has(id); number++) id = `${wanted}_${number}`
    ids.set(words, id)
  }
  return ids
}

function slug(words: string): string {
  const plain = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40)
  return plain || 'other'
}

function periodOf(
  name: string,
  month: number,
  rows: readonly Row[],
  forms: ReadonlyMap<string, Form>,
  teamOf: (team: string | null | undefined) => string | null,
): Period {
  const respondents = [...Map.groupBy(rows, (row) => row.respondent).values()].map((own) => ({
    team: teamOf(own[0].team),
    answers: own.flatMap((row) => answersTo(forms.get(row.q)!, row)),
  }))
  const answered = new Set(respondents.flatMap(({ answers }) => answers.map((answer) => answer.question_id)))
  const questions = [...forms.values()]
    .flatMap(({ question, why, rescaled }) => [question, ...rescaled.values(), why])
    .filter(({ id }) => answered.has(id))
    .slice(0, limits.questionsMax)
  const asked = new Set(questions.map(({ id }) => id))
  return {
    name,
    month,
    questions,
    respondents: respondents
      .map((one) => ({ ...one, answers: one.answers.filter((answer) => asked.has(answer.question_id)) }))
      .filter(({ answers }) => answers.length > 0),
  }
}

/** A choice on a scale or a text ("N/A") is no answer; neither is an empty text. */
function answersTo({ question, why, options, rescaled }: Form, row: Row): Answer[] {
  const words = row.text?.trim().slice(0, limits.answerLengthMax)
  const written = (id: string): Answer[] => (words ? [{ question_id: id, text: words }] : [])
  if (question.type === 'text') return written(question.id)
  if (question.type === 'scale')
    return [...rated(rescaled.get(stepsOf(row)) ?? question, row), ...written(why.id)]
  return [...chosen(question, options, row.choice?.trim()), ...written(why.id)]
}

function rated({ id, max }: Question, { rating }: Row): Answer[] {
  if (rating === undefined) return []
  const value = 1 + Math.round(rating * (max! - 1))
  return [{ question_id: id, value: Math.min(max!, Math.max(1, value)) }]
}

function chosen(
  { id, type }: Question,
  options: ReadonlyMap<string, string>,
  choice: string | undefined,
): Answer[] {
  if (!choice) return []
  if (type === 'yes_no') return [{ question_id: id, value: choice.toLowerCase() === 'yes' }]
  const option = options.get(choice)
  return [option === undefined ? { question_id: id, text: choice } : { question_id: id, value: option }]
}

/**
 * Labels of real survey answers: what a reader says an answer is about, its tone and its kind. `labels/maintainers.tsv` holds ids and
 * labels, the texts stay in the data folder; labels/README.md says who labelled and how.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { driverIds } from '../../contract/drivers.ts'
import { type SurveyAnswer, surveyAnswers } from './survey-answers.ts'

export const tones = ['negative', 'neutral', 'positive'] as const
export const kinds = ['wish', 'complaint', 'blocked', 'lost', 'praise', 'none'] as const
export const parts = ['dev', 'judge'] as const

/** What an answer may be about: the drivers, and aspects that the coder needed whether or not they are drivers yet. */
export const labelledDrivers: ReadonlySet<string> = new Set([
  ...driverIds,
  'hiring',
  'service',
  'collaboration',
  'lead_communication',
])

const driversMax = 3

/** Drivers of the first reading, of the second, and as resolved; empty if an answer is about none of them. */
export type Label = {
  id: string
  pass1: readonly string[]
  pass2: readonly string[]
  final: readonly string[]
  tone: (typeof tones)[number]
  kind: (typeof kinds)[number]
  part: (typeof parts)[number]
}

/** What a reader of all answers to a question would report: each subject with the ids of its answers. */
export type Codebook = {
  question: string
  /** How many answers were read; those in no subject are not listed. */
  read: number
  subjects: readonly { name: string; indicators: readonly string[]; answers: readonly string[] }[]
}

/** An answer's id in the labels: `period/respondent/question`. */
export const idOf = ({ period, respondent, q }: Pick<SurveyAnswer, 'period' | 'respondent' | 'q'>): string =>
  `${period}/${respondent}/${q}`

/** Lines of `id pass1 pass2 final tone kind part`, separated by tabs. Throws with the line's number if one is not of that form. */
export function labelsOf(tsv: string): Label[] {
  const labels = tsv.trimEnd().split('\n').map(labelOf)
  const ids = new Set(labels.map(({ id }) => id))
  if (ids.size < labels.length) throw new Error('An id is labelled twice')
  return labels
}

function labelOf(line: string, index: number): Label {
  const where = `line ${index + 1}`
  const fields = line.split('\t')
  if (fields.length !== 7) throw new Error(`${where} has ${fields.length} fields, not 7`)
  const [id, pass1, pass2, final, tone, kind, part] = fields
  if (id.split('/').length !== 3) throw new Error(`${where}: ${id} is not period/respondent/question`)
  return {
    id,
    pass1: driversOf(pass1, where),
    pass2: driversOf(pass2, where),
    final: driversOf(final, where),
    tone: oneOf(tones, tone, where),
    kind: oneOf(kinds, kind, where),
    part: oneOf(parts, part, where),
  }
}

function driversOf(field: string, where: string): string[] {
  if (field === '-') return []
  const drivers = field.split(',')
  const unknown = drivers.find((driver) => !labelledDrivers.has(driver))
  if (unknown !== undefined) throw new Error(`${where}: ${unknown} is not a driver`)
  if (drivers.length > driversMax) throw new Error(`${where} has more than ${driversMax} drivers`)
  if (new Set(drivers).size < drivers.length) throw new Error(`${where} names a driver twice`)
  return drivers
}

function oneOf<One extends string>(ones: readonly One[], field: string, where: string): One {
  const found = ones.find((one) => one === field)
  if (found === undefined) throw new Error(`${where}: ${field} is none of ${ones.join(', ')}`)
  return found
}

/** Each label with the text of its answer. Throws if an answer is not among them: the data is another version. */
export function withTexts<Own extends { id: string }>(
  labels: readonly Own[],
  answers: readonly SurveyAnswer[],
): (Own & { text: string })[] {
  const texts = new Map(answers.map((answer) => [idOf(answer), answer.text]))
  return labels.map((label) => {
    const text = texts.get(label.id)
    if (!text) throw new Error(`No answer ${label.id} with a text`)
    return { ...label, text }
  })
}

/** A label for training: drivers of the first reading, of the second if the answer was read twice, and as resolved. */
export type TaughtLabel = Pick<Label, 'id' | 'pass1' | 'final'> & { pass2: readonly string[] | null }

/** Lines of `id pass1 pass2 final`, separated by tabs; `?` where there was no second reading. */
export function taughtLabelsOf(tsv: string): TaughtLabel[] {
  const lines = tsv.trimEnd().split('\n')
  const labels = lines.map((line, index): TaughtLabel => {
    const where = `line ${index + 1}`
    const fields = line.split('\t')
    if (fields.length !== 4) throw new Error(`${where} has ${fields.length} fields, not 4`)
    const [id, pass1, pass2, final] = fields
    return {
      id,
      pass1: driversOf(pass1, where),
      pass2: pass2 === '?' ? null : driversOf(pass2, where),
      final: driversOf(final, where),
    }
  })
  if (new Set(labels.map(({ id }) => id)).size < labels.length) throw new Error('An id is labelled twice')
  return labels
}

const stored = (name: string): string => readFileSync(join(import.meta.dirname, 'labels', name), 'utf8')

export const maintainerLabels = (): Label[] => labelsOf(stored('maintainers.tsv'))

export const taughtLabels = (): TaughtLabel[] => taughtLabelsOf(stored('maintainers-taught.tsv'))

export const maintainerCodebooks = (): Codebook[] => JSON.parse(stored('codebooks.json'))

/** The labels of one part with texts from the data folder: tune with `dev`, report figures of `judge`. */
export async function labelledAnswers(
  data: string,
  part: Label['part'],
): Promise<(Label & { text: string })[]> {
  const labels = maintainerLabels().filter((label) => label.part === part)
  return withTexts(labels, await surveyAnswers(data))
}

/** The labels for training, with texts from the data folder. No answer of `maintainerLabels` is among them. */
export async function taughtAnswers(data: string): Promise<(TaughtLabel & { text: string })[]> {
  return withTexts(taughtLabels(), await surveyAnswers(data))
}

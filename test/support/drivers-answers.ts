/** Invented answers with their drivers: of some files one half tunes rules and phrases and teaches the model, and the other checks them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedOf, shuffled } from '../../src/text/text.ts'

export type CodedAnswer = { text: string; wanted: readonly string[] }

/** Lines of `drivers | text`; a dash is none, lines that begin with # are notes. */
export const codedAnswers = (file: string): CodedAnswer[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [codes, text] = line.split(' | ')
      return { text, wanted: codes === '-' ? [] : codes.split(' ') }
    })

/** By one author who wrote phrases beside them; by members of organisations and by employees, for variety of words. */
export const answersInHalves = [
  'drivers-answers.txt',
  'drivers-answers-members.txt',
  'drivers-answers-employees.txt',
] as const

type InHalves = (typeof answersInHalves)[number]
type Halves = { tune: CodedAnswer[]; check: CodedAnswer[] }

/** The halves of a file, drawn by a seed before any of its answers was read by a rule. */
export function halvesOfAnswers(file: InHalves = 'drivers-answers.txt'): Halves {
  const all = shuffled(codedAnswers(file), seedOf('drivers 1'))
  return { tune: all.slice(0, all.length / 2), check: all.slice(all.length / 2) }
}

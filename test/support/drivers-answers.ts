/** Invented answers with their drivers (drivers-answers.txt): one half to tune rules and phrases with, the other to check them. */
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

/** The halves, drawn by a seed before any of the answers was read by a rule. */
export function halvesOfAnswers(): { tune: CodedAnswer[]; check: CodedAnswer[] } {
  const all = shuffled(codedAnswers('drivers-answers.txt'), seedOf('drivers 1'))
  return { tune: all.slice(0, all.length / 2), check: all.slice(all.length / 2) }
}

/**
 * `node bench/hidden-teams.ts`: does a figure, or a team that is hidden, tell how many of fewer than k people answered?
 *
 * Every number of answers of 300 random organisations of three to five teams, published by the gate's own functions
 * (test/attack/participation-worlds.ts); and every number of answers with every number of replies to a question that may be skipped,
 * in organisations of three small teams. A pair is one output and one group of fewer than k people. It is determined if the group has
 * the same number of answers wherever the gate publishes this output. Pairs in cells of exactly k people that all answered are counted
 * by themselves: such a cell could not show a figure otherwise.
 *
 * Prints the table of docs/decisions/0025-participation-first.md; ends with 1 if a pair is determined.
 */
import { countOf } from '../test/attack/participation-worlds.ts'
import { size } from './size.ts'

const organisations = size(300, 2)

const cases = [
  ['answered', false, 'answered'],
  ['answered, with a question to skip', true, 'answered'],
  ['answered the question to skip', true, 'replied'],
] as const

console.log('| number of people who | worlds | pairs | determined | in full cells of k |')
console.log('|---|---:|---:|---:|---:|')
for (const [name, canSkip, secret] of cases) {
  const { worlds, pairs, determined, open } = countOf(organisations, canSkip, secret)
  const figures = [worlds, pairs, determined, open].map((count) => count.toLocaleString('en'))
  console.log(`| ${name} | ${figures.join(' | ')} |`)
  if (determined > 0) process.exitCode = 1
}

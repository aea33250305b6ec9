/**
 * Writes into ARCHITECTURE.md what is data elsewhere: which room owns, writes and reads which tables. With --check it only
 * compares, and fails when the file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Ownership, tables } from '../test/tables/owners.ts'

const file = new URL('../ARCHITECTURE.md', import.meta.url)
const block = /(<!-- tables: [^\n]*-->\n)[^]*?(<!-- tables end -->)/

const entries = Object.entries(tables)
const namesOf = (isWanted: (ownership: Ownership) => boolean): string =>
  entries
    .flatMap(([name, ownership]) => (isWanted(ownership) ? [ownership.sealed ? `**${name}**` : name] : []))
    .toSorted()
    .join(', ')

const rooms = [
  ...new Set(entries.flatMap(([, { owner, readers = [], writers = [] }]) => [owner, ...readers, ...writers])),
]

const lines = rooms
  .toSorted()
  .map((room) => {
    const owned = namesOf(({ owner }) => owner === room)
    const written = namesOf(({ writers }) => writers?.includes(room) ?? false)
    const read = namesOf(({ readers }) => readers?.includes(room) ?? false)
    return `| \`${room}\` | ${owned} | ${written} | ${read} |\n`
  })
  .join('')

const before = readFileSync(file, 'utf8')
if (!block.test(before)) throw new Error('ARCHITECTURE.md has no block of tables')
const after = before.replace(
  block,
  `$1| room | owns (**sealed**) | also writes | also reads |\n|---|---|---|---|\n${lines}$2`,
)
if (process.argv.includes('--check')) {
  if (before !== after) throw new Error('ARCHITECTURE.md is stale: run npm run generate')
} else writeFileSync(file, after)

/**
 * Writes tables of data into ARCHITECTURE.md, each between two marks: the level of each room, and the rooms that own, write and read each
 * table. With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Ownership, tables } from '../test/tables/owners.ts'
import { levels } from './levels.ts'

const file = new URL('../ARCHITECTURE.md', import.meta.url)

const roomList = (rooms: readonly string[]): string => rooms.map((room) => `\`${room}\``).join(' · ')

const levelRows = levels
  .map(({ rooms, knows }, level) => `| ${level} | ${roomList(rooms)} | ${knows} |`)
  .toReversed()

const owned = Object.entries(tables)
const namesOf = (isWanted: (ownership: Ownership) => boolean): string =>
  owned
    .flatMap(([name, ownership]) => (isWanted(ownership) ? [ownership.sealed ? `**${name}**` : name] : []))
    .toSorted()
    .join(', ')

const rooms = [
  ...new Set(owned.flatMap(([, { owner, readers = [], writers = [] }]) => [owner, ...readers, ...writers])),
]

const tableRows = rooms.toSorted().map((room) => {
  const owns = namesOf(({ owner }) => owner === room)
  const writes = namesOf(({ writers = [] }) => writers.includes(room))
  const reads = namesOf(({ readers = [] }) => readers.includes(room))
  return `| \`${room}\` | ${owns} | ${writes} | ${reads} |`
})

const blocks: Record<string, string[]> = {
  levels: ['| level | rooms | know |', '|---|---|---|', ...levelRows],
  tables: ['| room | owns (**sealed**) | also writes | also reads |', '|---|---|---|---|', ...tableRows],
}

const before = readFileSync(file, 'utf8')
let after = before
for (const [name, rows] of Object.entries(blocks)) {
  const block = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[^]*?(<!-- end of ${name} -->)`)
  if (!block.test(after)) throw new Error(`ARCHITECTURE.md has no block of ${name}`)
  after = after.replace(block, (_, begin: string, end: string) => `${begin}${rows.join('\n')}\n${end}`)
}
if (process.argv.includes('--check')) {
  if (before !== after) {
    console.error('ARCHITECTURE.md is stale: npm run generate')
    process.exit(1)
  }
} else writeFileSync(file, after)

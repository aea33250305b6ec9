/**
 * Writes tables of data into documents, each between two marks: the level of each room, the rooms that own, write and read each table, who
 * may do what, the operations that need a recent sign-in, and the tools for agents. With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { actionNames, reaches, roles, rowOf } from '../contract/authority.ts'
import { type Operation, refusalsOf } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import type { Tool } from '../contract/tool.ts'
import { tools } from '../contract/tools.ts'
import { type Ownership, tables } from '../test/tables/owners.ts'
import { levels } from './levels.ts'

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

const authorityRows = actionNames.map((action) => {
  const { title, people, programs } = rowOf(action)
  const ofRoles = roles.map((role) => people[role]).map((reach) => (reach ? reaches[reach] : '–'))
  const cells = [...ofRoles, programs ? 'yes' : '–']
  return `| ${title} | ${cells.join(' | ')} |`
})

const operationRows = actionNames.map((action) => {
  const names = operations.filter((one) => one.action === action).map(({ id }) => `\`${id}\``)
  return `| ${rowOf(action).title} | ${names.join(', ')} |`
})

/** Operations that can refuse a sign-in because it is too old: each of them always, or depending on what is sent. */
const idsOf = (chosen: readonly Operation[]): string => chosen.map(({ id }) => `\`${id}\``).join(', ')
const freshRows = [
  `- always: ${idsOf(operations.filter(({ fresh }) => fresh))}`,
  `- depending on what is sent: ${idsOf(operations.filter((one) => !one.fresh && refusalsOf(one).includes('fresh_sign_in_required')))}`,
]

const code = (text: string): string => `\`${text}\``

/** What opens a tool: any one of its sets of scopes. */
const scopesOf = ({ scopes }: Tool): string =>
  scopes.map((set) => (set.length > 0 ? code(set.join(' ')) : 'any')).join(' or ')

const toolRows = tools.map((tool) => {
  const [first] = tool.description.split('. ')
  const sentences = [`${first.replace(/\.$/, '')}.`, ...(tool.confirmed ? ['A person confirms.'] : [])]
  return `| ${code(tool.name)} | ${scopesOf(tool)} | ${sentences.join(' ')} |`
})

type Blocks = Record<string, readonly string[]>

const documents: Record<string, Blocks> = {
  'docs/rooms.md': {
    levels: ['| level | rooms | know |', '|---|---|---|', ...levelRows],
    tables: ['| room | owns (**sealed**) | also writes | also reads |', '|---|---|---|---|', ...tableRows],
  },
  'docs/guides/who-may-what.md': {
    actions: [
      `| action | ${roles.join(' | ')} | application by itself |`,
      `|---|${':-:|'.repeat(roles.length + 1)}`,
      ...authorityRows,
    ],
    operations: ['| action | operations |', '|---|---|', ...operationRows],
  },
  'docs/guides/people-and-roles.md': {
    'sign-ins': freshRows,
  },
  'docs/guides/agents.md': {
    tools: ['| tool | scopes | |', '|---|---|---|', ...toolRows],
  },
}

function filled(name: string, text: string, blocks: Blocks): string {
  let after = text
  for (const [block, rows] of Object.entries(blocks)) {
    const place = new RegExp(`(<!-- ${block}: [^\\n]*-->\\n)[^]*?(<!-- end of ${block} -->)`)
    if (!place.test(after)) throw new Error(`${name} has no block of ${block}`)
    // Markdown wants an empty line between a comment and a table.
    after = after.replace(place, (_, begin: string, end: string) => `${begin}\n${rows.join('\n')}\n\n${end}`)
  }
  return after
}

for (const [name, blocks] of Object.entries(documents)) {
  const file = new URL(`../${name}`, import.meta.url)
  const before = readFileSync(file, 'utf8')
  const after = filled(name, before, blocks)
  if (before === after) continue
  if (!process.argv.includes('--check')) writeFileSync(file, after)
  else {
    console.error(`${name} is stale: npm run generate`)
    process.exitCode = 1
  }
}

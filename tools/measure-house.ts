/**
 * Prints the measures of the code, as counts: `node tools/measure-house.ts [--list]`. Tests and generated files are
 * left out. With --list it names every place that counts.
 */
import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { circlesIn, importsOf } from '../test/support/imports.ts'

const isList = process.argv.includes('--list')
const generated = new Set(['src/db/tables.ts', 'client/operations.ts', 'client/operation-contract.ts'])
const filesIn = (...patterns: string[]): string[] =>
  globSync(patterns)
    .filter((file) => !/\.test\.tsx?$|\/generated\/|^web\/dist/.test(file) && !generated.has(file))
    .toSorted()

const server = filesIn('src/**/*.ts', 'contract/*.ts')
const pages = filesIn('web/**/*.{ts,tsx}', 'client/*.ts')
const textOf = (file: string): string => readFileSync(file, 'utf8')
const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)

type Place = string
const trains: Place[] = []
const casts: Place[] = []
const assertions: Place[] = []

function look(file: string): void {
  const code = textOf(file)
  const { program } = parseSync(file, code)
  const at = ({ start }: ESTree.Node): Place => `${file}:${code.slice(0, start).split('\n').length}`
  const params = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    if (node.params.length >= 5) trains.push(at(node))
  }
  new Visitor({
    FunctionDeclaration: params,
    FunctionExpression: params,
    ArrowFunctionExpression: params,
    TSAsExpression: (node) => {
      const isConst = code.slice(node.typeAnnotation.start, node.typeAnnotation.end) === 'const'
      if (!isConst && file.startsWith('src/')) casts.push(at(node))
    },
    TSNonNullExpression: (node) => {
      if (file.startsWith('src/')) assertions.push(at(node))
    },
  }).visit(program)
}
;[...server, ...pages].forEach(look)

const placesOf = (files: readonly string[], pattern: RegExp): Place[] =>
  files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : [])),
  )

const words = filesIn(
  'src/**/*.ts',
  'contract/*.ts',
  'client/*.ts',
  'web/**/*.{ts,tsx,js,css}',
  'docs/**/*.md',
  '*.md',
)
const kilo = linesOf(filesIn('src/**/*.ts')) / 1000
const rowTypes = placesOf(filesIn('src/**/*.ts'), /\b(?:one|many|only|sql)<(?!C\b|R\b)|\.query</).filter(
  (place) => !/^src\/db\/(db|migrate)\.ts/.test(place),
)
const visibility = placesOf(
  server,
  /is_public\s+or\b|is_public\s*\|\||visibility\s*(?:=|===)\s*'(?:public|private)'\s+or\b/,
)
/** Words that the text analysis has to know; test/voice.test.ts leaves out the same. */
const wordLists = ['drivers', 'redact', 'phrases', 'statement-kinds'].map((name) => `src/text/${name}.ts`)
const people = placesOf(
  words.filter((file) => !wordLists.includes(file)),
  /\b(?:he|him|his|himself)\b/i,
)
const circles = circlesIn(
  [...server, ...pages].flatMap((file) =>
    importsOf(file, textOf(file)).imports.filter(({ of }) => of !== 'thread'),
  ),
)

const rows: [measure: string, must: string, places: readonly Place[] | number][] = [
  ['functions with five or more parameters', '≤ 10', trains],
  ['casts (`as`) per 1,000 lines of src', '≤ 2.5', Math.round((casts.length / kilo) * 100) / 100],
  [
    'non-null assertions (`!`) per 1,000 lines of src',
    '≤ 1',
    Math.round((assertions.length / kilo) * 100) / 100,
  ],
  ['row types asserted by hand', '0', rowTypes],
  [
    'files that state who may see a collection',
    '1',
    [...new Set(visibility.map((place) => place.split(':')[0]))],
  ],
  ['he, him, his', '0', people],
  ['import circles in src and web, types included (files)', '0', circles],
  ['lines of src and contract', '< 51,900', linesOf(server)],
]
console.log('| measure | must | is |\n|---|---|---|')
for (const [measure, must, places] of rows)
  console.log(`| ${measure} | ${must} | ${typeof places === 'number' ? places : places.length} |`)
if (isList)
  for (const [measure, , places] of [
    ...rows,
    ['casts', '', casts] as const,
    ['non-null assertions', '', assertions] as const,
  ])
    if (typeof places !== 'number' && places.length > 0) console.log(`\n${measure}\n  ${places.join('\n  ')}`)

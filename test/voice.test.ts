/** The words of the project: people are "they", and texts for people use the nouns of the product. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite, test } from 'node:test'
import { catalogue } from '../locales/en.ts'

const root = resolve(import.meta.dirname, '..')

const isGenerated = (file: string): boolean => /(^|\/)(node_modules|dist|generated)(\/|$)/.test(file)

const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: isGenerated }).toSorted()

/** Fixtures and word lists: what respondents write, and what the text analysis has to understand. */
const languageData = [
  'src/text/data/',
  'src/text/drivers.ts',
  'src/text/harm.test.ts',
  'src/text/phrases.ts',
  'src/text/quotes.test.ts',
  'src/text/redact.test.ts',
  'src/text/redact.ts',
  'src/text/statement-kinds.ts',
  'test/support/drivers-answers',
  'test/support/drivers-comments.txt',
  'test/voice.test.ts',
  'tools/measure-house.ts',
]

const pronouns = /\b(?:he|him|his|himself)\b/i

/** One line of a file that has a match, as `file:line: text`. */
const matches = (file: string, pattern: RegExp): string[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
    )

const startsWithAny = (file: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => file.startsWith(prefix))

test('a person is they, in code, docs and texts', () => {
  const files = filesOf([
    '*.md',
    'package.json',
    'bin/*',
    '{bench,client,contract,demo,docs,locales,migrations,src,test,tools,web}/**/*.{ts,tsx,js,css,md,sql,json,txt}',
  ]).filter((file) => !startsWithAny(file, languageData))
  assert.deepEqual(
    files.flatMap((file) => matches(file, pronouns)),
    [],
  )
})

/** Words that nobody says, with the word that replaces them. */
const replacements: Record<string, RegExp> = {
  survey: /\ban ask\b/i,
  recipients: /\b(?:those|people|everyone|everybody) who (?:are|is|was|were) asked\b/i,
  'recent activity': /\bLately\b/,
  resources: /\bTo read\b/,
  cancelled: /\b(?:taken back|called off|calls? off|takes? back)\b/i,
  'allowed or re-enabled': /\b(?:be|being|is|are) let in\b/i,
  'no results': /\bNothing of that name\b/i,
  'minimum group size': /\bfewest people\b|\bfloors? (?:rise|never|of confidentiality)/i,
  'audit log': /\baudit trail\b/i,
  'e-mail address': /\bvouch(?:es)? for\b/i,
}

/** Words of the engine, which mean nothing to a respondent. */
const internalWords = /\b(?:collections?|cells?|gate|vault|pulses?|check-ins?|instances?|roster)\b/i

/** The parts of the catalogue that respondents read. */
const respondentParts = ['answering', 'promise', 'messages'] as const

suite('texts for people', () => {
  for (const [better, pattern] of Object.entries(replacements)) {
    test(`say “${better}”`, () => {
      const files = filesOf(['locales/en.ts', 'contract/openapi.json', 'docs/guides/*.md', 'README.md'])
      assert.deepEqual(
        files.flatMap((file) => matches(file, pattern)),
        [],
      )
    })
  }

  test('do not show respondents the words of the engine', () => {
    const wrong = respondentParts.flatMap((part) =>
      Object.entries(catalogue[part])
        .filter(([, text]) => internalWords.test(text.replaceAll(/\{[^{},]*\}/g, '')))
        .map(([key, text]) => `${part}.${key}: ${text}`),
    )
    assert.deepEqual(wrong, [])
  })
})

/**
 * NOTICE: whose work reaches other people with ours. The pages are built from packages whose licences are not beside them, so their texts are
 * here; packages of the service have theirs in their folders. Without versions, so that it changes with packages and licences alone; the
 * list with versions is tools/build-sbom.ts. `--check` compares.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Entry, foldersOfPages, nameOf, packagesOfService, readLock } from './shipped.ts'

const root = resolve(import.meta.dirname, '..')
const notice = join(root, 'NOTICE')
const lock = readLock()

const isCopyright = (line: string): boolean =>
  /^\W*(?:copyright\b|\(c\) \d{4}).*\d{4}|^\W*copyright \(c\)/i.test(line)

function licenceOf(folder: string): string | null {
  const path = join(root, folder)
  const file = existsSync(path) && readdirSync(path).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name))
  return file ? readFileSync(join(path, file), 'utf8') : null
}

const licenceName = (folder: string): string =>
  (lock.packages[folder] satisfies Entry).license ?? 'see its folder'

/** The same licence, whoever wrote under it and however its lines are broken. */
const wordsOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isCopyright(line))
    .join(' ')
    .replaceAll(/[^a-z]+/gi, ' ')
    .trim()
    .toLowerCase()

const copyrightsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter(isCopyright)
    .map((line) => line.replace(/^\W+/, '').trim())

type Group = { licence: string; text: string; names: string[] }

function groupsOfPages(): Group[] {
  const groups = new Map<string, Group>()
  for (const folder of foldersOfPages(lock)) {
    const text = licenceOf(folder) ?? ''
    const licence = licenceName(folder)
    // A package without a text is listed with the name of its licence.
    const key = `${licence} ${wordsOf(text).slice(-400)}`
    const group = groups.get(key) ?? { licence, text, names: [] }
    const whose = copyrightsIn(text)
    group.names.push(whose.length > 0 ? `${nameOf(folder)}: ${whose.join('; ')}` : nameOf(folder))
    groups.set(key, group)
  }
  return [...groups.values()]
}

const withoutCopyrights = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isCopyright(line))
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const line = '-'.repeat(80)

function printed(): string {
  const pages = groupsOfPages().map(({ licence, text, names }) =>
    [line, `Licence: ${licence}`, '', ...names, ...(text ? ['', withoutCopyrights(text)] : [])].join('\n'),
  )
  const service = [
    ...new Set(packagesOfService(lock).map((folder) => `${nameOf(folder)} (${licenceName(folder)})`)),
  ]
  return [
    'Sonde',
    'Licensed under the Apache License, Version 2.0: see LICENSE.',
    '',
    'This product includes work of others.',
    '',
    'In the pages that it serves, as the build of web/ puts them together:',
    '',
    ...pages,
    line,
    '',
    'In the service, each with its licence in its folder of node_modules:',
    '',
    ...service.toSorted(),
    '',
    'In its data:',
    '',
    'data/public-holidays.json, made from date-holidays, by commenthol and others, and licensed as it is (CC BY-SA 3.0):',
    'data/public-holidays-sources.txt names the licence and the sources.',
    '',
  ].join('\n')
}

const text = printed()
if (!process.argv.includes('--check')) writeFileSync(notice, text)
else if (!existsSync(notice) || readFileSync(notice, 'utf8') !== text) {
  console.error('NOTICE is stale: run `npm run generate`')
  process.exitCode = 1
}

/** Which packages reach other people: those that the service loads, and those that the built pages contain. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export type Entry = {
  version?: string
  license?: string
  dev?: true
  optional?: true
  devOptional?: true
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }

export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

/** Folders of the packages that the service needs: without tools of developers, and without those that an installation may leave out. */
export const packagesOfService = ({ packages }: Lock): string[] =>
  Object.entries(packages)
    .filter(([folder, { dev, optional, devOptional }]) => folder !== '' && !dev && !optional && !devOptional)
    .map(([folder]) => folder)

/** A module that is imported, for more than its types: `from 'x'` or `import 'x'`, at the beginning of a statement. */
const imported =
  /^(?:import\s+(?!type\b)(?:[^'\n]*\bfrom\s+)?|export\s[^'\n]*\bfrom\s+|\}\s+from\s+)'([^'./][^']*)'/gm

/** Pages hold messages that were parsed when they were built, and the part of this that formats them. */
const formatter = 'intl-messageformat'

/** Names of the packages that pages import. */
export function packagesOfPages(): string[] {
  const files = globSync('web/**/*.{ts,tsx,js}', { cwd: root, exclude: ['web/dist*/**'] }).filter(
    (file) => !file.includes('.test.'),
  )
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, specifier]) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  )
  return [...new Set([formatter, ...names])].filter((name) => !name.startsWith('node:')).toSorted()
}

/** Their folders, with those of all that they need in turn. */
export function foldersOfPages({ packages }: Lock): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string): void => {
    // Where Node looks: beside who asks, then further up.
    const places = [`${from}/node_modules/${name}`, `node_modules/${name}`]
    const folder = places.find((place) => place in packages)
    // Types are gone before anything is built.
    if (folder === undefined || found.has(folder) || name.startsWith('@types/')) return
    found.add(folder)
    const { dependencies = {}, peerDependencies = {} } = packages[folder]
    for (const next of Object.keys({ ...dependencies, ...peerDependencies })) add(next, folder)
  }
  for (const name of packagesOfPages()) add(name, '')
  return [...found].toSorted()
}

export const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13)

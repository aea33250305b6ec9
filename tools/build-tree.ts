/**
 * The production tree: what runs the service, and nothing else. It has no tests, no tools of developers, no embedded PostgreSQL and no
 * Node. `node tools/build-tree.ts FOLDER` makes it from this checkout and its installed packages; the last stage of deploy/Containerfile is
 * this folder.
 */
import { execFileSync } from 'node:child_process'
import { constants, cpSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { packagesOfService, readLock } from './shipped.ts'

const root = resolve(import.meta.dirname, '..')

/** Beside what the service reads, the licences. */
const files = [
  'package.json',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'bin/start.js',
  'bin/sources.js',
  'bin/sonde',
  'bin/sonde-server',
  '{client,commands,contract,demo,locales,src}/**/*.{ts,json,txt}',
  'data/*',
  'docs/*.{md,yaml}',
  'docs/guides/*',
  'migrations/*.sql',
  'web/{consent,docs,respond}/*.{js,css}',
  'web/dist/*',
  'web/icon.svg',
]
const left = /\.test\.ts$|-for-tests\.ts$|^migrations\/schema\.sql$/

/** Files of a package, without the packages in it, which are listed by themselves, and without what only its developers read. */
const isLoaded = (path: string): boolean =>
  !/\/(?:node_modules|\.bin|tests?|__tests__)$|\.(?:d\.[cm]?ts|map|test\.[cm]?[jt]s)$/.test(path) &&
  (!path.endsWith('.md') || /licen[cs]e|notice|copying/i.test(path))

/** @param to  a folder that does not exist, or is empty */
export function buildTree(to: string): void {
  if (!existsSync(join(root, 'web/dist/manifest.json')))
    throw new Error('The pages are not built: node tools/build-web.ts')
  for (const file of globSync(files, { cwd: root })) {
    if (left.test(file)) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file), { mode: constants.COPYFILE_FICLONE, recursive: true })
  }
  for (const folder of packagesOfService(readLock()))
    cpSync(join(root, folder), join(to, folder), {
      mode: constants.COPYFILE_FICLONE,
      recursive: true,
      dereference: true,
      filter: (path) => path === join(root, folder) || isLoaded(path),
    })
  // A container finds no file of an earlier start.
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(to, 'bin/sources.js')])
}

if (import.meta.main) {
  const [to] = process.argv.slice(2)
  if (to === undefined) throw new Error('node tools/build-tree.ts FOLDER')
  buildTree(resolve(to))
}

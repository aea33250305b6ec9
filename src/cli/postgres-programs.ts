/**
 * PostgreSQL's own programs, pg_dump and pg_restore: where they are, which of them fits a server, and how they run. They
 * refuse a server of a newer major version than their own, and the embedded PostgreSQL brings neither.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync, globSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { problem } from '../problem.ts'

export type ProgramName = 'pg_dump' | 'pg_restore'
export type Program = { readonly path: string; readonly version: string; readonly major: number }

/** Where packages of Debian, Red Hat and Homebrew put them, beside what is on the PATH. */
const packageFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/{libpq,postgresql@*}/bin',
]

/**
 * The oldest program that is new enough: what a newer one writes may hold settings that an older server refuses.
 * @param folder  where to look, and nowhere else
 * @throws invalid_request  there is none; the detail says what was found and where to get it
 */
export async function findProgram(
  name: ProgramName,
  majorMin: number,
  folder: string | undefined,
): Promise<Program> {
  const folders =
    folder === undefined
      ? foldersOnce([...(process.env.PATH ?? '').split(delimiter), ...globSync(packageFolders)])
      : [folder]
  const found = (await Promise.all(folders.map((each) => programAt(join(each, name))))).filter(
    (program) => program !== null,
  )
  const [fitting] = found.filter(({ major }) => major >= majorMin).toSorted((a, b) => a.major - b.major)
  if (fitting) return fitting
  const seen = found.map(({ path, version }) => `${path} is ${version}`).join(', ')
  throw problem('invalid_request', {
    detail:
      `${name} of PostgreSQL ${majorMin} or newer is needed: ${seen || `there is no ${name} ${folder === undefined ? 'on the PATH' : `in ${folder}`}`}. ` +
      `Install PostgreSQL’s client programs (postgresql-client-${majorMin} of apt.postgresql.org, postgresql${majorMin}-client of Alpine, libpq of Homebrew), ` +
      'or name their folder by --programs. The embedded PostgreSQL brings none.',
  })
}

/** One folder often has several names, such as /bin and /usr/bin. */
const foldersOnce = (folders: readonly string[]): string[] =>
  folders
    .filter(existsSync)
    .filter((each, at, all) => all.findIndex((one) => realpathSync(one) === realpathSync(each)) === at)

async function programAt(path: string): Promise<Program | null> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'])
    const [, version, major] = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout) ?? []
    return version === undefined ? null : { path, version, major: Number(major) }
  } catch {
    return null
  }
}

/** What a program says at most of what went wrong. */
const complaintLinesMax = 5

/**
 * Runs a program to its end; it ends with this process.
 * @param output  a file descriptor for what it writes
 * @throws invalid_request  it failed, for a reason that it gave
 */
export async function runProgram(
  { path }: Program,
  words: readonly string[],
  { env, output }: { env: Record<string, string>; output?: number },
): Promise<void> {
  const child = spawn(path, words, { env, stdio: ['ignore', output ?? 'ignore', 'pipe'] })
  const end = (): void => void child.kill()
  process.once('exit', end)
  let complaints = ''
  child.stderr?.on('data', (piece: Buffer) => void (complaints = (complaints + String(piece)).slice(-10_000)))
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (code === 0) return
    const lines = complaints.trim().split('\n').slice(0, complaintLinesMax)
    throw problem('invalid_request', { detail: [`${path} failed:`, ...lines].join('\n') })
  } finally {
    process.off('exit', end)
  }
}

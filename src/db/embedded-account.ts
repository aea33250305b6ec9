/**
 * The account that the embedded PostgreSQL runs as. PostgreSQL refuses to run as root, and initdb needs a name for its
 * user id, so root takes an account of /etc/passwd; everybody else runs it as themselves.
 */
import { codeOf } from '../caught.ts'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { readonly uid: number; readonly gid: number; readonly name: string }

const preferred = ['postgres', '_postgres', 'nobody', 'daemon']

/**
 * null: our own account. An existing cluster keeps its owner, so an account that is added later changes nothing.
 * @param cluster the folder of the cluster, which need not exist
 */
export function serverAccount(cluster: string): Account | null {
  const self = process.geteuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new Error(
        `${cluster} belongs to user ${owner.uid}, not to ${self}: run Sonde as that user or choose another SONDE_DATA_DIR`,
      )
    return null
  }
  const accounts = readAccounts().filter((account) => account.uid !== 0)
  if (owner && owner.uid !== 0) {
    const name = accounts.find((account) => account.uid === owner.uid)?.name ?? String(owner.uid)
    return { uid: owner.uid, gid: owner.gid, name }
  }
  const account =
    preferred.map((name) => accounts.find((each) => each.name === name)).find(Boolean) ?? accounts[0]
  if (!account)
    throw new Error(
      'PostgreSQL does not run as root and /etc/passwd names no other user: run Sonde as an ordinary user or set DATABASE_URL',
    )
  return account
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7 && /^-?\d+$/.test(fields[2]))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Gives a file to the account. @throws for root without the right to do so (a user namespace, some network disks) */
export function giveTo(account: Account | null, path: string): void {
  if (!account) return
  try {
    chownSync(path, account.uid, account.gid)
  } catch (error) {
    const code = codeOf(error)
    throw new Error(
      `${path} cannot be given to the user ${account.name} (${code}), and PostgreSQL does not run as root: run Sonde as an ordinary user, choose another SONDE_DATA_DIR, or set DATABASE_URL`,
    )
  }
}

/**
 * Whether the account can enter every folder down to `path` and read it (run it, with `run`). Only mode bits are read: an access list
 * that allows more is missed, which only costs a detour.
 * @param path absolute, without symbolic links
 */
export function reaches(account: Account | null, path: string, run = false): boolean {
  if (!account) return true
  if (!allows(account, path, run || statSync(path).isDirectory() ? 0o5 : 0o4)) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(account, folder, 0o1)) return false
    if (folder === dirname(folder)) return true
  }
}

function allows(account: Account, path: string, needed: number): boolean {
  const { mode, uid, gid } = statSync(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & needed) === needed
}

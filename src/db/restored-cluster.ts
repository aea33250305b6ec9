/**
 * The embedded database from a copy of its files (base-backup.ts): unpacked beside the place where it belongs, brought to the end of its log,
 * given a new password, and on the disk before it gets its name. What is interrupted leaves nothing that a start would take for a database.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Credentials, makeCluster, openDataDir, passFolder, runAs } from './cluster.ts'
import { giveTo, serverAccount } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { whileLocked } from './process-lock.ts'

/** Files of a cluster are for one major version and one kind of machine. */
export type ClusterKind = { readonly major: number; readonly platform: string }

const lockPatienceMs = 120_000

/** What this installation can run. */
export function clusterKindHere(dataDir: string): ClusterKind {
  const { version } = findBinaries(serverAccount(join(dataDir, 'postgres')), () => undefined)
  return { major: Number.parseInt(version, 10), platform: `${process.platform}-${process.arch}` }
}

/** @returns whether the folder has a database already */
export const hasCluster = (dataDir: string): boolean => existsSync(openDataDir(dataDir).folder)

/**
 * @param write  writes a tar archive of the files, and nothing that was not checked: it is unpacked as it comes
 * @throws one sentence, fit for the operator; then nothing of the copy is in the data folder
 */
export async function restoreCluster(dataDir: string, write: (to: Writable) => Promise<void>): Promise<void> {
  const cluster = openDataDir(dataDir)
  const account = serverAccount(cluster.folder)
  const binaries = findBinaries(account, () => undefined)

  await whileLocked(cluster.lock, lockPatienceMs, async () => {
    if (existsSync(cluster.folder)) throw new Error(`${cluster.folder} exists`)
    await makeCluster(cluster, { binaries, account }, async (unfinished, credentials) => {
      const folder = join(unfinished, 'cluster')
      mkdirSync(folder, { mode: 0o700 })
      giveTo(account, folder)
      const passed = passFolder(unfinished, account)
      const data = `${passed.path}/cluster`
      const { descriptors } = passed
      try {
        await runAs(account, ['tar', '-x', '-f', '-', '-C', data], { descriptors, write })
        const single = [binaries.postgres, '--single', '-D', data, 'postgres']
        await runAs(account, single, {
          descriptors,
          write: (to) => pipeline([newPassword(credentials)], to),
        })
        await runAs(account, [binaries.initdb, '--sync-only', `--pgdata=${data}`], { descriptors })
      } finally {
        passed.release()
      }
    })
  })
}

/** A statement a line, as a server for one user takes them; the password is of letters, digits, hyphens and underscores. */
const newPassword = ({ user, password }: Credentials): string => `alter role ${user} password '${password}'\n`

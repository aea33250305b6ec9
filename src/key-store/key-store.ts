/**
 * The key store: where the keys of open anonymous collections are, outside the database. What can be copied from a database (its
 * files, its WAL, dumps, replicas) then opens no anonymous answer, and a destroyed key is in no backup of it.
 *
 * There are two kinds: a directory (directory.ts), and a server that speaks the KV v2 interface of HashiCorp Vault and OpenBao
 * (kv-server.ts). Both keep the keys of one installation apart from those of others, below an entry that marks the store as made. An
 * unmounted directory, or a path that somebody mistyped, has no such entry: it is an error, and not a store that has lost everything.
 */
import { Unavailable } from '../caught.ts'
import type { Config } from '../config.ts'
import { directoryEntries } from './directory.ts'
import type { Entries } from './entries.ts'
import { kvServerEntries } from './kv-server.ts'

export type KeyStore = Entries & {
  /** Whether there is a store of this installation. */
  isMade(): Promise<boolean>
  make(): Promise<void>
}

const marker = 'installation'

/**
 * @param installation  the id of the installation, stored in its database
 * @throws Unavailable  from every method: the place cannot be reached, or (when reading) has no store of this installation
 */
export function keyStoreOf(config: Config['keyStore'], installation: string): KeyStore {
  const entries =
    config.kind === 'directory'
      ? directoryEntries(config.folder, installation)
      : kvServerEntries(config, installation)
  const isMade = async (): Promise<boolean> => (await entries.read(marker)) !== null
  return {
    ...entries,
    isMade,
    make: async () => {
      if (await isMade()) return
      // If several nodes start at once, one writes it.
      await entries.write(marker, Buffer.from(`${installation}\n`)).catch(async (error: unknown) => {
        if (!(await isMade())) throw error
      })
    },
    read: async (name) => {
      const value = await entries.read(name)
      if (value === null && !(await isMade())) throw storeMissing(entries.place)
      return value
    },
    names: async () => {
      const names = await entries.names()
      if (!names.includes(marker)) throw storeMissing(entries.place)
      return names.filter((name) => name !== marker)
    },
  }
}

const storeMissing = (place: string): Unavailable =>
  new Unavailable(`${place} holds no keys of this installation. Is it mounted, and is SONDE_KEY_STORE right?`)

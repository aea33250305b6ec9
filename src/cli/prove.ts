/**
 * `sonde-server prove`: tries on an installation of one's own what somebody could do who has the files of its database (vault/file-attack.ts).
 * It reads files and needs neither the database nor a password. The key store is no part of the database's files, and no key is read; but
 * the names of its files, and of those in the outbox, show whether anything is left there of a survey that has ended.
 */
import { existsSync } from 'node:fs'
import { open as openFile, readdir } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import {
  isNamed,
  join,
  type Joined,
  type JoinedAnswer,
  type Loot,
  noLoot,
  overlapBytes,
  search,
  suspectsOf,
  withoutPageHeaders,
} from '../vault/vault.ts'
import { configuration } from './configuration.ts'

/** Rows, what PostgreSQL put aside for a moment, and the log of writes. */
const foldersRead = ['base', 'global', 'pg_tblspc', 'pg_wal']

const partBytes = 32 * 1024 * 1024

export type Finding = {
  files: number
  bytes: number
  /** Pairs of keys of anonymous collections, and of those whose mode the files do not say. */
  keys: number
  /** Pairs of keys of confidential and attributed collections. */
  namedKeys: number
  /** People who are known to have answered. */
  joined: JoinedAnswer[]
  /** Messages in the outbox, with links, and files of keys, of collections that have ended. */
  endedMessages: number
  endedKeys: number
}

/** What lies beside the database: names of messages in the outbox, and collections that have a file in the key store. */
export type Beside = { messages: string[]; keys: string[] }

/** @param keys  null: the key store is a server */
export async function besideIn(outbox: string, keys: string | null): Promise<Beside> {
  const namesIn = async (folder: string): Promise<string[]> =>
    existsSync(folder) ? readdir(folder, { recursive: true }) : []
  return {
    messages: (await namesIn(outbox)).flatMap((name) => /^([0-9a-f]{32})\.json$/.exec(name)?.[1] ?? []),
    keys: (keys === null ? [] : await namesIn(keys)).flatMap(
      (name) => /\.(col_[0-9a-z]{26})\.key/.exec(name)?.[1] ?? [],
    ),
  }
}

/** Every part of a file, each beginning where the one before had `overlapBytes` left. */
async function* partsOf(path: string): AsyncGenerator<Buffer> {
  // A file may be removed while it is read: what is not there any more proves nothing.
  const file = await openFile(path).catch(() => undefined)
  if (!file) return
  try {
    const { size } = await file.stat()
    for (let at = 0; at < size; at += partBytes - overlapBytes) {
      const part = Buffer.allocUnsafe(Math.min(partBytes, size - at))
      const { bytesRead } = await file.read(part, 0, part.length, at)
      yield part.subarray(0, bytesRead)
      if (at + bytesRead >= size) return
    }
  } finally {
    await file.close()
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await Promise.all(
    foldersRead
      .map((name) => joinPath(folder, name))
      .filter((path) => existsSync(path))
      .map(async (path) =>
        (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => joinPath(entry.parentPath, entry.name)),
      ),
  )
  return found.flat().toSorted()
}

const isLog = (path: string): boolean => /[\\/]pg_wal[\\/][0-9A-F]{24}$/.test(path)

async function readAll(files: readonly string[], look: (bytes: Buffer) => void): Promise<number> {
  let bytes = 0
  for (const path of files)
    for await (const part of partsOf(path)) {
      bytes += part.length
      look(part)
      if (isLog(path)) look(withoutPageHeaders(part))
    }
  return bytes
}

/**
 * Tries the attack on the files of a PostgreSQL cluster, running or stopped.
 * @param id  of a collection, or of the pulse or the instance that it belongs to; null: every collection that left keys
 * @param beside  what else is looked at; nothing for a copy of the files alone
 * @param stolen  keys that the attacker has from elsewhere: a copy of the key store
 * @returns undefined where the files name no such pulse or instance
 */
export async function attackFiles(
  folder: string,
  id: string | null,
  beside: Beside = { messages: [], keys: [] },
  stolen: Loot['keys'] = new Map(),
): Promise<Finding | undefined> {
  const files = await filesIn(folder)
  const loot = noLoot(beside.messages)
  const bytes = await readAll(files, (part) => search(part, loot))
  const collectionId = id === null || id.startsWith('col_') ? id : loot.collections.get(id)
  if (collectionId === undefined) return undefined
  const asked = [...loot.keys].filter(([one]) => collectionId === null || one === collectionId)
  const keys = new Map(asked.filter(([one]) => !isNamed(loot, one)))
  const pairsIn = (found: typeof asked): number => found.flatMap(([, pairs]) => pairs).length
  const suspects = suspectsOf({ keys: new Map([...keys, ...stolen]), members: loot.members })
  const joined: Joined = new Map()
  if (suspects.size > 0) await readAll(files, (part) => join(part, suspects, joined))
  const hasEnded = (one: string): boolean =>
    loot.ended.has(one) && (collectionId === null || one === collectionId)
  return {
    files: files.length,
    bytes,
    endedMessages: [...loot.messages.values()].filter(hasEnded).length,
    endedKeys: beside.keys.filter(hasEnded).length,
    keys: pairsIn([...keys]),
    namedKeys: pairsIn(asked) - pairsIn([...keys]),
    joined: [...joined.values()],
  }
}

export type ProveCommand = { collection?: string; dataDirectory?: string; json: boolean }

/** Plain sentences of what was tried and found. */
function proveLines(
  folder: string,
  id: string | null,
  finding: Finding,
  { messages, keys }: Beside,
): string[] {
  const megabytes = Math.ceil(finding.bytes / 1024 / 1024)
  const opened = finding.joined.filter(({ versions }) => versions.length > 0)
  const of = id ?? 'any survey'
  const pairs = (count: number): string => `${count} ${count === 1 ? 'pair' : 'pairs'} of keys`
  const named =
    `Found ${pairs(finding.namedKeys)} of confidential or attributed surveys. ` +
    'Anyone who has the database can tell who answered these, which their promise does not deny.'
  return [
    `Read ${finding.files} files (${megabytes} MB) of the database in ${folder}: its rows, deleted ones too, and its log.`,
    `Looked for the keys of ${of}, derived every member's link from them, and looked for the answers to those links.`,
    finding.keys === 0
      ? 'Found 0 keys of anonymous surveys. Without keys nothing in these files says who answered them, or what they answered.'
      : `Found ${pairs(finding.keys)} of anonymous surveys. Who answered is known for ${finding.joined.length} people, and what they answered for ${opened.length}.`,
    ...(finding.namedKeys > 0 ? [named] : []),
    `Messages in the outbox: ${messages.length}. Keys in the directory of the key store: ${keys.length}. ` +
      (finding.endedMessages + finding.endedKeys === 0
        ? 'None of them belongs to a survey that has ended.'
        : `Of surveys that have ended: ${finding.endedMessages} and ${finding.endedKeys}. Messages hold personal links. The service deletes both within seconds of the end: is it running?`),
  ]
}

export async function prove({ collection = undefined, dataDirectory, json }: ProveCommand): Promise<void> {
  const id = collection ?? null
  if (id !== null && !/^(?:pls|cki|col)_[0-9a-z]{26}$/.test(id))
    return refuse(`${id} is not the id of a pulse (pls_…) or of a check-in instance (cki_…)`)
  const folder = dataDirectory ?? embeddedFolder()
  if (folder === null)
    return refuse(
      'DATABASE_URL names a server: give the folder of its files by --data-directory (`show data_directory` says which it is)',
    )
  if (!existsSync(joinPath(folder, 'PG_VERSION')))
    return refuse(`${folder} is not the data directory of a PostgreSQL server`)
  const { dataDir, keyStore } = configuration()
  const keysFolder = keyStore.kind === 'directory' ? keyStore.folder : null
  const beside = await besideIn(joinPath(dataDir, 'outbox'), keysFolder)
  const finding = await attackFiles(folder, id, beside)
  if (!finding) return refuse(`There is no ${id} in ${folder}`)
  const { files, bytes, keys, namedKeys, joined, endedMessages, endedKeys } = finding
  const opened = joined.filter(({ versions }) => versions.length > 0).length
  // Numbers alone: whoever proves something must not learn it.
  if (json)
    console.log(
      JSON.stringify({
        files,
        bytes,
        keys,
        named_keys: namedKeys,
        answered: joined.length,
        opened,
        ended_messages: endedMessages,
        ended_keys: endedKeys,
      }),
    )
  else for (const line of proveLines(folder, id, finding, beside)) console.log(line)
  if (keys + endedMessages + endedKeys > 0) process.exitCode = 1
}

function embeddedFolder(): string | null {
  const { databaseUrl, dataDir } = configuration()
  return databaseUrl ? null : joinPath(dataDir, 'postgres')
}

function refuse(sentence: string): void {
  console.error(sentence)
  process.exitCode = 2
}

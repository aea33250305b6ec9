/**
 * The attack on an anonymous collection by somebody who has the files of its database and nothing else: no password, no SQL, no key
 * store. PostgreSQL leaves deleted rows in its files until they are overwritten, and writes every row to its log as well, so what was
 * once in the database can be found there long after it was deleted.
 *
 * The attack takes bytes and knows nothing of where they come from. First it looks for keys and for members (`search`), then it derives
 * what each member's answer would be stored under and looks for that (`join`). Both go over all the bytes, in parts that overlap by
 * `overlapBytes`.
 *
 * Source: PostgreSQL 18, 66.6 database page layout (a short value has one byte of header, (length + 1) * 2 + 1; a longer one has four,
 * length * 4, aligned to four); src/include/access/xlog_internal.h (headers of log pages); seal.ts (what is derived from keys).
 */
import type { Mode } from '../../contract/confidentiality.ts'
import type { Answer } from '../../contract/questions.ts'
import { linkOf, type Keys, respondentKeyOf, type SealedContent, unseal } from './seal.ts'

/** More than any row that the attack looks for: a row is in at least one of two parts. */
export const overlapBytes = 16_384

const keyBytes = 32
/** The header of a value of 32 bytes. */
const keyHeader = ((keyBytes + 1) << 1) | 1
const idSuffixLength = 26

/** What was found in the files. A collection may have left more than one pair of keys: other bytes may look like a pair. */
export type Loot = {
  keys: Map<string, Keys[]>
  members: Set<string>
  /** The collection of each pulse and of each check-in instance. */
  collections: Map<string, string>
  /** What the rows of each collection say of its mode. */
  modes: Map<string, Set<Mode>>
  /** Collections that have ended, as one of their rows says. */
  ended: Set<string>
  /** The names of messages that are looked for, and the collection of each that was found. */
  wanted: ReadonlySet<string>
  messages: Map<string, string>
}

export const noLoot = (wanted: Iterable<string> = []): Loot => ({
  keys: new Map(),
  members: new Set(),
  collections: new Map(),
  modes: new Map(),
  ended: new Set(),
  wanted: new Set(wanted),
  messages: new Map(),
})

/** Places behind every id of this prefix, such as `col_`, with the id. */
function* idsIn(bytes: Buffer, prefix: string): Generator<{ id: string; end: number }> {
  for (let at = bytes.indexOf(prefix); at >= 0; at = bytes.indexOf(prefix, at + 1)) {
    const end = at + prefix.length + idSuffixLength
    const id = bytes.toString('latin1', at, end)
    if (/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/.test(id)) yield { id, end }
  }
}

/** The value of 32 bytes that is stored at this place, if there is one. */
const keyAt = (bytes: Buffer, at: number): Buffer | undefined =>
  bytes[at] === keyHeader && at + keyBytes < bytes.length
    ? Buffer.from(bytes.subarray(at + 1, at + 1 + keyBytes))
    : undefined

/** In the row of a collection: what owns it, behind its id. */
const ownerPattern = /^.(?:pulse|check_in_instance).((?:pls|cki)_[0-9a-hjkmnp-tv-z]{26})/s

/** A page of a table: a row does not go beyond. */
const rowBytesMax = 8192

/** These words as a row stores them, with a byte of header. */
const storedWords = <const T extends string>(words: readonly T[]) =>
  words.map((word) => ({ word, bytes: Buffer.from([((word.length + 1) << 1) | 1, ...Buffer.from(word)]) }))

const storedModes = storedWords<Mode>(['anonymous', 'confidential', 'attributed'])
const storedStates = storedWords(['open', 'closed', 'cancelled'])

/** The first of these words in a row, and where it ends. */
function firstIn<T extends string>(
  row: Buffer,
  words: readonly { word: T; bytes: Buffer }[],
): { word: T; end: number } | undefined {
  const found = words.map(({ word, bytes }) => ({ word, at: row.indexOf(bytes), length: bytes.length }))
  const [first] = found.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)
  return first && { word: first.word, end: first.at + first.length }
}

/** In the row of a message, behind the id of its collection: the recipient, the channel, the round, and the name of 32 characters. */
const messagePattern = /^.mem_[0-9a-hjkmnp-tv-z]{26}.{2,30}?\x43([0-9a-f]{32})/s

/** Adds what these bytes hold: the id of a collection with two keys behind it, with its owner or with a message, and the ids of members. */
export function search(bytes: Buffer, loot: Loot): void {
  for (const { id, end } of idsIn(bytes, 'col_')) {
    const owner = ownerPattern.exec(bytes.toString('latin1', end, end + 60))?.[1]
    if (owner !== undefined) {
      loot.collections.set(owner, id)
      const row = bytes.subarray(end, end + rowBytesMax)
      const mode = firstIn(row, storedModes)
      if (mode) loot.modes.set(id, (loot.modes.get(id) ?? new Set()).add(mode.word))
      // The state is behind the mode.
      const state = mode && firstIn(row.subarray(mode.end), storedStates)
      if (state && state.word !== 'open') loot.ended.add(id)
    }
    if (loot.wanted.size > 0) {
      const name = messagePattern.exec(bytes.toString('latin1', end, end + 100))?.[1]
      if (name !== undefined && loot.wanted.has(name)) loot.messages.set(name, id)
    }
    const linkKey = keyAt(bytes, end)
    const answerKey = linkKey && keyAt(bytes, end + 1 + keyBytes)
    if (!answerKey) continue
    const known = loot.keys.get(id) ?? []
    if (!known.some((one) => one.linkKey.equals(linkKey) && one.answerKey.equals(answerKey)))
      loot.keys.set(id, [...known, { linkKey, answerKey }])
  }
  for (const { id } of idsIn(bytes, 'mem_')) loot.members.add(id)
}

/** Whether everything that was found says that the collection is not anonymous. */
export function isNamed({ modes: found }: Loot, collectionId: string): boolean {
  const own = found.get(collectionId)
  return own !== undefined && !own.has('anonymous')
}

/** What keys of a collection open, and whose its links and the keys of its answers are. */
type Suspicion = { answerKey: Buffer; memberOfLink: Map<string, string>; memberOfKey: Map<string, string> }

/** By collection. */
export type Suspects = ReadonlyMap<string, readonly Suspicion[]>

export function suspectsOf({ keys, members }: Pick<Loot, 'keys' | 'members'>): Suspects {
  const suspicionOf = ({ linkKey, answerKey }: Keys): Suspicion => {
    const links = [...members].map((memberId) => [linkOf(linkKey, memberId), memberId] as const)
    return {
      answerKey,
      memberOfLink: new Map(links),
      memberOfKey: new Map(
        links.map(([link, memberId]) => [respondentKeyOf(answerKey, link).toString('hex'), memberId]),
      ),
    }
  }
  return new Map([...keys].map(([collectionId, pairs]) => [collectionId, pairs.map(suspicionOf)]))
}

/** A person who is known to have answered, with every version of the answer that could be opened: changed and withdrawn ones too. */
export type JoinedAnswer = { collectionId: string; memberId: string; versions: Answer[][] }

/** Collection and member → what is known of them. */
export type Joined = Map<string, JoinedAnswer>

const idLength = 4 + idSuffixLength

/** Adds the answers in these bytes that belong to one of the suspects: by the key that they are stored under, or by what they hold. */
export function join(bytes: Buffer, suspects: Suspects, joined: Joined): void {
  for (const { end } of idsIn(bytes, 'rsp_')) {
    const key = keyAt(bytes, end)
    if (!key) continue
    // The id of the collection is stored right before that of the answer, which has one byte of header.
    const before = end - idLength - 1
    const collectionId = bytes.toString('latin1', Math.max(0, before - idLength), Math.max(0, before))
    for (const { answerKey, memberOfKey, memberOfLink } of suspects.get(collectionId) ?? []) {
      const content = openedAt(bytes, end + 1 + keyBytes, answerKey)
      const memberId = memberOfKey.get(key.toString('hex')) ?? (content && memberOfLink.get(content.link))
      if (memberId !== undefined) add(joined, { collectionId, memberId }, content?.answers)
    }
  }
}

function add(
  joined: Joined,
  { collectionId, memberId }: Omit<JoinedAnswer, 'versions'>,
  answers: Answer[] | undefined,
): void {
  const name = `${collectionId} ${memberId}`
  const known = joined.get(name) ?? { collectionId, memberId, versions: [] }
  joined.set(name, known)
  const isKnown = known.versions.some((version) => JSON.stringify(version) === JSON.stringify(answers))
  if (answers && !isKnown) known.versions.push(answers)
}

/** The sealed text behind the key, at the next place that is aligned; where rows begin is not known in the log, so four are tried. */
function openedAt(bytes: Buffer, from: number, answerKey: Buffer): SealedContent | undefined {
  for (let at = from; at < from + 4 && at + 4 < bytes.length; at++) {
    const header = bytes.readUInt32LE(at)
    const end = at + (header >>> 2)
    if ((header & 3) !== 0 || end > bytes.length || end - at > overlapBytes) continue
    try {
      return unseal(answerKey, bytes.subarray(at + 4, end))
    } catch {
      // Not a sealed text, or another key's.
    }
  }
  return undefined
}

const logPageBytes = 8192
const longHeader = 0x0002

/** A segment of the write-ahead log without the headers of its pages, which cut rows in two. */
export function withoutPageHeaders(segment: Buffer): Buffer {
  const pages: Buffer[] = []
  for (let at = 0; at + logPageBytes <= segment.length; at += logPageBytes) {
    const isLong = (segment.readUInt16LE(at + 2) & longHeader) !== 0
    pages.push(segment.subarray(at + (isLong ? 40 : 24), at + logPageBytes))
  }
  return Buffer.concat(pages)
}

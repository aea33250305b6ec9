/**
 * Ids and secrets.
 *
 * Resource ids are TypeIDs (prefix, UUIDv7 in base 32): sortable by creation. Response ids are random and carry no time.
 *
 * Secrets are 256 random bits in 43 base-62 digits, after a recognisable prefix and the id of their organisation without its own prefix, and
 * before 6 base-62 digits of CRC-32, so that a typing error is refused before any look-up and scanners can find leaks:
 * /sonde_(cs|at|ac|rt|iv|ea|ek|pl|scim)_[0-9a-z]{26}_[0-9A-Za-z]{49}/. Only their SHA-256 is stored: 256 uniform bits have no dictionary.
 * The organisation says where to look, and proves nothing: a look-up asks for it together with the hash (note 108).
 */
import { hash, hkdfSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { typeid, TypeID } from 'typeid-js'
import { randomBytes } from './random-bytes.ts'

const prefixes = {
  organisation: 'org',
  user: 'usr',
  team: 'tem',
  member: 'mem',
  absence: 'abs',
  template: 'tpl',
  pulse: 'pls',
  checkIn: 'chk',
  instance: 'cki',
  holidayCalendar: 'hol',
  collection: 'col',
  delivery: 'dlv',
  suppression: 'sup',
  insight: 'ins',
  action: 'act',
  reply: 'rpl',
  message: 'msg',
  alert: 'alr',
  application: 'app',
  secret: 'sec',
  grant: 'grt',
  confirmation: 'cnf',
  family: 'rtf',
  identity: 'idn',
  identityProvider: 'idp',
  passkey: 'pky',
  invitation: 'inv',
  notice: 'ntc',
  domain: 'dom',
  slackWorkspace: 'slw',
  microsoftTenant: 'mst',
  event: 'evt',
  webhook: 'whk',
  webhookDelivery: 'whd',
  audit: 'aud',
  privacyRequest: 'prq',
  organisationExport: 'exp',
  export: 'xpt',
  exportSchedule: 'xps',
  syncToken: 'dst',
  syncRun: 'dsr',
} as const

export type IdKind = keyof typeof prefixes

/** What ids begin with, those of answers and of respondents who are nobody's members among them. */
export const idPrefixes: readonly string[] = [...Object.values(prefixes), 'rsn', 'rsp']

export const newId = (kind: IdKind): string => typeid(prefixes[kind]).toString()

/** An id that sorts as if made at `at`, for records of the past. */
export function newIdAt(kind: IdKind, at: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (bytes[6] & 0x0f) | 0x70
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return TypeID.fromUUIDBytes(prefixes[kind], bytes).toString()
}

/** Whether it is an id that `newRespondentId` made: of nobody in the directory. */
export const isRespondentId = (id: string): boolean => id.startsWith('rsn_')

/** An id of a respondent of whom nothing else is known: random, and new each time. */
export const newRespondentId = (): string => TypeID.fromUUIDBytes('rsn', randomBytes(16)).toString()

/** An id of an answer: random, so that it reveals neither its time nor its order. */
export const newResponseId = (): string => TypeID.fromUUIDBytes('rsp', randomBytes(16)).toString()

export type SecretKind = 'cs' | 'at' | 'ac' | 'rt' | 'iv' | 'ea' | 'ek' | 'pl' | 'scim'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: number, length: number): string {
  let rest = value
  let out = ''
  for (let i = 0; i < length; i++) {
    out = digits[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}

/** Bytes from 248 on are discarded, so that each digit has four bytes. */
function digitsOf(length: number, more: () => Uint8Array): string {
  let out = ''
  while (out.length < length) {
    for (const byte of more()) {
      if (byte < 248 && out.length < length) out += digits[byte % 62]
    }
  }
  return out
}

const randomDigits = (length: number): string => digitsOf(length, () => randomBytes(length + 8))

const checksum = (body: string): string => base62(crc32(body), 6)

/** Where a secret that was presented is looked for: the organisation that its text names, and the SHA-256 that is stored of it. */
export type PresentedSecret = { readonly organisationId: string; readonly hash: Buffer }

/** What follows `org_` in the id of an organisation: 128 bits in Crockford's base 32. */
const organisationDigits = '[0-9a-hjkmnp-tv-z]{26}'
const organisationPrefix = `${prefixes.organisation}_`

/** An organisation as secrets and links name it: its id without the prefix. */
const nameIn = (organisationId: string): string => organisationId.slice(organisationPrefix.length)

const signed = (kind: SecretKind, organisationId: string, random: string): string => {
  const body = `sonde_${kind}_${nameIn(organisationId)}_${random}`
  return body + checksum(body)
}

/** 43 digits hold 62^43 values, 2^256.03. */
export const newSecret = (kind: SecretKind, organisationId: string): string =>
  signed(kind, organisationId, randomDigits(43))

/** A secret that is made again from another. */
type Origin = { readonly organisationId: string; readonly from: string; readonly salt: Uint8Array }

/**
 * A secret that can be computed again from `from` and `salt`, and not without both (RFC 5869). One byte in 32 is discarded; that a round
 * leaves too few, so that a second one is needed, does not happen in practice.
 */
export function secretFrom(kind: SecretKind, { organisationId, from, salt }: Origin): string {
  let round = 0
  const more = () => new Uint8Array(hkdfSync('sha256', from, salt, `sonde ${kind} ${round++}`, 64))
  return signed(kind, organisationId, digitsOf(43, more))
}

const secretShape = new RegExp(
  `^sonde_(?:cs|at|ac|rt|iv|ea|ek|pl|scim)_(${organisationDigits})_[0-9A-Za-z]{49}$`,
)

/** @returns undefined: by its form and its checksum it is not a secret of this kind */
export function readSecret(kind: SecretKind, value: string): PresentedSecret | undefined {
  const organisation = organisationIn(kind, value)
  return organisation === undefined
    ? undefined
    : { organisationId: organisationPrefix + organisation, hash: sha256(value) }
}

export const isSecret = (kind: SecretKind, value: string): boolean =>
  organisationIn(kind, value) !== undefined

/** As a secret names it. @returns undefined: by its form and its checksum it is not a secret of this kind */
function organisationIn(kind: SecretKind, value: string): string | undefined {
  if (!value.startsWith(`sonde_${kind}_`)) return undefined
  const organisation = secretShape.exec(value)?.[1]
  return organisation === undefined || checksum(value.slice(0, -6)) !== value.slice(-6)
    ? undefined
    : organisation
}

const namedShape = new RegExp(`^(${organisationDigits})\\.([^.]+)$`)

/** What an address holds instead of a link, a receipt or a code alone: it says where to look. */
export const named = (organisationId: string, text: string): string => `${nameIn(organisationId)}.${text}`

/** @returns undefined: it names no organisation */
export function readNamed(value: string): { organisationId: string; text: string } | undefined {
  const [, organisation, text] = namedShape.exec(value) ?? []
  return text === undefined ? undefined : { organisationId: organisationPrefix + organisation, text }
}

export const sha256 = (value: string | Uint8Array): Buffer => hash('sha256', value, 'buffer')

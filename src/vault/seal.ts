/**
 * The two random keys of an open collection, link_key and answer_key, and the values that are derived from them.
 *
 * link            Identifies a recipient: SHA-256 applied twice to link_key and member id, the first 160 bits in hex. Because it is
 *                 derived, a reminder has the same link as its invitation, and so has the list for an application that delivers links.
 *                 The database stores only its SHA-256. Addresses have its organisation before it (note 108), from which nothing is derived.
 *                 A code on paper has a link as well, of the same form, which follows from the code and from no key.
 * respondent key  Identifies the answer to a link: HMAC-SHA-256 of the link under answer_key. A unique index on it limits each
 *                 link to one answer. In anonymous mode a further answer has its own key, from link and attempt.
 * draft key       Identifies what was saved under a link and not sent: the same HMAC with another label.
 * link lock       By what answers to one link wait for each other: the same HMAC with another label. It is stored nowhere.
 * receipt         Lets a respondent view, change and withdraw an answer: HMAC-SHA-256 of link and attempt (the
 *                 random value that comes with an answer) under answer_key. Nobody can compute it from the link alone.
 * attempt key     Identifies a draft: the same HMAC with another label. Reading a draft takes both its link and its attempt.
 * sealed answer   In anonymous mode, while the collection is open: AES-256-GCM under answer_key. The text is padded, so that its length in
 *                 an old backup does not show who wrote a long comment.
 *
 * Both keys are destroyed once the collection has closed (keys.ts). Nobody can then compute any of these values, or decrypt answers in
 * old backups.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes as newKey } from 'node:crypto'
import type { Answer } from '../../contract/questions.ts'
import { type PresentedSecret, readNamed, sha256 } from '../ids.ts'
import { randomBytes } from '../random-bytes.ts'

export type Keys = { linkKey: Buffer; answerKey: Buffer }

export const newKeys = (): Keys => ({ linkKey: newKey(32), answerKey: newKey(32) })

const linkLength = 40

export const linkOf = (linkKey: Buffer, memberId: string): string =>
  sha256(sha256(Buffer.concat([linkKey, Buffer.from(memberId)])))
    .toString('hex')
    .slice(0, linkLength)

export const isLink = (value: string): boolean => /^[0-9a-f]{40}$/.test(value)

/** The link in an address. @returns undefined: by its form it is none */
export function readLink(token: string): PresentedSecret | undefined {
  const read = readNamed(token)
  return read && isLink(read.text)
    ? { organisationId: read.organisationId, hash: sha256(read.text) }
    : undefined
}

/** What stands for a code on paper wherever a link does. It follows from the code alone: a code says nothing of its collection. */
export const linkOfCode = (code: string): string =>
  sha256(sha256(`code ${code}`))
    .toString('hex')
    .slice(0, linkLength)

const hmac = (key: Buffer, ...parts: string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\n')).digest()

export const respondentKeyOf = (answerKey: Buffer, link: string): Buffer =>
  hmac(answerKey, 'respondent', link)

export const repeatKeyOf = (answerKey: Buffer, link: string, attempt: string): Buffer =>
  hmac(answerKey, 'repeat', link, attempt)

export const savedKeyOf = (answerKey: Buffer, link: string): Buffer => hmac(answerKey, 'draft', link)

/** A 64-bit integer. The locks of the database do not lead to a row. */
export const lockOf = (answerKey: Buffer, link: string): string =>
  String(hmac(answerKey, 'lock', link).readBigInt64BE())

export const receiptOf = (answerKey: Buffer, link: string, attempt: string): string =>
  hmac(answerKey, 'receipt', link, attempt).toString('hex')

export const attemptKeyOf = (answerKey: Buffer, link: string, attempt: string): Buffer =>
  hmac(answerKey, 'attempt', link, attempt)

/** The receipt in an address. @returns undefined: by its form it is none */
export function readReceipt(value: string): PresentedSecret | undefined {
  const read = readNamed(value)
  return read && /^[0-9a-f]{64}$/.test(read.text)
    ? { organisationId: read.organisationId, hash: sha256(read.text) }
    : undefined
}

/**
 * What a sealed text holds: answers, the team and attribute value that respondents are divided by at close, and the link, by which
 * several answers to one link are known as such. `seat`: of an answer by a code, the cell of its pool; of any other the roster knows it.
 */
export type SealedContent = {
  answers: Answer[]
  team: string | null
  value: string | null
  link: string
  seat?: number | null
}

/** A sealed text has this length, or twice, four times … this length. */
const paddedBytesMin = 1024

/** Padded with white space at the end, which JSON ignores. */
function padded(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  let length = paddedBytesMin
  while (length < bytes) length *= 2
  const body = Buffer.alloc(length, ' ')
  body.write(text)
  return body
}

export function seal(answerKey: Buffer, content: SealedContent): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', answerKey, nonce)
  const body = Buffer.concat([cipher.update(padded(JSON.stringify(content))), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** GCM authenticates the text: what opens was written by `seal`. @throws where the key or the text is another one */
export function unseal(answerKey: Buffer, sealed: Buffer): SealedContent {
  const decipher = createDecipheriv('aes-256-gcm', answerKey, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const body = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  return JSON.parse(body.toString('utf8')) as SealedContent
}

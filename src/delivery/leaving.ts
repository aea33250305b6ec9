/**
 * A link that only unsubscribes, for messages about a survey whose links lead nowhere any more: once a collection has closed, the keys that its
 * links are derived from are destroyed. It names the survey and the recipient, sealed, so that nobody can make one or read whose it is, nothing of it
 * is stored, and whether somebody has answered plays no part. The same for every recipient of the survey except for what is sealed.
 */
import { named, readNamed } from '../ids.ts'
import { type Sealing, SealingError } from '../sealing.ts'

export type Leaver = {
  readonly organisationId: string
  readonly collectionId: string
  readonly memberId: string
}

const useIn = (organisationId: string): string => `unsubscribe ${organisationId}`

/** @returns what is in the address where a link does; null where nothing can seal it: then the message goes without */
export function leaveToken(
  sealing: Sealing,
  { organisationId, collectionId, memberId }: Leaver,
): string | null {
  try {
    const sealed = sealing.seal(`${collectionId} ${memberId}`, useIn(organisationId))
    return named(organisationId, sealed.toString('base64url'))
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

/** @returns null for what this service did not seal for this */
export function readLeaveToken(sealing: Sealing, token: string): Leaver | null {
  const read = readNamed(token)
  if (!read) return null
  try {
    const sealed = Buffer.from(read.text, 'base64url')
    const [collectionId, memberId] = sealing.open(sealed, useIn(read.organisationId)).split(' ')
    return { organisationId: read.organisationId, collectionId, memberId }
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

/** The copy as a file, for whoever is let at it: the person who is signed in (own.ts), or who has the link (copy-link.ts). */
import type * as contract from '../../contract/privacy.ts'
import type { PrivacyRequest } from '../../contract/privacy.ts'
import type { Reply } from '../../contract/operation.ts'
import { byPerson, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { firstLanguage } from '../language.ts'
import { copyOf } from './copy.ts'
import { documentOf } from './copy-document.ts'
import * as store from './store.ts'

type Asked = {
  readonly organisationId: string
  readonly request: PrivacyRequest
  readonly format: 'json' | 'html'
  readonly isSignedIn: boolean
}

/** The copy as a file. The audit log records it first. @param tx  a transaction */
export async function fileOf(
  tx: Tx,
  { organisationId, request, format, isSignedIn }: Asked,
  now: Date,
): Promise<Reply<typeof contract.getOwnExport>> {
  const { member_id: memberId, user_id } = request.person
  const subject =
    memberId === null ? undefined : await store.findSubjectByMember(tx, { organisationId, id: memberId })
  const userId = subject?.user_id ?? user_id
  await recordAudit(tx, {
    organisationId,
    actor: isSignedIn && userId !== null ? byPerson(userId) : byLink,
    action: 'privacy.export_read',
    target: memberId ?? userId ?? request.id,
    detail: { request_id: request.id, format },
    at: now,
  })
  const { name, locale, time_zone } = await store.getOrganisationFacts(tx, organisationId)
  const language = firstLanguage(subject?.locale, locale)
  const person = { organisationId, memberId, userId }
  const options = { organisation: name, name: request.person.name, language, isSignedIn }
  const copy = await copyOf(tx, person, options, now)
  const stem = `my-data-${now.toISOString().slice(0, 10)}`
  return format === 'json'
    ? { name: `${stem}.json`, media_type: 'application/json', content: JSON.stringify(copy, null, 2) }
    : { name: `${stem}.html`, media_type: 'text/html', content: documentOf(copy, language, time_zone) }
}

/** Anyone who has the link is the person, as far as the service can tell. */
const byLink = { kind: 'person', userId: null, applicationId: null } as const

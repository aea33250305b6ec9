/**
 * The hash of an audit entry: SHA-256 over the JSON Canonicalization Scheme (RFC 8785) of all that its row says and of the hash of the entry
 * before it. So an entry cannot be changed, removed, inserted or moved without every later hash being wrong.
 */
import canonicalize from 'canonicalize'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { auditEvents } from '../db/tables.ts'
import { sha256 } from '../ids.ts'

/** All that an entry says. What is not in it could be changed unnoticed. */
export const entryRow = shapeOf(auditEvents, [
  'id',
  'actor_kind',
  'user_id',
  'application_id',
  'action',
  'target',
  'detail',
  'private_to',
  'once',
  'occurred_at',
])
export type EntryRow = RowOf<typeof entryRow>

/** The hash before the first entry. */
export const noHash: Buffer = Buffer.alloc(32)

export function hashOf(organisationId: string, previous: Buffer, row: EntryRow): Buffer {
  const { id, actor_kind, user_id, application_id, action, target, detail, private_to, once, occurred_at } =
    row
  const canonical = canonicalize({
    previous: previous.toString('hex'),
    organisation_id: organisationId,
    id,
    actor: { kind: actor_kind, user_id, application_id },
    action,
    target,
    detail,
    private_to,
    once,
    occurred_at,
  })
  if (canonical === undefined) throw new Error(`audit entry ${id} has no canonical form`)
  return sha256(canonical)
}

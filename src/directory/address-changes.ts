/**
 * A new address of a member who can sign in, or would become a user by their address, counts once its owner has confirmed it: until then
 * links and sign-in stay with the old one, which is told. Otherwise whoever may change the directory could hand somebody's account, or
 * their links, to another mailbox. The address of somebody who has neither an account nor the prospect of one changes at once.
 *
 * Confirming proves who reads the mail, and not who that is. So an address that a program gave makes nobody a user by itself, also after
 * it was confirmed (docs/decisions/0033-who-becomes-a-user.md).
 */
import type { ListedMember } from '../../contract/members.ts'
import { limits } from '../../contract/limits.ts'
import type { ApplicationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { problem } from '../problem.ts'
import * as store from './address-changes-store.ts'

export const isProgram = ({ kind }: ApplicationActor): boolean => kind === 'organisation'

type Address = Pick<ListedMember, 'email' | 'pending_email'>

export const keptAddress = ({ email, pending_email }: ListedMember): Address => ({ email, pending_email })

/** As the database folds addresses, but for letters beyond ASCII: those are taken for different ones. */
const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase()

/**
 * What a member's address becomes when `wanted` is asked for: at once, or pending. Asking for the current address gives up a pending one.
 * @throws conflict  another member has the address
 */
export async function addressFor(
  tx: Tx,
  organisationId: string,
  member: ListedMember,
  wanted: string | null,
): Promise<Address> {
  const { id, email, pending_email: pending } = member
  if (wanted === null || isSame(wanted, email)) return { email: wanted, pending_email: null }
  if (isSame(wanted, pending)) return { email, pending_email: pending }
  if (!(await store.needsProof(tx, { organisationId, id }))) return { email: wanted, pending_email: null }
  if (await store.isTaken(tx, organisationId, wanted)) {
    const detail = 'Another member has this email'
    throw problem('conflict', { detail, errors: [{ pointer: '/email', code: 'taken', detail }] })
  }
  return { email, pending_email: wanted }
}

type RemovalCall = { readonly tx: Tx; readonly actor: ApplicationActor; readonly now: Date }

/** Before an address is removed: its owner is told of the next one. A pending change is given up with it. */
export async function keepRemovedAddress(
  { tx, actor: { organisationId }, now }: RemovalCall,
  { id }: ListedMember,
): Promise<void> {
  await store.endChange(tx, { organisationId, id }, 'cancelled', now)
  await store.keepRemoved(tx, organisationId, [id], now)
}

type Change = { actor: ApplicationActor; before: ListedMember; after: ListedMember }

/** Starts or gives up what has to be confirmed, and records what became of the address. */
export async function recordAddress(tx: Tx, { actor, before, after }: Change, now: Date): Promise<void> {
  const { organisationId } = actor
  const ref = { organisationId, id: before.id }
  const audit = (action: 'requested' | 'cancelled' | 'changed'): Promise<void> =>
    recordAudit(tx, {
      organisationId,
      actor: actedBy(actor),
      action: action === 'changed' ? 'address.changed' : `address.change_${action}`,
      target: before.id,
      ...(action === 'changed' && { detail: { confirmed: false } }),
      at: now,
    })
  if (after.pending_email !== before.pending_email) {
    if (after.pending_email === null) {
      await store.endChange(tx, ref, 'cancelled', now)
      await audit('cancelled')
    } else {
      await store.startChanges(tx, organisationId, [before.id], {
        ...timesOf(now),
        byProgram: isProgram(actor),
      })
      afterCommit(tx, 'work due', null)
      await audit('requested')
    }
  }
  if (after.email !== before.email) await audit('changed')
}

/** When the links of changes that start now expire, and where their day begins. */
export const timesOf = (now: Date) => ({
  now,
  expiresAt: new Date(now.getTime() + limits.addressChangeSeconds * 1000),
})

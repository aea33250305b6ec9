/**
 * How somebody signs in, changed by himself: a second identity is added by showing a session token of each, both of recent
 * sign-ins; the last one that works stays. Addresses play no part in it.
 *
 * An admin who adds an identity of a new provider of the organisation proves it by that: the issuer answers, its tokens are
 * taken, and somebody of this organisation can be signed in by it.
 */
import { type Identity } from '../../contract/people.ts'
import { limits } from '../../contract/limits.ts'
import { type PersonActor, type Session } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { one, sql, type Tx } from '../db/db.ts'
import {
  addIdentity as insertIdentity,
  countIdentities,
  findIdentity,
  isWayIn,
  removeIdentity as deleteIdentity,
} from '../identity/identity.ts'
import { impossible, problem } from '../problem.ts'
import { isFresh, shownIdentities } from './me.ts'
import { prove } from './provider-proof.ts'

/**
 * @param second  of the identity to be added
 * @throws fresh_sign_in_required | identity_taken | conflict | unprocessable
 * @throws access_denied  the second is of a provider that does not speak for this organisation
 */
export async function addIdentity(
  tx: Tx,
  person: PersonActor,
  session: Session,
  second: Session,
  operator: string,
  now: Date,
): Promise<Identity> {
  const { organisationId, userId } = person
  for (const [which, shown] of [
    ['You', session],
    ['The person of the second token', second],
  ] as const) {
    if (!isFresh(shown, now))
      throw problem('fresh_sign_in_required', {
        detail: `${which} signed in more than ${limits.freshSignInSeconds / 60} minutes ago`,
      })
  }
  await lockUser(tx, person)
  await admit(tx, person, second, now)
  const known = await findIdentity(tx, organisationId, second)
  if (known && known.user_id !== userId) throw problem('identity_taken')
  if (!known) await insert(tx, person, second, now)
  const all = await shownIdentities(tx, person, session, operator)
  const row = await findIdentity(tx, organisationId, second)
  return all.find(({ id }) => id === row!.id)!
}

/** The second token counts here: by the provider of the service, or by one of this organisation's. */
async function admit(tx: Tx, person: PersonActor, { admissions }: Session, now: Date): Promise<void> {
  if (admissions === null) return
  const admission = admissions.find(({ organisationId }) => organisationId === person.organisationId)
  if (!admission)
    throw problem('access_denied', { detail: 'That provider does not speak for this organisation' })
  if (!admission.belongs)
    throw problem('access_denied', {
      detail: 'That provider does not say that you belong to this organisation',
    })
  if (admission.proved) return
  if (person.role !== 'admin')
    throw problem('access_denied', { detail: 'An admin has to prove that provider first' })
  await prove(tx, person, admission.providerId, now)
}

async function insert(tx: Tx, person: PersonActor, second: Session, now: Date): Promise<void> {
  const { organisationId, userId } = person
  if ((await countIdentities(tx, organisationId, userId)) >= limits.identitiesMax)
    throw impossible('', `At most ${limits.identitiesMax} ways to sign in`, 'too_many')
  const { issuer, subject, email, signedInAt } = second
  const row = await insertIdentity(tx, { organisationId, userId, issuer, subject, email, signedInAt }, now)
  // Somebody else was faster with the same identity.
  if (!row) throw problem('identity_taken')
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(person),
    action: 'identity.added',
    target: userId,
    detail: { identity_id: row.id, issuer },
    at: now,
  })
}

/** @throws not_found  also for somebody else's @throws last_way_in */
export async function removeIdentity(
  tx: Tx,
  person: PersonActor,
  id: string,
  operator: string,
  now: Date,
): Promise<void> {
  const { organisationId, userId } = person
  await lockUser(tx, person)
  const own = await one<{ issuer: string }>(
    tx,
    sql`
      select issuer
      from identities
      where organisation_id = ${organisationId}
        and id = ${id}
        and user_id = ${userId}`,
  )
  if (!own) throw problem('not_found')
  if (!(await isWayIn(tx, organisationId, userId, operator, { identityId: id })))
    throw problem('last_way_in', {
      detail: 'You could not sign in afterwards. Add another way to sign in first.',
    })
  await deleteIdentity(tx, organisationId, id)
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(person),
    action: 'identity.removed',
    target: userId,
    detail: { identity_id: id, issuer: own.issuer },
    at: now,
  })
}

/** Of two removals at once the second sees what the first left. */
const lockUser = (tx: Tx, { organisationId, userId }: PersonActor): Promise<unknown> =>
  one(
    tx,
    sql`
      select id
      from users
      where organisation_id = ${organisationId}
        and id = ${userId}
      for update`,
  )

/**
 * How somebody signs in, changed by themselves: a second identity is added by showing a session token of each, both of recent
 * sign-ins; the last one that works stays. Addresses play no part in it.
 *
 * An admin who adds an identity of a new provider of the organisation proves that provider: the issuer answers, its tokens are
 * accepted, and somebody of this organisation can sign in by it.
 */
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/people.ts'
import type { Identity as OwnIdentity } from '../../contract/people.ts'
import type { PersonActor, Session } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { freshSignInRequired, isFresh } from '../authority.ts'
import type { Call } from '../call.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { identities } from '../db/tables.ts'
import {
  addIdentity as insertIdentity,
  canSignInWithout,
  countIdentities,
  findIdentity,
  type Identity,
  type IdentityRow,
  lockUser,
  personOf,
  removeIdentity as deleteIdentity,
} from '../identity/identity.ts'
import { impossible, type Problem, problem } from '../problem.ts'
import { presentIdentities, type Service } from './me.ts'
import { proveProvider } from './provider-proof.ts'

/**
 * @param second  the session of the identity to be added
 * @throws fresh_sign_in_required | identity_taken | conflict | unprocessable
 * @throws access_denied  the second session is of a provider that is not this organisation's
 */
export async function addIdentity(
  { tx, actor: session, headers, now }: Call<typeof contract.addIdentity>,
  second: Session,
  { operator }: Service,
): Promise<OwnIdentity> {
  const person = await personOf(tx, session, headers['sonde-organisation'] ?? null, now)
  if (!isFresh(session, now)) throw freshSignInRequired('You')
  if (!isFresh(second, now)) throw freshSignInRequired('The person of the second token')
  await lockUser(tx, person)
  await admit(tx, person, second, now)
  const existing = await findIdentity(tx, person.organisationId, second)
  if (existing && existing.user_id !== person.userId) throw problem('identity_taken')
  const { id } = existing ?? (await insert(tx, person, second, now))
  const added = (await presentIdentities(tx, person, session, operator)).find((one) => one.id === id)
  if (!added) throw new Error(`identity ${id} was added and is not among those of its user`)
  return added
}

/**
 * What to say of a second token that is not accepted. Whoever sets up a provider of the organisation is told what its token holds instead; to
 * others its settings are not shown.
 */
export async function refusalOfSecond(
  { tx, actor: session, headers, body, now }: Call<typeof contract.addIdentity>,
  identity: Pick<Identity, 'refusal'>,
): Promise<Problem> {
  const person = await personOf(tx, session, headers['sonde-organisation'] ?? null, now)
  const fault =
    person.role === 'admin' ? await identity.refusal(body.session_token, person.organisationId) : null
  if (!fault)
    return impossible(
      '/session_token',
      'This token is not accepted here: it is invalid, expired or of an unknown provider',
      'invalid_token',
    )
  const { code, detail } = fault
  return problem('unprocessable', {
    detail: `The provider’s token does not fit its settings here (${detail})`,
    errors: [{ pointer: '/session_token', code, detail }],
  })
}

/** The second token must count here: from the provider of the service, or from one of this organisation's. */
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
  await proveProvider(tx, person, admission.providerId, now)
}

async function insert(tx: Tx, person: PersonActor, second: Session, now: Date): Promise<IdentityRow> {
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
  return row
}

/** @throws not_found  also for somebody else's @throws last_way_in */
export async function removeIdentity(
  { tx, actor: person, params: { id }, now }: Call<typeof contract.removeIdentity>,
  { operator }: Service,
): Promise<null> {
  const { organisationId, userId } = person
  await lockUser(tx, person)
  const identity = await one(
    tx,
    shapeOf(identities, ['issuer']),
    sql`
      select issuer
      from identities
      where organisation_id = ${organisationId}
        and id = ${id}
        and user_id = ${userId}`,
  )
  if (!identity) throw problem('not_found')
  if (!(await canSignInWithout(tx, person, operator, { identityId: id })))
    throw problem('last_way_in', {
      detail: 'You could not sign in afterwards. Add another way to sign in first.',
    })
  await deleteIdentity(tx, organisationId, id)
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(person),
    action: 'identity.removed',
    target: userId,
    detail: { identity_id: id, issuer: identity.issuer },
    at: now,
  })
  return null
}

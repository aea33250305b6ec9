/** Whom a token acts for: what its bearer may know of himself. */
import { type Identity, type Me } from '../../contract/people.ts'
import { limits } from '../../contract/limits.ts'
import { type ApplicationActor, type PersonActor, type Session } from '../actor.ts'
import { many, only, sql, type Tx } from '../db/db.ts'
import { identitiesOf, type IdentityRow, knownIn, personOf } from '../identity/identity.ts'
import { ownPagesOf } from '../oauth/oauth.ts'
import { problem } from '../problem.ts'
import { findPerson, organisationOf, type OrganisationRow } from './users-store.ts'

const nobody: Omit<Me, 'kind'> = {
  organisation: null,
  user: null,
  role: null,
  application: null,
  scopes: null,
  identities: null,
  organisations: null,
  session: null,
  pages_client_id: null,
}

/** Recent enough to change how one signs in. */
export const isFresh = ({ signedInAt }: Session, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= limits.freshSignInSeconds * 1000

export async function ofApplication(tx: Tx, actor: ApplicationActor): Promise<Me> {
  const application = await only<{ id: string; client_id: string; name: string }>(
    tx,
    sql`
      select id, client_id, name
      from applications
      where organisation_id = ${actor.organisationId}
        and id = ${actor.applicationId}`,
  )
  const user = actor.kind === 'user' ? await findPerson(tx, actor.organisationId, actor.userId) : undefined
  return {
    ...nobody,
    kind: actor.kind,
    organisation: await organisationOf(tx, actor.organisationId),
    user: user ? { id: user.id, name: user.name, email: user.email } : null,
    role: user?.role ?? null,
    application,
    scopes: [...actor.scopes],
  }
}

/**
 * The first look of somebody whom an organisation awaits makes him its user.
 * @param operator  what the identities of the provider of the service are kept under
 * @throws access_denied  of no organisation, or not of the one that was named
 */
export async function ofSession(
  tx: Tx,
  session: Session,
  organisationId: string | null,
  operator: string,
  developerUrl: string,
  now: Date,
): Promise<Me> {
  const before = await knownIn(tx, session)
  const isNamed = organisationId !== null || before.length <= 1
  const person = isNamed ? await personOf(tx, session, organisationId, now) : null
  const all = person && before.length === 0 ? await knownIn(tx, session) : before
  const base = {
    ...nobody,
    kind: 'person' as const,
    organisations: await organisationsOf(tx, all),
    session: { signed_in_at: session.signedInAt.toISOString(), fresh: isFresh(session, now) },
  }
  if (!person) return base
  const user = await findPerson(tx, person.organisationId, person.userId)
  if (!user) throw problem('access_denied')
  return {
    ...base,
    organisation: await organisationOf(tx, person.organisationId),
    user: { id: user.id, name: user.name, email: user.email },
    role: person.role,
    identities: await shownIdentities(tx, person, session, operator),
    pages_client_id: await ownPagesOf(tx, person.organisationId, developerUrl),
  }
}

async function organisationsOf(
  tx: Tx,
  known: readonly { organisationId: string; role: PersonActor['role'] }[],
): Promise<Me['organisations']> {
  const rows = await Promise.all(known.map(({ organisationId }) => organisationOf(tx, organisationId)))
  return rows.map(({ id, name, slug }: OrganisationRow, place) => ({
    id,
    name,
    slug,
    role: known[place].role,
  }))
}

type Provider = { id: string; name: string; issuer: string; proved: boolean }

export async function shownIdentities(
  tx: Tx,
  { organisationId, userId }: PersonActor,
  session: Session,
  operator: string,
): Promise<Identity[]> {
  const providers = await many<Provider>(
    tx,
    sql`
      select id, name, issuer, proved_at is not null as proved
      from identity_providers
      where organisation_id = ${organisationId}`,
  )
  const rows = await identitiesOf(tx, organisationId, userId)
  return rows.map((row) => identityOf(row, providers, session, operator))
}

export function identityOf(
  { id, issuer, subject, email, created_at, signed_in_at }: IdentityRow,
  providers: readonly Provider[],
  session: Session,
  operator: string,
): Identity {
  const provider = providers.find((one) => one.issuer === issuer)
  const isOperator = issuer === operator
  return {
    id,
    issuer,
    provider: {
      id: provider?.id ?? null,
      name: provider?.name ?? (isOperator ? 'The identity provider of this service' : issuer),
    },
    email,
    current: issuer === session.issuer && subject === session.subject,
    usable: isOperator || provider?.proved === true,
    created_at,
    signed_in_at,
  }
}

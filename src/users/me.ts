/** Whom a token acts for: what its bearer may know of themselves. */
import type { Reply } from '../../contract/operation.ts'
import type {
  getMe as getMeOperation,
  getOwnOpenSurveys as openOperation,
  Identity,
  listOwnOrganisations as listOperation,
  Me,
  OwnUser,
  updateMe as updateOperation,
} from '../../contract/people.ts'
import type { ApplicationActor, PersonActor, Session } from '../actor.ts'
import { isFresh } from '../authority.ts'
import type { Call } from '../call.ts'
import { openForMember } from '../collection/collection.ts'
import { many, only, sql, type Tx } from '../db/db.ts'
import { bool, type RowOf, shapeOf } from '../db/shape.ts'
import { applications, identityProviders } from '../db/tables.ts'
import { managedTeams, timeZoneOf } from '../directory/directory.ts'
import {
  identitiesOf,
  type IdentityRow,
  type Membership,
  membershipsOf,
  personOf,
  updateReading,
} from '../identity/identity.ts'
import { ownPagesOf } from '../oauth/oauth.ts'
import { problem } from '../problem.ts'
import { findPerson, getOrganisation, getOwnUser } from './users-store.ts'

/** What these rules need of the service itself. `operator`: the name under which its own provider's identities are recorded. */
export type Service = { readonly operator: string; readonly developerUrl: string }

const nobody: Omit<Me, 'kind'> = {
  organisation: null,
  user: null,
  role: null,
  manages_teams: null,
  application: null,
  scopes: null,
  identities: null,
  organisations: null,
  session: null,
  pages_client_id: null,
}

/** @throws access_denied  of no organisation, or not of the one that was named */
export const getMe = (call: Call<typeof getMeOperation>, service: Service): Promise<Me> =>
  call.actor.kind === 'session'
    ? describeSession({ ...call, session: call.actor }, service)
    : describeApplication(call.tx, call.actor)

const applicationRow = shapeOf(applications, ['id', 'client_id', 'name'])

async function describeApplication(tx: Tx, actor: ApplicationActor): Promise<Me> {
  const { organisationId, applicationId } = actor
  const application = await only(
    tx,
    applicationRow,
    sql`
      select ${applicationRow.columns}
      from applications
      where organisation_id = ${organisationId}
        and id = ${applicationId}`,
  )
  const user = actor.kind === 'user' ? await findPerson(tx, { organisationId, id: actor.userId }) : undefined
  return {
    ...nobody,
    kind: actor.kind,
    organisation: await getOrganisation(tx, organisationId),
    user: user ? await getOwnUser(tx, { organisationId, id: user.id }) : null,
    role: user?.role ?? null,
    application,
    scopes: [...actor.scopes],
  }
}

type SessionCall = Pick<Call<typeof getMeOperation>, 'tx' | 'headers' | 'now'> & { readonly session: Session }

/** The first call of somebody whom an organisation expects makes them its user. */
async function describeSession({ tx, session, headers, now }: SessionCall, service: Service): Promise<Me> {
  const organisationId = headers['sonde-organisation'] ?? null
  const before = await membershipsOf(tx, session)
  const active = before.filter(({ state }) => state === 'active')
  const isClear = organisationId !== null || active.length === 1 || before.length <= 1
  const person = isClear ? await personOf(tx, session, organisationId, now) : null
  const isNew = person && active.every((one) => one.organisationId !== person.organisationId)
  const memberships = isNew ? await membershipsOf(tx, session) : before
  const base = {
    ...nobody,
    kind: 'person' as const,
    organisations: await organisationsOf(tx, memberships),
    session: { signed_in_at: session.signedInAt.toISOString(), fresh: isFresh(session, now) },
  }
  if (!person) return base
  return {
    ...base,
    organisation: await getOrganisation(tx, person.organisationId),
    user: await getOwnUser(tx, { organisationId: person.organisationId, id: person.userId }),
    role: person.role,
    manages_teams: (await managedTeams(tx, person)).length > 0,
    identities: await presentIdentities(tx, person, session, service.operator),
    pages_client_id: await ownPagesOf(tx, person.organisationId, service.developerUrl),
  }
}

/** What is left out stays as it is. @throws unprocessable  an unknown zone */
export async function updateMe({
  tx,
  actor: { organisationId, userId },
  body: { language, time_zone: zone },
}: Call<typeof updateOperation>): Promise<OwnUser> {
  const before = await getOwnUser(tx, { organisationId, id: userId })
  const reading = {
    language: language === undefined ? before.language : language,
    timeZone: zone === undefined ? before.time_zone : zone && timeZoneOf(zone),
  }
  await updateReading(tx, { organisationId, userId }, reading)
  return { ...before, language: reading.language, time_zone: reading.timeZone }
}

const organisationsOf = (
  tx: Tx,
  memberships: readonly Membership[],
): Promise<NonNullable<Me['organisations']>> =>
  Promise.all(
    memberships.map(async ({ organisationId, role, state }) => {
      const { id, name, slug } = await getOrganisation(tx, organisationId)
      return { id, name, slug, role, state }
    }),
  )

const providerRow = shapeOf(identityProviders, ['id', 'name', 'issuer'], { proved: bool })

/** A list without paging: few people are in more than two. @throws access_denied  of no organisation, and expected in none */
export async function listOwnOrganisations({
  tx,
  actor: session,
}: Call<typeof listOperation>): Promise<Reply<typeof listOperation>> {
  const memberships = await membershipsOf(tx, session)
  if (memberships.length === 0) throw problem('access_denied', { internal: 'of no organisation' })
  return { organisations: await organisationsOf(tx, memberships) }
}

/** Anyone who is not a member of the directory is asked nothing. */
export async function getOwnOpenSurveys({
  tx,
  actor: { organisationId, userId },
  now,
}: Call<typeof openOperation>): Promise<Reply<typeof openOperation>> {
  const memberId = (await findPerson(tx, { organisationId, id: userId }))?.member_id
  return memberId
    ? openForMember(tx, { organisationId, memberId }, now)
    : { open: 0, closes_at: null, surveys: [] }
}

/** Oldest first. */
export async function presentIdentities(
  tx: Tx,
  { organisationId, userId }: PersonActor,
  session: Session,
  operator: string,
): Promise<Identity[]> {
  const providers = await many(
    tx,
    providerRow,
    sql`
      select ${providerRow.columns}, proved_at is not null as proved
      from identity_providers
      where organisation_id = ${organisationId}`,
  )
  const rows = await identitiesOf(tx, organisationId, userId)
  return rows.map((row) => present(row, providers, session, operator))
}

function present(
  { id, issuer, subject, email, created_at, signed_in_at }: IdentityRow,
  providers: readonly RowOf<typeof providerRow>[],
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

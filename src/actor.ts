/**
 * The caller. Features see an actor and never a token.
 *
 * organisation  an application by client credentials, for no person
 * user          an application that a person authorised to act for them
 * person        a person with a session token of the identity provider, as a user of one organisation
 */
import type { Role } from '../contract/authority.ts'
import type { Scope } from '../contract/scopes.ts'

/** The part of the service that a token is for; null: all of it. */
export type Audience = 'api' | 'mcp'

export type OrganisationActor = {
  readonly kind: 'organisation'
  readonly organisationId: string
  readonly applicationId: string
  readonly scopes: ReadonlySet<Scope>
  /** It reads results of these teams, and of those under them, alone; null: of all. */
  readonly resultsTeams?: readonly string[] | null
  /** The version that the application is pinned to. */
  readonly apiVersion?: string
}

export type UserActor = {
  readonly kind: 'user'
  readonly organisationId: string
  readonly applicationId: string
  readonly userId: string
  /** The person’s role: the application has no more rights than they have. */
  readonly role: Role
  /** When the person signed in who authorised the application; null: before this was recorded. */
  readonly signedInAt: Date | null
  readonly scopes: ReadonlySet<Scope>
  readonly apiVersion?: string
  /** The application has no secret, so anybody can call as it: the rate limit counts this user's calls alone. */
  readonly isCountedAlone?: boolean
}

export type PersonActor = {
  readonly kind: 'person'
  readonly organisationId: string
  readonly userId: string
  readonly role: Role
  readonly signedInAt: Date
}

/** The claims of a verified session token, of no organisation yet. */
export type Session = {
  readonly kind: 'session'
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  /** To be compared with the client id of the developer site; null: the token has none, or it was checked already. */
  readonly clientId: string | null
  /** When the person last signed in at the provider. */
  readonly signedInAt: Date
  /** The embedded provider signed the person in without a second factor. Other providers see to theirs themselves. */
  readonly lacksSecondFactor: boolean
  /** null: the provider of the whole service. Otherwise the result of the token in each organisation that trusts its issuer. */
  readonly admissions: readonly Admission[] | null
}

export type Admission = {
  readonly organisationId: string
  readonly providerId: string
  /** An admin of the organisation has signed in by this provider; before that nobody else can. */
  readonly proved: boolean
  /** The claims place the person in the organisation. */
  readonly belongs: boolean
  /** Somebody who is not known yet becomes a member by signing in. */
  readonly joins: boolean
  /** The role that the claims give to somebody who joined by this provider; null where claims name no roles. */
  readonly role: 'member' | 'analyst' | null
}

export type ApplicationActor = OrganisationActor | UserActor
export type Actor = ApplicationActor | PersonActor

/** The user behind a call, or null for an organisation's. Only its author sees a private pulse. */
export const userIdOf = (actor: Actor): string | null => (actor.kind === 'organisation' ? null : actor.userId)

export const callerOf = (actor: Actor): string =>
  actor.kind === 'person'
    ? actor.userId
    : actor.kind === 'user'
      ? `${actor.applicationId}:${actor.userId}`
      : actor.applicationId

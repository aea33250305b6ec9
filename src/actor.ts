/**
 * Who is calling. Features see an actor and never a token.
 *
 * organisation  an application by client credentials: no person behind it
 * user          an application that a person authorised to act for them
 * person        somebody in person, by a session token of the identity provider, as a user of one organisation
 */
import { type Scope } from '../contract/scopes.ts'

export type OrganisationActor = {
  readonly kind: 'organisation'
  readonly organisationId: string
  readonly applicationId: string
  readonly scopes: ReadonlySet<Scope>
  /** What the application is pinned to. */
  readonly apiVersion?: string
}

export type UserActor = {
  readonly kind: 'user'
  readonly organisationId: string
  readonly applicationId: string
  readonly userId: string
  readonly scopes: ReadonlySet<Scope>
  readonly apiVersion?: string
  /** The application has no secret, so anybody can call as it: calls are counted for this user alone. */
  readonly isCountedAlone?: boolean
}

export type Role = 'admin' | 'analyst' | 'member'

export type PersonActor = {
  readonly kind: 'person'
  readonly organisationId: string
  readonly userId: string
  readonly role: Role
}

/** What a verified session token says about its bearer, before any organisation is looked at. */
export type Session = {
  readonly kind: 'session'
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  /** To be compared with the developer site's own; null: there is none, or it was judged already. */
  readonly clientId: string | null
  /** When the person last signed in at the provider. */
  readonly signedInAt: Date
  /** null: the provider of the whole service. Else what each organisation that trusts this issuer makes of the token. */
  readonly admissions: readonly Admission[] | null
}

export type Admission = {
  readonly organisationId: string
  readonly providerId: string
  /** An admin of the organisation has signed in by it; before that it lets nobody in. */
  readonly proved: boolean
  /** By its claims the person is one of the organisation's. */
  readonly belongs: boolean
  /** Who is not known yet becomes a member by signing in. */
  readonly joins: boolean
  /** What its claims make of somebody who joined by it; null where claims say nothing of roles. */
  readonly role: 'member' | 'analyst' | null
}

export type ApplicationActor = OrganisationActor | UserActor
export type Actor = ApplicationActor | PersonActor

/** The user behind a call, or null for an organisation's. Private pulses are seen by their author only. */
export const userIdOf = (actor: Actor): string | null => (actor.kind === 'organisation' ? null : actor.userId)

export const callerOf = (actor: Actor): string =>
  actor.kind === 'person'
    ? actor.userId
    : actor.kind === 'user'
      ? `${actor.applicationId}:${actor.userId}`
      : actor.applicationId

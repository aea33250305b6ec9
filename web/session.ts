/**
 * Who sits here: the session that signing in left in this tab (web/consent/sign-in.js), and what there is to do when there
 * is none. Tokens stand in sessionStorage of the tab and nowhere else.
 */
import {
  currentSession,
  forgetSecondSession,
  forgetSession,
  secondSession,
  signIn,
} from './consent/sign-in.js'
import { asUnanswered } from './reach.ts'
import { forgetApplication } from './recent-application.ts'
import { forgetPages } from './recent-pages.ts'

type Session = { token: string; endsAt: number; email: string | null; name: string | null }

export const findSession = (): Session | null => currentSession()

/** A refusal in this time after a sign-in is no matter of a token that ended: asking again would go round in circles. */
const freshMs = 15_000
const leftKey = 'sonde.sign-in-left'
/** Of signing in again: a refusal right after the first sign-in may well ask for that. */
const leftAgainKey = 'sonde.sign-in-left-again'

const leftKeyOf = (options: { again?: boolean } | undefined): string =>
  options?.again === true ? leftAgainKey : leftKey

/** The page is being left by signing out: what it still reads finds no session, and must not lead back to signing in. */
let isSigningOut = false
// One that the browser kept and shows again has not been left.
addEventListener('pageshow', () => {
  isSigningOut = false
})

/** Leaves for the identity provider and comes back to this address. The page is gone when it resolves. @throws when the provider is away */
export async function leaveToSignIn(options?: {
  switchAccount?: boolean
  provider?: string | null
  /** At the same provider, which asks for the password although it knows the person. */
  again?: boolean
}): Promise<never> {
  if (isSigningOut) return new Promise<never>(() => {})
  sessionStorage.setItem(leftKeyOf(options), String(Date.now()))
  await signIn(options).catch(asUnanswered)
  return new Promise<never>(() => {})
}

/** Where people of an organisation sign in; `organisation` is null where there is none of this short name. */
export type SignInProviders = {
  organisation: { name: string } | null
  providers: { id: string; name: string }[]
}

/** No operation of the API: what the sign-in offers is open to everybody. */
export async function fetchSignInProviders(slug: string, signal?: AbortSignal): Promise<SignInProviders> {
  const reply = await fetch(`/sign-in/providers?${new URLSearchParams({ organisation: slug })}`, {
    signal: signal ?? null,
  })
  return reply.ok ? ((await reply.json()) as SignInProviders) : { organisation: null, providers: [] }
}

/** A sign-in beside the session, which stays: to prove a provider, or to add a way to sign in. Used once, then forgotten. */
type SecondSession = { token: string; endsAt: number; provider: string | null }

export const findSecondSession = (): SecondSession | null => secondSession()
export const dropSecondSession = (): void => forgetSecondSession()

/** @param provider  null: the one of the service @throws when the provider is away */
export async function leaveForSecondSession(provider: string | null): Promise<never> {
  await signIn({ provider, beside: true }).catch(asUnanswered)
  return new Promise<never>(() => {})
}

/** The session of whoever sits here; leaves to sign in when there is none. */
export const requireSession = async (): Promise<Session> => findSession() ?? leaveToSignIn()

/**
 * The server did not take the token, or wants a second factor behind it.
 * @returns whether signing in again is under way
 */
export function renewSession(options?: { again: boolean }): boolean {
  if (Date.now() - Number(sessionStorage.getItem(leftKeyOf(options)) ?? 0) < freshMs) return false
  forgetSession()
  void leaveToSignIn(options).catch(() => location.reload())
  return true
}

export function signOut(): void {
  isSigningOut = true
  forgetSession()
  forgetSecondSession()
  sessionStorage.removeItem(leftKey)
  sessionStorage.removeItem(leftAgainKey)
  forgetApplication()
  forgetPages()
  // Everything that was read in this tab goes with it.
  location.assign('/app/signed-out')
}

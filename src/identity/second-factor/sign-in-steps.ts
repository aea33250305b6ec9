/**
 * What follows a right password: the second factor, or setting one up where an organisation requires it. A passkey alone is enough.
 *
 * Codes are slowed down like passwords, for each account wherever they come from, since only somebody who knows the password gets here;
 * and after a hundred wrong ones in a row none is taken any more. Until a person has set up a factor, their password is enough to do so.
 * `amr` names how somebody signed in (RFC 8176).
 */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { exists, sql, transaction, type Tx } from '../../db/db.ts'
import type { Addresses } from '../../http/server.ts'
import { type Account, findAccount } from '../accounts.ts'
import type { SignInThrottle } from '../sign-in-throttle.ts'
import { recordForAccount } from './account-audit.ts'
import * as authenticator from './authenticator.ts'
import * as factors from './factors.ts'
import * as passkeys from './passkeys.ts'
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'

/** A person who has shown their password, and what comes next. `secret`: of the app that is being set up. */
export type Progress =
  | { accountId: string; step: 'factor' }
  | { accountId: string; step: 'enrolment'; secret: string }
  | { accountId: string; step: 'codes' }

export type Refusal = 'incorrect' | 'crowded' | 'wrong_code' | 'locked' | 'passkey_failed'

export type Outcome =
  | { kind: 'finished'; accountId: string; amr: string[] }
  | { kind: 'next'; progress: Progress; codes: readonly string[] }
  | { kind: 'refused'; refusal: Refusal }

const refused = (refusal: Refusal): Outcome => ({ kind: 'refused', refusal })
const finished = (accountId: string, amr: string[]): Outcome => ({ kind: 'finished', accountId, amr })

type Setup = { tx: Tx; addresses: Addresses; throttle: SignInThrottle }

export type SignInSteps = ReturnType<typeof signInSteps>

export function signInSteps({ tx, addresses, throttle }: Setup) {
  const afterPassword = async (account: Account): Promise<Outcome> => {
    const { id: accountId } = account
    if (factors.hasFactor(await factors.factorsOf(tx, accountId)))
      return { kind: 'next', progress: { accountId, step: 'factor' }, codes: [] }
    if (!(await factors.isRequiredOfAccount(tx, account))) return finished(accountId, ['pwd'])
    const secret = authenticator.newAuthenticatorSecret()
    return { kind: 'next', progress: { accountId, step: 'enrolment', secret }, codes: [] }
  }

  /** Counts the attempt, and takes it back where the code was right. */
  const check = async (accountId: string, isRight: () => Promise<boolean>): Promise<Outcome | undefined> => {
    if (!(await factors.takeAttempt(tx, accountId))) return refused('locked')
    if (!(await isRight())) return undefined
    await factors.clearFailures(tx, accountId)
    return finished(accountId, ['pwd', 'mfa'])
  }

  const takeCode = async (accountId: string, form: URLSearchParams, now: Date): Promise<Outcome> => {
    const code = form.get('code')?.replaceAll(/\s/g, '') ?? ''
    const recoveryCode = form.get('recovery_code') ?? ''
    const isRight = (): Promise<boolean> =>
      recoveryCode === ''
        ? authenticator.useAuthenticatorCode(tx, accountId, code, now)
        : useRecoveryCode(tx, accountId, recoveryCode)
    const lane = `second factor ${accountId}`
    const outcome = await throttle.attempt(lane, lane, () => check(accountId, isRight))
    if (outcome === 'crowded') return refused('crowded')
    if (outcome === undefined) return refused('wrong_code')
    if (outcome.kind !== 'finished') return outcome
    if (recoveryCode === '') return finished(accountId, ['pwd', 'otp', 'mfa'])
    await recordForAccount(tx, accountId, { action: 'recovery_code.used', at: now })
    return outcome
  }

  const takeEnrolment = async (
    { accountId, secret }: { accountId: string; secret: string },
    form: URLSearchParams,
    now: Date,
  ): Promise<Outcome> => {
    const step = authenticator.stepOf(secret, form.get('code')?.replaceAll(/\s/g, '') ?? '', now)
    if (step === null) return refused('wrong_code')
    const codes = await transaction(tx, async (inside) => {
      await factors.lockAccount(inside, accountId)
      // Set up in another window in the meantime: that one counts, and has to be shown.
      if (factors.hasFactor(await factors.factorsOf(inside, accountId))) return null
      await authenticator.storeAuthenticator(inside, accountId, { secret, step }, now)
      await recordForAccount(inside, accountId, {
        action: 'second_factor.added',
        detail: { kind: 'authenticator' },
        at: now,
      })
      return replaceRecoveryCodes(inside, accountId, now)
    })
    return codes === null
      ? { kind: 'next', progress: { accountId, step: 'factor' }, codes: [] }
      : { kind: 'next', progress: { accountId, step: 'codes' }, codes }
  }

  return {
    afterPassword,
    /** With the form of the step. The codes of the step before are saved where nothing is left to be shown. */
    proceed: (progress: Progress, form: URLSearchParams, now: Date): Promise<Outcome> => {
      if (progress.step === 'factor') return takeCode(progress.accountId, form, now)
      if (progress.step === 'enrolment') return takeEnrolment(progress, form, now)
      return Promise.resolve(finished(progress.accountId, ['pwd', 'otp', 'mfa']))
    },
    /** @param accountId  who has shown their password; null: nobody yet, the passkey tells */
    takePasskey: async (
      accountId: string | null,
      { challenge, response }: { challenge: string | null; response: string },
      now: Date,
    ): Promise<Outcome> => {
      const answer = assertionOf(response)
      if (challenge === null || !answer) return refused('passkey_failed')
      const owner = await passkeys.usePasskey(tx, { challenge, response: answer }, addresses, now)
      if (owner === null || (accountId !== null && owner !== accountId)) return refused('passkey_failed')
      await factors.clearFailures(tx, owner)
      return finished(owner, accountId === null ? ['pop', 'user', 'mfa'] : ['pwd', 'pop', 'mfa'])
    },
    passkeyOptions: (accountId: string | null) => passkeys.requestOptions(tx, accountId, addresses),
    /** Whether the page offers a passkey: of this account, or before anybody is known, of whoever has one here. */
    offersPasskeys: async (accountId: string | null): Promise<boolean> =>
      passkeys.havePasskeys(addresses) &&
      (accountId === null
        ? exists(tx, sql`select from idp_passkeys`)
        : (await factors.factorsOf(tx, accountId)).passkeys.length > 0),
    setupOf: async (accountId: string, secret: string) =>
      authenticator.setupOf(secret, (await findAccount(tx, accountId))?.email ?? ''),
  }
}

/** The browser's assertion, if it has the right form. It is verified later. */
function assertionOf(text: string): AuthenticationResponseJSON | null {
  try {
    const answer: AuthenticationResponseJSON = JSON.parse(text)
    return typeof answer.id === 'string' && typeof answer.response === 'object' && answer.response !== null
      ? answer
      : null
  } catch {
    return null
  }
}

/**
 * The second factor, changed by the person themselves: after a recent sign-in, and in the audit log of the organisation in which they
 * do it. The last factor stays where the organisation requires one.
 */
import type * as contract from '../../../contract/second-factor.ts'
import type { ChangedSecondFactor, SecondFactor } from '../../../contract/second-factor.ts'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import { limits } from '../../../contract/limits.ts'
import type { PersonActor, Session } from '../../actor.ts'
import { actedBy, recordAudit } from '../../audit/audit.ts'
import type { Call } from '../../call.ts'
import type { Tx } from '../../db/db.ts'
import type { Addresses } from '../../http/server.ts'
import { impossible, problem } from '../../problem.ts'
import { type Account, embeddedIssuer, findAccount } from '../accounts.ts'
import { personOf } from '../users.ts'
import * as authenticator from './authenticator.ts'
import * as factors from './factors.ts'
import * as passkeys from './passkeys.ts'
import { replaceRecoveryCodes as newRecoveryCodes } from './recovery-codes.ts'

type OwnCall = Pick<Call<typeof contract.getSecondFactor>, 'tx' | 'actor' | 'headers' | 'now'>
type Owner = { person: PersonActor; account: Account }

const accountOf = async (tx: Tx, { issuer, subject }: Session): Promise<Account | undefined> =>
  issuer === embeddedIssuer ? findAccount(tx, subject) : undefined

const inPerson = ({ tx, actor: session, headers, now }: OwnCall): Promise<PersonActor> =>
  personOf(tx, session, headers['sonde-organisation'] ?? null, now)

/** Locks the account. @throws refusal  of another provider */
async function ownerOf(
  call: OwnCall,
  refusal: 'access_denied' | 'not_found' = 'access_denied',
): Promise<Owner> {
  const person = await inPerson(call)
  const account = await accountOf(call.tx, call.actor)
  if (!account)
    throw refusal === 'not_found'
      ? problem('not_found')
      : problem('access_denied', {
          detail: 'You sign in by another provider. Your second factor is set up there.',
        })
  await factors.lockAccount(call.tx, account.id)
  return { person, account }
}

const nothing = { authenticator: null, passkeys: [], recovery_codes_left: 0 }

const describe = async (
  tx: Tx,
  account: Account | undefined,
  addresses: Addresses,
): Promise<SecondFactor> => ({
  available: account !== undefined,
  required: account !== undefined && (await factors.isRequiredOfAccount(tx, account)),
  passkeys_available: passkeys.havePasskeys(addresses),
  ...(account ? await factors.factorsOf(tx, account.id) : nothing),
})

export async function getSecondFactor(
  call: Call<typeof contract.getSecondFactor>,
  addresses: Addresses,
): Promise<SecondFactor> {
  await inPerson(call)
  return describe(call.tx, await accountOf(call.tx, call.actor), addresses)
}

export async function beginAuthenticator(call: Call<typeof contract.beginAuthenticator>) {
  const { account } = await ownerOf(call)
  const secret = authenticator.newAuthenticatorSecret()
  await factors.storeEnrolment(call.tx, account.id, { kind: 'authenticator', secret }, call.now)
  return authenticator.setupOf(secret, account.email)
}

/** @throws unprocessable  a wrong code, or nothing was begun */
export async function confirmAuthenticator(
  call: Call<typeof contract.confirmAuthenticator>,
  addresses: Addresses,
): Promise<ChangedSecondFactor> {
  const { tx, body, now } = call
  const owner = await ownerOf(call)
  const { id } = owner.account
  const secret = await factors.findEnrolment(tx, id, 'authenticator', now)
  if (secret === null) throw impossible('/code', 'This took too long. Begin again.', 'expired')
  const step = authenticator.stepOf(secret, body.code.replaceAll(/\s/g, ''), now)
  if (step === null)
    throw impossible('/code', 'This code is not right. Enter the one that the app shows now.', 'wrong')
  const before = await factors.factorsOf(tx, id)
  await authenticator.storeAuthenticator(tx, id, { secret, step }, now)
  await factors.forgetEnrolment(tx, id, 'authenticator')
  return added(call, { owner, before, kind: 'authenticator' }, addresses)
}

/** @throws unprocessable  there are no passkeys at this address, or too many */
export async function beginPasskey(call: Call<typeof contract.beginPasskey>, addresses: Addresses) {
  const { tx, now } = call
  const { account } = await ownerOf(call)
  if (!passkeys.havePasskeys(addresses))
    throw impossible('', 'Passkeys need a host name; this service is at an IP address', 'no_host')
  if ((await factors.factorsOf(tx, account.id)).passkeys.length >= limits.passkeysMax)
    throw impossible('', `At most ${limits.passkeysMax} passkeys`, 'too_many')
  const options = await passkeys.creationOptions(tx, account, addresses)
  await factors.storeEnrolment(tx, account.id, { kind: 'passkey', secret: options.challenge }, now)
  return { options: { ...options } }
}

/** @throws unprocessable  the answer is not of the browser that was asked, or came too late */
export async function addPasskey(
  call: Call<typeof contract.addPasskey>,
  addresses: Addresses,
): Promise<ChangedSecondFactor> {
  const { tx, body, now } = call
  const owner = await ownerOf(call)
  const { id } = owner.account
  const challenge = await factors.findEnrolment(tx, id, 'passkey', now)
  const before = await factors.factorsOf(tx, id)
  const { credential, name } = body
  const passkey = {
    challenge: challenge ?? '',
    name: name.trim(),
    response: {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: credential.client_data,
        attestationObject: credential.attestation,
        transports: credential.transports,
      },
    },
  }
  if (challenge === null || !(await passkeys.storePasskey(tx, id, { passkey, addresses }, now)))
    throw impossible('/credential', 'This passkey could not be verified. Begin again.', 'unverified')
  await factors.forgetEnrolment(tx, id, 'passkey')
  return added(call, { owner, before, kind: 'passkey' }, addresses)
}

type Kind = 'authenticator' | 'passkey'
type Addition = { owner: Owner; before: factors.Factors; kind: Kind }

/** The first factor brings recovery codes: anyone who loses it would be locked out. */
async function added(
  { tx, now }: OwnCall,
  { owner, before, kind }: Addition,
  addresses: Addresses,
): Promise<ChangedSecondFactor> {
  await record(tx, owner, { action: 'second_factor.added', detail: { kind }, at: now })
  const codes = factors.hasFactor(before) ? null : await newRecoveryCodes(tx, owner.account.id, now)
  await factors.clearFailures(tx, owner.account.id)
  return { second_factor: await describe(tx, owner.account, addresses), recovery_codes: codes }
}

/** Somebody who has none, or not even an account here, gets the same reply. @throws not_found | second_factor_required */
export async function removeAuthenticator(call: Call<typeof contract.removeAuthenticator>): Promise<null> {
  const owner = await ownerOf(call, 'not_found')
  if (!(await authenticator.removeAuthenticator(call.tx, owner.account.id))) throw problem('not_found')
  return removed(call, owner, 'authenticator')
}

/** @throws not_found  also for somebody else's @throws second_factor_required */
export async function removePasskey(call: Call<typeof contract.removePasskey>): Promise<null> {
  const owner = await ownerOf(call, 'not_found')
  if (!(await passkeys.removePasskey(call.tx, owner.account.id, call.params.id))) throw problem('not_found')
  return removed(call, owner, 'passkey')
}

/** @throws second_factor_required  it was the last; the refusal undoes the removal with its transaction */
async function removed({ tx, now }: OwnCall, owner: Owner, kind: Kind): Promise<null> {
  const { account } = owner
  if (!factors.hasFactor(await factors.factorsOf(tx, account.id))) {
    if (await factors.isRequiredOfAccount(tx, account))
      throw problem('second_factor_required', {
        detail: 'Your organisation requires a second factor. Add another before you remove this one.',
      })
    await factors.forgetRecoveryCodes(tx, account.id)
  }
  await record(tx, owner, { action: 'second_factor.removed', detail: { kind }, at: now })
  return null
}

/** @throws unprocessable  without a factor there is nothing to recover */
export async function replaceRecoveryCodes(
  call: Call<typeof contract.replaceRecoveryCodes>,
  addresses: Addresses,
): Promise<ChangedSecondFactor> {
  const { tx, now } = call
  const owner = await ownerOf(call)
  if (!factors.hasFactor(await factors.factorsOf(tx, owner.account.id)))
    throw impossible('', 'Set up an authenticator app or a passkey first', 'no_factor')
  const codes = await newRecoveryCodes(tx, owner.account.id, now)
  await record(tx, owner, { action: 'recovery_codes.replaced', detail: {}, at: now })
  return { second_factor: await describe(tx, owner.account, addresses), recovery_codes: codes }
}

type Entry = { action: AuditAction; detail: Record<string, unknown>; at: Date }

const record = (tx: Tx, { person }: Owner, entry: Entry): Promise<void> =>
  recordAudit(tx, {
    organisationId: person.organisationId,
    actor: actedBy(person),
    target: person.userId,
    ...entry,
  })

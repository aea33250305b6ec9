/**
 * Passkeys: public keys for this address alone, which no other page can ask for. A passkey verifies the person on their device (by
 * fingerprint, face or PIN), so it is two factors in one and can stand for password and code. No attestation is asked for: any
 * authenticator will do.
 *
 * They belong to the host of {base_url}, where the sign-in page is. Pages on a host of their own may make them too: browsers ask
 * {base_url}/.well-known/webauthn whether they may. A host that is an IP address has no passkeys.
 * Source: Web Authentication level 3, §5.11 (related origins), §6.1.1 (signature counter), §7.1 and §7.2.
 */
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { many, one, run, sql, textArray, type Tx } from '../../db/db.ts'
import { type RowOf, shapeOf } from '../../db/shape.ts'
import { idpPasskeys } from '../../db/tables.ts'
import type { Addresses } from '../../http/server.ts'
import { newId } from '../../ids.ts'
import type { Account } from '../accounts.ts'

/** Loaded by the first passkey: it brings parsers for the attestations of every maker. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, P-256 and RSA: what every authenticator has one of (COSE algorithms). */
const algorithms = [-8, -7, -257]

const hostOf = ({ baseUrl }: Addresses): string => new URL(baseUrl).hostname

/** Whether browsers make passkeys for this address. */
export const havePasskeys = (addresses: Addresses): boolean =>
  isIP(hostOf(addresses).replaceAll(/[[\]]/g, '')) === 0

const originsOf = ({ baseUrl, developerUrl }: Addresses): string[] => [
  ...new Set([new URL(baseUrl).origin, new URL(developerUrl).origin]),
]

/** What /.well-known/webauthn says: other origins whose pages may use passkeys of this host. */
export const relatedOrigins = (addresses: Addresses): { origins: string[] } => ({
  origins: originsOf(addresses),
})

const credentialRow = shapeOf(idpPasskeys, ['credential_id', 'transports'])
type CredentialRow = RowOf<typeof credentialRow>

const credentialsOf = (tx: Tx, accountId: string): Promise<CredentialRow[]> =>
  many(
    tx,
    credentialRow,
    sql`select ${credentialRow.columns} from idp_passkeys where account_id = ${accountId} order by created_at, id`,
  )

const described = ({ credential_id: id, transports }: CredentialRow) => ({ id, transports })

/** What the browser is asked to make. The challenge in it is expected back. */
export const creationOptions = async (
  tx: Tx,
  { id, email, name }: Account,
  addresses: Addresses,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await library()).generateRegistrationOptions({
    rpName: 'Sonde',
    rpID: hostOf(addresses),
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: (await credentialsOf(tx, id)).map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })

export type NewPasskey = { challenge: string; name: string; response: RegistrationResponseJSON }

/** @returns whether the response is right, and of no passkey that is known */
export async function storePasskey(
  tx: Tx,
  accountId: string,
  { passkey: { challenge, name, response }, addresses }: { passkey: NewPasskey; addresses: Addresses },
  now: Date,
): Promise<boolean> {
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs: algorithms,
    expectedChallenge: challenge,
    expectedOrigin: originsOf(addresses),
    expectedRPID: hostOf(addresses),
  }).catch(() => null)
  if (!result?.verified) return false
  const { id, publicKey, counter } = result.registrationInfo.credential
  const stored = await run(
    tx,
    sql`
      insert into idp_passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
      values (${newId('passkey')}, ${accountId}, ${id}, ${Buffer.from(publicKey)}, ${counter},
              ${textArray(response.response.transports ?? [])}, ${name}, ${now})
      on conflict (credential_id) do nothing`,
  )
  return stored > 0
}

/** @returns whether there was one */
export const removePasskey = async (tx: Tx, accountId: string, id: string): Promise<boolean> =>
  (await run(tx, sql`delete from idp_passkeys where account_id = ${accountId} and id = ${id}`)) > 0

/** What the browser is asked to sign. @param accountId  null: anyone who has a passkey here */
export const requestOptions = async (
  tx: Tx,
  accountId: string | null,
  addresses: Addresses,
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await library()).generateAuthenticationOptions({
    rpID: hostOf(addresses),
    allowCredentials: accountId === null ? [] : (await credentialsOf(tx, accountId)).map(described),
    userVerification: 'required',
  })

const storedRow = shapeOf(idpPasskeys, ['account_id', 'public_key', 'counter', 'transports'])

/**
 * The challenge was used up before this is called. A counter that does not rise is of a copy (§6.1.1), and the guarded statement lets one
 * of two requests with the same signature win.
 * @returns the account of the passkey; null: a wrong signature, or a passkey that was removed
 */
export async function usePasskey(
  tx: Tx,
  { challenge, response }: { challenge: string; response: AuthenticationResponseJSON },
  addresses: Addresses,
  now: Date,
): Promise<string | null> {
  const stored = await one(
    tx,
    storedRow,
    sql`select ${storedRow.columns} from idp_passkeys where credential_id = ${response.id}`,
  )
  if (!stored) return null
  const { account_id: accountId, public_key: publicKey, counter, transports } = stored
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originsOf(addresses),
    expectedRPID: hostOf(addresses),
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter, transports },
  }).catch(() => null)
  if (!result?.verified) return null
  const used = await run(
    tx,
    sql`
      update idp_passkeys
      set counter = ${result.authenticationInfo.newCounter},
          last_used_at = ${now}
      where credential_id = ${response.id}
        and account_id = ${accountId}
        and counter = ${counter}`,
  )
  return used > 0 ? accountId : null
}

/** What the account page reads and writes beside `me`: ways to sign in. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import { passkeyTransports } from '../../contract/passkey-transports.ts'
import { inPerson } from '../api.ts'
import { type Me, readMe } from '../me.ts'
import { read, useWrite } from '../queries.ts'
import { isOutdated } from '../reader.ts'
import { fetchSignInProviders } from '../session.ts'

export type Identity = NonNullable<Me['identities']>[number]
export type AddedIdentity = ReplyOf<'addIdentity'>

const signInProviders = (slug: string | null) =>
  queryOptions({
    queryKey: ['sign-in/providers', slug],
    queryFn: slug === null ? skipToken : ({ signal }) => fetchSignInProviders(slug, signal),
  })

export const useSignInProviders = (slug: string | null) => useQuery(signInProviders(slug))

export const useIdentityRemoval = (onDone: (identity: Identity) => void) =>
  useWrite({
    send: ({ id }: Identity) => inPerson.call('removeIdentity', { params: { id } }),
    changes: ['getMe'],
    onDone: (_reply, identity) => onDone(identity),
  })

/** @param onDone  is told whether the page is in another language or zone by now */
export const useReadingUpdate = (onDone: (isOutdated: boolean) => void) =>
  useWrite({
    send: async (body: BodyOf<'updateMe'>) => {
      await inPerson.call('updateMe', { body })
      return isOutdated(await readMe())
    },
    changes: [],
    onDone,
  })

export const secondFactorQuery = read(inPerson, 'getSecondFactor', {})

export type SecondFactor = ReplyOf<'getSecondFactor'>
export type Passkey = SecondFactor['passkeys'][number]
type Changed = ReplyOf<'confirmAuthenticator'>

const changes = ['getSecondFactor'] as const

export const useAuthenticatorSetup = () =>
  useWrite({ send: () => inPerson.call('beginAuthenticator', {}), changes: [] })

export const useAuthenticatorConfirmation = (onDone: (changed: Changed) => void) =>
  useWrite({
    send: (code: string) => inPerson.call('confirmAuthenticator', { body: { code } }),
    changes,
    onDone,
  })

export const useAuthenticatorRemoval = (onDone: () => void) =>
  useWrite({ send: () => inPerson.call('removeAuthenticator', {}), changes, onDone })

/** Asks the browser for a passkey. Its library is loaded by the first one. @throws what the browser throws: nobody confirmed, no device */
export const usePasskeyAddition = (onDone: (changed: Changed) => void) =>
  useWrite({
    send: async (name: string) => {
      const [{ startRegistration }, { options }] = await Promise.all([
        import('@simplewebauthn/browser'),
        inPerson.call('beginPasskey', {}),
      ])
      const { id, response } = await startRegistration({
        optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
      })
      const { clientDataJSON, attestationObject } = response
      const transports = passkeyTransports.filter((one) => response.transports?.includes(one))
      return inPerson.call('addPasskey', {
        body: {
          name,
          credential: { id, client_data: clientDataJSON, attestation: attestationObject, transports },
        },
      })
    },
    changes,
    onDone,
  })

export const usePasskeyRemoval = (onDone: (passkey: Passkey) => void) =>
  useWrite({
    send: ({ id }: Passkey) => inPerson.call('removePasskey', { params: { id } }),
    changes,
    onDone: (_reply, passkey) => onDone(passkey),
  })

export const useRecoveryCodesReplacement = (onDone: (changed: Changed) => void) =>
  useWrite({ send: () => inPerson.call('replaceRecoveryCodes', {}), changes, onDone })

/** What pages read and write about identity providers of the organisation. */
import { useMutation } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { readPages, useList, useWrite } from '../queries.ts'
import { showDone, showFailure } from '../ui/toast.ts'
import { useMessages } from '../messages.ts'
import { identityProviderTexts } from './identity-provider-texts.ts'

export type Provider = ReplyOf<'listIdentityProviders'>['identity_providers'][number]
export type Check = ReplyOf<'testIdentityProvider'>['checks'][number]

export const providerPages = readPages(inPerson, 'listIdentityProviders', {})

export const useProviders = () => useList(providerPages, (page) => page.identity_providers)

/** Calls the provider, and changes nothing. */
export const useProviderTest = ({ id }: Provider) =>
  useMutation({ mutationFn: () => inPerson.call('testIdentityProvider', { params: { id } }) })

export const useKeyReload = ({ id, name }: Provider) => {
  const say = useMessages(identityProviderTexts)
  return useWrite({
    send: () => inPerson.call('reloadIdentityProvider', { params: { id } }),
    changes: ['listIdentityProviders'],
    onDone: () => showDone(say('keys_reloaded', { provider: name })),
    onFailed: showFailure,
  })
}

export const useProviderDeletion = ({ id, name }: Provider, onDone: () => void) => {
  const say = useMessages(identityProviderTexts)
  return useWrite({
    send: () => inPerson.call('deleteIdentityProvider', { params: { id } }),
    changes: ['listIdentityProviders', 'getMe'],
    onDone: () => {
      onDone()
      showDone(say('removed', { provider: name }))
    },
  })
}

type Draft = BodyOf<'createIdentityProvider'>

/** Adds a provider, or changes an existing one by the version that was read. */
export const useProviderSaving = (provider: Provider | null, onDone: (saved: Provider) => void) =>
  useWrite({
    send: ({ issuer, ...body }: Draft): Promise<Provider> =>
      provider
        ? inPerson.call('updateIdentityProvider', {
            params: { id: provider.id },
            ifMatch: provider.version,
            body,
          })
        : inPerson.call('createIdentityProvider', { body: { issuer, ...body } }),
    changes: ['listIdentityProviders'],
    onDone,
  })

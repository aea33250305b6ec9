/** What the account page reads and writes beside `me`: ways to sign in. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { type ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { type Me } from '../me.ts'
import { useWrite } from '../queries.ts'
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

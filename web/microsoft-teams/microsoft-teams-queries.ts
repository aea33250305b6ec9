/** What pages read and write about Microsoft tenants. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { fetchFileInPerson, inPerson } from '../api.ts'
import type { SentCode } from '../connections/returned.ts'
import { download } from '../ui/download.ts'
import { readPages, useList, useWrite } from '../queries.ts'

export type Tenant = ReplyOf<'listMicrosoftTenants'>['microsoft_tenants'][number]

export const tenantPages = readPages(inPerson, 'listMicrosoftTenants', {})

export const useTenants = () => useList(tenantPages, (page) => page.microsoft_tenants)

/** Whether the operator has set up an app for Microsoft Teams; undefined until it is known. */
export const useTeamsApp = (): boolean | undefined => useInfiniteQuery(tenantPages).data?.pages[0]?.set_up

/** Leaves for Microsoft, where the person signs in as an administrator of the tenant. */
export const useSignIn = () =>
  useMutation({
    mutationFn: async () => {
      const { authorize_url: url } = await inPerson.call('startMicrosoftConnection', {})
      location.assign(url)
    },
  })

/** Saves the package of the app, as the Teams admin centre takes it. */
export const usePackage = () =>
  useMutation({
    mutationFn: async () => {
      const reply = await fetchFileInPerson('/api/microsoft-teams/package', 'application/zip')
      download('sonde-teams-app.zip', await reply.blob())
    },
  })

export const useConnection = (onDone: (tenant: Tenant) => void) =>
  useWrite({
    send: (body: SentCode) => inPerson.call('connectMicrosoftTenant', { body }),
    changes: ['listMicrosoftTenants'],
    onDone,
  })

export const useDisconnection = ({ id }: Tenant, onDone: () => void) =>
  useWrite({
    send: () => inPerson.call('disconnectMicrosoftTenant', { params: { id } }),
    changes: ['listMicrosoftTenants'],
    onDone,
  })

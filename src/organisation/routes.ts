/** The organisation and its domains over HTTP. */
import * as domainContract from '../../contract/domains.ts'
import * as contract from '../../contract/organisation.ts'
import type { SendingChannel } from '../../contract/channels.ts'
import { type Api, route } from '../http/route.ts'
import * as domains from './domains.ts'
import { logoRoute } from './logo.ts'
import { getOrganisation, updateOrganisation } from './organisation.ts'

type Setup = {
  /** The host of the operator's language model, null without one. */
  readonly languageModelHost: string | null
  readonly channelsForOperator: readonly SendingChannel[]
  /** Addresses of DNS servers; empty: those of the machine. */
  readonly dnsServers: readonly string[]
}

export function organisationRoutes(
  api: Api,
  { languageModelHost, channelsForOperator, dnsServers }: Setup,
): void {
  const presented = async (stored: Promise<contract.StoredOrganisation>): Promise<contract.Organisation> => ({
    ...(await stored),
    channels_for_operator: [...channelsForOperator],
  })
  logoRoute(api)
  route(api, contract.getOrganisation, (call) => presented(getOrganisation(call)))
  route(api, contract.updateOrganisation, (call) => presented(updateOrganisation(call, languageModelHost)))
  route(api, domainContract.listDomains, domains.listDomains)
  route(api, domainContract.createDomain, domains.createDomain)
  // The DNS is a stranger: no connection to the database is held meanwhile.
  route(api, domainContract.confirmDomain, (call) => domains.confirmDomain(api.db, call, dnsServers), {
    single: true,
  })
  route(api, domainContract.deleteDomain, domains.deleteDomain)
}

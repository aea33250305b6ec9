/**
 * Domains of the organisation: where an organisation has confirmed one, being in its directory makes a user of those alone whose address
 * is at a confirmed domain. Everybody else needs an invitation.
 */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const Domain = Type.Object(
  {
    id: Type.String(),
    domain: Type.String({ description: 'in ASCII (IDNA) and lower case; subdomains do not count' }),
    state: oneOf(['pending', 'confirmed']),
    record: Type.Object(
      { type: oneOf(['TXT']), name: Type.String(), value: Type.String() },
      { description: 'the DNS record that confirms the domain' },
    ),
    confirmed_at: nullable(instant),
    checked_at: nullable(
      Type.String({ format: 'date-time', description: 'when the DNS record was last checked' }),
    ),
    ...stamps,
  },
  { title: 'Domain' },
)

const admin = { tag: 'Organisation', caller: 'session', action: 'organisation.manage' } as const
const params = Type.Object({ id: id('dom') })
const path = '/api/organisation/domains'

export const listDomains = {
  id: 'listDomains',
  method: 'GET',
  path,
  summary: 'List the domains of the organisation',
  ...admin,
  query: strict(paging),
  status: 200,
  response: page('domains', Domain),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createDomain = {
  id: 'createDomain',
  method: 'POST',
  path,
  summary: 'Add a domain',
  description: 'It has no effect until its DNS has the `record` of the reply and the domain is confirmed.',
  ...admin,
  body: strict({ domain: Type.String({ minLength: 1, maxLength: 253 }) }, { title: 'DomainDraft' }),
  status: 201,
  response: Domain,
  errors: ['conflict', 'unprocessable'],
} as const satisfies Operation

export const confirmDomain = {
  id: 'confirmDomain',
  method: 'POST',
  path: `${path}/{id}/confirm`,
  summary: 'Confirm a domain by its DNS record',
  description:
    'Looks for the TXT record. With the first confirmed domain, members of the directory with other addresses stop becoming users by signing in; users stay.',
  ...admin,
  fresh: true,
  rate: 'bulk',
  params,
  status: 200,
  response: Domain,
  errors: ['not_found', 'domain_unconfirmed', 'unavailable'],
} as const satisfies Operation

export const deleteDomain = {
  id: 'deleteDomain',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a domain',
  description: 'Users who joined by it stay.',
  ...admin,
  fresh: true,
  params,
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export type Domain = Static<typeof Domain>

/**
 * Domains of the organisation, confirmed by its admins. They decide who of the directory becomes a user by signing in
 * (src/identity/expected.ts); a domain that is not confirmed decides nothing. Several organisations may confirm one domain, because each
 * has to have its own record in the DNS.
 */
import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type * as contract from '../../contract/domains.ts'
import type { Domain } from '../../contract/domains.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { type Db, isUniqueViolation, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { hasRecord, recordOf } from './domain-records.ts'
import * as store from './domains-store.ts'
import type { DomainRow } from './domains-store.ts'

const challengeBytes = 20

const present = ({ organisation_id: _organisation, challenge, ...row }: DomainRow): Domain => ({
  id: row.id,
  domain: row.domain,
  state: row.confirmed_at === null ? 'pending' : 'confirmed',
  record: recordOf(row.domain, challenge),
  confirmed_at: row.confirmed_at,
  checked_at: row.checked_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

/** Oldest first. @throws invalid_cursor */
export async function listDomains({
  tx,
  actor: { organisationId },
  query,
}: Call<typeof contract.listDomains>): Promise<Page<'domains', Domain>> {
  const paging = paged(`domains ${organisationId}`, query)
  const rows = await store.listDomains(tx, organisationId, paging)
  const page = pageOf('domains', rows, paging, ({ id }) => id)
  return { ...page, domains: page.domains.map(present) }
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** At least two labels, the last of which is not a number: RFC 1034 §3.5, RFC 3696 §2. */
const domainShape = new RegExp(String.raw`^(?:${label}\.)+(?=.*[a-z])${label}$`)
const domainLengthMax = 253 - '_sonde.'.length

/** @throws unprocessable  no domain name */
function domainOf(text: string): string {
  const name = text.trim().replace(/\.$/, '')
  // The conversion takes what ends a host in an address for the end of the name.
  const domain = /[\s/?#:@\\%]/.test(name) ? '' : domainToASCII(name)
  if (domain.length > domainLengthMax || !domainShape.test(domain))
    throw impossible('/domain', 'This is not a domain name such as example.com')
  return domain
}

/**
 * @throws conflict  the organisation has it already
 * @throws unprocessable  no domain name, or too many of them
 */
export async function createDomain({
  tx,
  actor,
  body,
  now,
}: Call<typeof contract.createDomain>): Promise<Domain> {
  const { organisationId } = actor
  const domain = domainOf(body.domain)
  if ((await store.lockAndCount(tx, organisationId)) >= limits.domainsMax)
    throw impossible('', `At most ${limits.domainsMax} domains`, 'too_many')
  const draft = {
    organisation_id: organisationId,
    id: newId('domain'),
    domain,
    challenge: randomBytes(challengeBytes).toString('hex'),
  }
  const row = await store.insertDomain(tx, draft, now).catch((error: unknown) => {
    if (isUniqueViolation(error, 'organisation_domains_by_domain'))
      throw problem('conflict', { detail: `${domain} was added already` })
    throw error
  })
  await audit({ tx, actor, now }, 'domain.added', row)
  return present(row)
}

/**
 * Asks the DNS without holding a connection to the database. Confirming again changes nothing.
 * @param servers  of the DNS; empty: those of the machine
 * @throws not_found | domain_unconfirmed | unavailable
 */
export async function confirmDomain(
  db: Pick<Db, 'tx' | 'transaction'>,
  { actor, params, now }: Call<typeof contract.confirmDomain>,
  servers: readonly string[],
): Promise<Domain> {
  const { organisationId } = actor
  const row = await store.findDomain(db.tx, organisationId, params.id)
  if (!row) throw problem('not_found')
  if (row.confirmed_at !== null) return present(row)
  if (!(await hasRecord(servers, row.domain, row.challenge))) {
    await store.markChecked(db.tx, row, now)
    const { name, value } = recordOf(row.domain, row.challenge)
    throw problem('domain_unconfirmed', {
      detail: `There is no TXT record ${value} at ${name}. A new record can take an hour to be seen everywhere`,
    })
  }
  return db.transaction(async (tx) => {
    const confirmed = await store.markConfirmed(tx, row, now)
    if (confirmed) await audit({ tx, actor, now }, 'domain.confirmed', confirmed)
    const current = confirmed ?? (await store.findDomain(tx, organisationId, params.id))
    if (!current) throw problem('not_found')
    return present(current)
  })
}

/** @throws not_found */
export async function deleteDomain(call: Call<typeof contract.deleteDomain>): Promise<null> {
  const { tx, actor, params } = call
  const row = await store.deleteDomain(tx, actor.organisationId, params.id)
  if (!row) throw problem('not_found')
  await audit(call, 'domain.removed', row)
  return null
}

const audit = (
  { tx, actor, now }: { tx: Tx; actor: PersonActor; now: Date },
  action: AuditAction,
  { id, domain }: DomainRow,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: id,
    detail: { domain },
    at: now,
  })

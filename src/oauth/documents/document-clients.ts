/**
 * Clients that a document describes. On the consent page such a client belongs to no organisation: whoever allows it makes it an application of
 * theirs, if their organisation admits its host. At the token endpoint it is found by what it presents: the code or the token tells which
 * application it is. Its tokens are for the tools (/mcp) alone, whatever `resource` it names or leaves out, so it cannot go round what
 * a person confirms there.
 */
import { type AgentRule, agentScopes, listedAgentHosts } from '../../../contract/agent-rules.ts'
import { latestVersion } from '../../../contract/versions.ts'
import type { PersonActor } from '../../actor.ts'
import { byPerson, recordAudit } from '../../audit/audit.ts'
import { announceAccess } from '../../db/access-changes.ts'
import { one, only, sql, textArray, type Tx } from '../../db/db.ts'
import { shapeOf } from '../../db/shape.ts'
import { applications, organisations } from '../../db/tables.ts'
import { recordEvent } from '../../events/events.ts'
import { newId, type PresentedSecret, readSecret } from '../../ids.ts'
import { problem } from '../../problem.ts'
import type { Client } from '../clients.ts'
import type { ClientDocument } from './document.ts'

/** As the consent page knows it. The host of its address is its name: a document can call itself anything. */
export const clientOfDocument = (address: string, { redirectUris }: ClientDocument): Client => ({
  organisationId: '',
  organisationName: '',
  applicationId: '',
  clientId: address,
  name: URL.parse(address)?.host ?? '',
  kind: 'public',
  redirectUris: [...redirectUris],
  scopes: [...agentScopes],
  requirePkce: true,
  secrets: [],
  documentUrl: address,
})

type Rule = { readonly agents: AgentRule; readonly agent_hosts: readonly string[] }

export const admits = ({ agents, agent_hosts: hosts }: Rule, host: string): boolean =>
  agents === 'any' || (agents === 'listed' && (listedAgentHosts.includes(host) || hosts.includes(host)))

const ruleRow = shapeOf(organisations, ['name', 'agents', 'agent_hosts'])
const applicationRow = shapeOf(applications, ['id', 'status', 'version'])

/**
 * The application of the person's organisation that the document describes; made at the first consent.
 * @throws agent_not_allowed  the organisation does not admit its host, or an admin revoked it
 */
export async function admitDocument(
  tx: Tx,
  { organisationId, userId }: PersonActor,
  client: Client,
  now: Date,
): Promise<Client> {
  const { clientId: address, name, redirectUris, scopes } = client
  const rule = await only(
    tx,
    ruleRow,
    sql`select ${ruleRow.columns} from organisations where id = ${organisationId}`,
  )
  if (!admits(rule, name)) throw problem('agent_not_allowed')
  const application = await only(
    tx,
    applicationRow,
    sql`
      insert into applications (organisation_id, id, client_id, name, kind, redirect_uris, scopes, require_pkce, api_version,
                                created_by, created_at, updated_at, document_url)
      select ${organisationId}, id, id, ${name}, 'public', ${textArray(redirectUris)}, ${textArray(scopes)}, true,
             ${latestVersion}, ${userId}, ${now}::timestamptz, ${now}::timestamptz, ${address}
      from (values (${newId('application')})) as made (id)
      on conflict (organisation_id, document_url) where document_url is not null do update
      set redirect_uris = excluded.redirect_uris,
          scopes = excluded.scopes,
          version = applications.version + 1,
          updated_at = excluded.updated_at
      returning ${applicationRow.columns}`,
  )
  if (application.status !== 'active') throw problem('agent_not_allowed')
  await announceAccess(tx, { kind: 'application', id: application.id })
  if (application.version === 1)
    await recordCreation(tx, { organisationId, userId, id: application.id, name, address }, now)
  return { ...client, organisationId, organisationName: rule.name, applicationId: application.id }
}

type NewAgent = { organisationId: string; userId: string; id: string; name: string; address: string }

async function recordCreation(
  tx: Tx,
  { organisationId, userId, id, name, address }: NewAgent,
  now: Date,
): Promise<void> {
  await recordEvent(tx, {
    organisationId,
    type: 'application.created',
    payload: { application_id: id, client_id: id },
    at: now,
  })
  await recordAudit(tx, {
    organisationId,
    actor: byPerson(userId),
    action: 'application.created',
    target: id,
    detail: { name, document_url: address },
    at: now,
  })
}

const clientRow = shapeOf(applications, ['organisation_id', 'id', 'name', 'redirect_uris', 'scopes'], {
  organisation_name: organisations.name,
  agents: organisations.agents,
  agent_hosts: organisations.agent_hosts,
})

const presentedKinds = ['ac', 'rt', 'at'] as const

const secretIn = (text: string): PresentedSecret | undefined =>
  presentedKinds.map((kind) => readSecret(kind, text)).find((secret) => secret !== undefined)

/**
 * The client that presents a code or a token of its own.
 * @param presented  the code, the refresh token or the access token
 * @param mustBeAdmitted  by the rule of its organisation; false to end its access, which no rule may prevent
 * @returns null: nothing of this client, or its organisation no longer admits it
 */
export async function findByPresented(
  tx: Tx,
  address: string,
  presented: string,
  { mustBeAdmitted }: { readonly mustBeAdmitted: boolean },
): Promise<Client | null> {
  const secret = secretIn(presented)
  if (!secret) return null
  const { organisationId, hash } = secret
  const row = await one(
    tx,
    clientRow,
    sql`
      with named as (
        select application_id
        from authorization_codes
        where organisation_id = ${organisationId}
          and code_sha256 = ${hash}
        union all
        select f.application_id
        from refresh_tokens t
        join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
        where t.organisation_id = ${organisationId}
          and t.token_sha256 = ${hash}
        union all
        select application_id
        from access_tokens
        where organisation_id = ${organisationId}
          and token_sha256 = ${hash}
      )
      select ${clientRow.of('a')}, o.name as organisation_name, o.agents, o.agent_hosts
      from named n
      join applications a on a.organisation_id = ${organisationId} and a.id = n.application_id
      join organisations o on o.id = a.organisation_id
      where a.document_url = ${address}
        and a.status = 'active'
      limit 1`,
  )
  if (!row) return null
  if (mustBeAdmitted && !admits(row, clientOfDocument(address, { redirectUris: [] }).name)) return null
  return {
    ...clientOfDocument(address, { redirectUris: row.redirect_uris }),
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    applicationId: row.id,
    scopes: row.scopes,
  }
}

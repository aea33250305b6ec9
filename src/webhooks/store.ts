/** SQL of webhooks. */
import type { ApplicationActor } from '../actor.ts'
import { claimWithin } from '../db/claiming.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { countByPrefix } from '../db/prefixes.ts'
import { int8, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { applications, webhooks } from '../db/tables.ts'
import { keyIdBytes, type SealedBy } from '../sealing.ts'

export const webhookRow = shapeOf(webhooks, [
  'organisation_id',
  'id',
  'application_id',
  'url',
  'types',
  'description',
  'state',
  'disabled_reason',
  'signatures',
  'public_key',
  'secrets',
  'secret_sha256',
  'previous_secrets',
  'previous_secret_sha256',
  'previous_secret_until',
  'position',
  'last_delivered_at',
  'failing_since',
  'created_at',
  'updated_at',
  'version',
])
export type WebhookRow = RowOf<typeof webhookRow>

export type WebhookRef = { readonly organisationId: string; readonly id: string }

export const refOf = ({ organisation_id: organisationId, id }: WebhookRow): WebhookRef => ({
  organisationId,
  id,
})

/** Of which applications a caller manages the webhooks; null: of all of the organisation. */
export async function managedApplication(tx: Tx, actor: ApplicationActor): Promise<string | null> {
  if (actor.kind === 'organisation') return actor.applicationId
  const { kind } = await only(
    tx,
    shapeOf(applications, ['kind']),
    sql`
      select kind
      from applications
      where organisation_id = ${actor.organisationId}
        and id = ${actor.applicationId}`,
  )
  return kind === 'first_party' ? null : actor.applicationId
}

const ofApplication = (applicationId: string | null) =>
  applicationId === null ? sql`true` : sql`application_id = ${applicationId}`

export const findWebhook = (
  tx: Tx,
  { organisationId, id }: WebhookRef,
  applicationId: string | null,
  { lock = false } = {},
): Promise<WebhookRow | undefined> =>
  one(
    tx,
    webhookRow,
    sql`
      select ${webhookRow.columns}
      from webhooks
      where organisation_id = ${organisationId}
        and id = ${id}
        and ${ofApplication(applicationId)}
      ${lock ? sql`for update` : sql``}`,
  )

export const listWebhooks = (
  tx: Tx,
  organisationId: string,
  applicationIds: readonly (string | null)[],
  { after, limit }: Paged,
): Promise<WebhookRow[]> =>
  many(
    tx,
    webhookRow,
    sql`
      select ${webhookRow.columns}
      from webhooks
      where organisation_id = ${organisationId}
        and ${ofApplication(applicationIds[0])}
        and ${ofApplication(applicationIds[1])}
        and ${olderThan('id', after)}
      order by id desc
      limit ${limit + 1}`,
  )

/** Locks the application, so that its webhooks are counted one at a time. @returns undefined for one that is revoked or not there */
export async function countOfApplication(
  tx: Tx,
  organisationId: string,
  applicationId: string,
): Promise<number | undefined> {
  const found = await one(
    tx,
    shapeOf(applications, ['id']),
    sql`
      select id
      from applications
      where organisation_id = ${organisationId}
        and id = ${applicationId}
        and status = 'active'
        and kind <> 'first_party'
      for update`,
  )
  if (!found) return undefined
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from webhooks
      where organisation_id = ${organisationId}
        and application_id = ${applicationId}`,
  )
  return count
}

export type NewWebhookRow = Pick<
  WebhookRow,
  | 'organisation_id'
  | 'id'
  | 'application_id'
  | 'url'
  | 'types'
  | 'description'
  | 'signatures'
  | 'public_key'
  | 'secrets'
  | 'secret_sha256'
>

/** Unverified, at the present end of the feed. */
export const insertWebhook = (tx: Tx, row: NewWebhookRow, head: number, now: Date): Promise<WebhookRow> =>
  only(
    tx,
    webhookRow,
    sql`
      insert into webhooks (organisation_id, id, application_id, url, types, description, state, signatures, public_key, secrets,
                            secret_sha256, position, created_at, updated_at)
      values (${row.organisation_id}, ${row.id}, ${row.application_id}, ${row.url}, ${textArray(row.types)}, ${row.description},
              'unverified', ${textArray(row.signatures)}, ${row.public_key}, ${row.secrets},
              ${row.secret_sha256}, ${head}, ${now}, ${now})
      returning ${webhookRow.columns}`,
  )

export const updateWebhook = (tx: Tx, row: WebhookRow, now: Date): Promise<WebhookRow> =>
  only(
    tx,
    webhookRow,
    sql`
      update webhooks
      set url = ${row.url},
          types = ${textArray(row.types)},
          description = ${row.description},
          state = ${row.state},
          disabled_reason = ${row.disabled_reason},
          signatures = ${textArray(row.signatures)},
          public_key = ${row.public_key},
          secrets = ${row.secrets},
          secret_sha256 = ${row.secret_sha256},
          previous_secrets = ${row.previous_secrets},
          previous_secret_sha256 = ${row.previous_secret_sha256},
          previous_secret_until = ${row.previous_secret_until},
          position = ${row.position},
          failing_since = ${row.failing_since},
          updated_at = ${now},
          version = version + 1
      where organisation_id = ${row.organisation_id}
        and id = ${row.id}
      returning ${webhookRow.columns}`,
  )

/** Locks the webhook that is signed with this secret, also one whose secret is being replaced. */
export const findBySecret = (tx: Tx, hash: Buffer, now: Date): Promise<WebhookRow | undefined> => {
  const isSignedBy = sql`(
    secret_sha256 = ${hash}
    or (previous_secret_sha256 = ${hash} and previous_secret_until > ${now}))`
  return claimWithin(tx, sql`select organisation_id from webhooks where ${isSignedBy}`, (organisationId) =>
    one(
      tx,
      webhookRow,
      sql`
        select ${webhookRow.columns}
        from webhooks
        where organisation_id = ${organisationId}
          and ${isSignedBy}
        for update`,
    ),
  )
}

export const deleteWebhook = (tx: Tx, { organisationId, id }: WebhookRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from webhooks
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

/** By which keys the secrets are sealed, that deliveries are signed with. */
export const sealedWebhooks = (tx: Tx): Promise<SealedBy[]> =>
  countByPrefix(tx, sql`select secrets as value from webhooks`, keyIdBytes)

/** SQL of the Slack workspaces, and of installations that were started. */
import type { PauseReason } from '../../contract/slack.ts'
import { many, one, only, run, sql, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { countByPrefix } from '../db/prefixes.ts'
import { int8, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { slackWorkspaces } from '../db/tables.ts'
import { keyIdBytes, type SealedBy } from '../sealing.ts'

const workspaceRow = shapeOf(slackWorkspaces, [
  'organisation_id',
  'id',
  'team_id',
  'app_id',
  'bot_user_id',
  'name',
  'sealed_token',
  'paused_because',
  'paused_at',
  'connected_at',
  'version',
  'created_at',
  'updated_at',
])
export type WorkspaceRow = RowOf<typeof workspaceRow>
const { columns } = workspaceRow

export const listWorkspaces = (
  tx: Tx,
  organisationId: string,
  { after, limit }: Paged,
): Promise<WorkspaceRow[]> =>
  many(
    tx,
    workspaceRow,
    sql`
      select ${columns}
      from slack_workspaces
      where organisation_id = ${organisationId}
        and ${newerThan('id', after)}
      order by id
      limit ${limit + 1}`,
  )

/** All of an organisation, of whom there are few. */
export const workspacesOf = (tx: Tx, organisationId: string): Promise<WorkspaceRow[]> =>
  many(
    tx,
    workspaceRow,
    sql`
      select ${columns}
      from slack_workspaces
      where organisation_id = ${organisationId}
      order by id`,
  )

export const findWorkspace = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<WorkspaceRow | undefined> =>
  one(
    tx,
    workspaceRow,
    sql`
      select ${columns}
      from slack_workspaces
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

export const findByTeam = (
  tx: Tx,
  organisationId: string,
  teamId: string,
): Promise<WorkspaceRow | undefined> =>
  one(
    tx,
    workspaceRow,
    sql`
      select ${columns}
      from slack_workspaces
      where organisation_id = ${organisationId}
        and team_id = ${teamId}`,
  )

/**
 * Whatever connects, pauses or disconnects waits for another of them, until the end of its transaction: a workspace and its name change together, and
 * all are counted.
 */
export const lockWorkspaces = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`Slack workspaces of ${organisationId}`}, 0))`)

export const countWorkspaces = async (tx: Tx, organisationId: string): Promise<number> =>
  (
    await only(
      tx,
      shape({ count: int8 }),
      sql`select count(*) as count from slack_workspaces where organisation_id = ${organisationId}`,
    )
  ).count

type NewWorkspace = Pick<
  WorkspaceRow,
  'organisation_id' | 'id' | 'team_id' | 'app_id' | 'bot_user_id' | 'name'
> & { sealed_token: Buffer }

/** A workspace that is there already gets the new token, and resumes if it was paused. */
export const upsertWorkspace = (tx: Tx, it: NewWorkspace, now: Date): Promise<WorkspaceRow> =>
  only(
    tx,
    workspaceRow,
    sql`
      insert into slack_workspaces as w
        (organisation_id, id, team_id, app_id, bot_user_id, name, sealed_token, connected_at, created_at, updated_at)
      values (${it.organisation_id}, ${it.id}, ${it.team_id}, ${it.app_id}, ${it.bot_user_id}, ${it.name},
              ${it.sealed_token}, ${now}, ${now}, ${now})
      on conflict (organisation_id, team_id) do update
      set app_id = excluded.app_id,
          bot_user_id = excluded.bot_user_id,
          name = excluded.name,
          sealed_token = excluded.sealed_token,
          paused_because = null,
          paused_at = null,
          connected_at = excluded.connected_at,
          version = w.version + 1,
          updated_at = excluded.updated_at
      returning ${workspaceRow.of('w')}`,
  )

type Pause = {
  readonly because: PauseReason
  /** The connection that is over: one made later is not affected. */
  readonly connectedBefore: Date
}

/** @returns undefined  it is paused already, gone, or was connected again in the meantime */
export const pauseWorkspace = (
  tx: Tx,
  { organisation_id, id }: Pick<WorkspaceRow, 'organisation_id' | 'id'>,
  { because, connectedBefore }: Pause,
  now: Date,
): Promise<WorkspaceRow | undefined> =>
  one(
    tx,
    workspaceRow,
    sql`
      update slack_workspaces
      set sealed_token = null,
          paused_because = ${because},
          paused_at = ${now},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and paused_because is null
        and connected_at <= ${connectedBefore}
      returning ${columns}`,
  )

export const deleteWorkspace = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<WorkspaceRow | undefined> =>
  one(
    tx,
    workspaceRow,
    sql`
      delete from slack_workspaces
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${columns}`,
  )

/** By which keys the tokens are sealed. */
export const sealedSlackTokens = (tx: Tx): Promise<SealedBy[]> =>
  countByPrefix(tx, sql`select sealed_token as value from slack_workspaces`, keyIdBytes)

type Installation = { readonly organisationId: string; readonly hash: Buffer }

export const insertInstallation = (
  tx: Tx,
  { organisationId, hash }: Installation,
  expiresAt: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into slack_installations (organisation_id, state_sha256, expires_at)
      values (${organisationId}, ${hash}, ${expiresAt})`,
  )

export const deleteOverInstallations = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from slack_installations
      where organisation_id = ${organisationId}
        and expires_at <= ${now}`,
  )

/** If two ask at once, one gets it. @returns whether it was there and is not over */
export const useInstallation = async (
  tx: Tx,
  { organisationId, hash }: Installation,
  now: Date,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
      delete from slack_installations
      where organisation_id = ${organisationId}
        and state_sha256 = ${hash}
        and expires_at > ${now}`,
  )) === 1

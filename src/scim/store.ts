/** SQL of the connection of an organisation, of its tokens, and of what came in. */
import type { SyncCounts } from '../../contract/directory-sync.ts'
import { limits } from '../../contract/limits.ts'
import type { SyncState } from '../../contract/sync-states.ts'
import { claimWithin, isReached } from '../db/claiming.ts'
import { json, many, one, only, run, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { directorySyncRuns, directorySyncs, directorySyncTokens } from '../db/tables.ts'
import type { PresentedSecret } from '../ids.ts'

const connectionRow = shapeOf(directorySyncs, [
  'state',
  'parent_team_id',
  'held_at',
  'held',
  'counted_from',
  'last_request_at',
  'version',
])
export type Connection = RowOf<typeof connectionRow>

/** As it is before an admin has decided anything. */
const none: Connection = {
  state: 'off',
  parent_team_id: null,
  held_at: null,
  held: null,
  counted_from: null,
  last_request_at: null,
  version: 0,
}

export const getConnection = async (tx: Tx, organisationId: string): Promise<Connection> =>
  (await one(
    tx,
    connectionRow,
    sql`
      select ${connectionRow.columns}
      from directory_syncs
      where organisation_id = ${organisationId}`,
  )) ?? none

type Decision = Pick<Connection, 'state' | 'parent_team_id'> & {
  readonly heldAt: Date | null
  readonly held: number | null
  /** Deactivations before it do not count for the brake; undefined: as it was. */
  readonly countedFrom?: Date
}

export const writeConnection = (
  tx: Tx,
  organisationId: string,
  { state, parent_team_id, heldAt, held, countedFrom }: Decision,
  now: Date,
): Promise<Connection> =>
  only(
    tx,
    connectionRow,
    sql`
      insert into directory_syncs (organisation_id, state, parent_team_id, held_at, held, counted_from, created_at, updated_at)
      values (${organisationId}, ${state}, ${parent_team_id}, ${heldAt}, ${held}, ${countedFrom ?? null}, ${now}, ${now})
      on conflict (organisation_id) do update
      set state = excluded.state,
          parent_team_id = excluded.parent_team_id,
          held_at = excluded.held_at,
          held = excluded.held,
          counted_from = coalesce(excluded.counted_from, directory_syncs.counted_from),
          version = directory_syncs.version + 1,
          updated_at = excluded.updated_at
      returning ${connectionRow.columns}`,
  )

/** At most once a minute: a look by an admin needs no more, and requests come by the second. */
export const touchConnection = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update directory_syncs
      set last_request_at = ${now}
      where organisation_id = ${organisationId}
        and (last_request_at is null or last_request_at < ${new Date(now.getTime() - 60_000)})`,
  )

/** All that the provider has sent, with its tokens. */
export async function forgetEverything(tx: Tx, organisationId: string): Promise<void> {
  await run(tx, sql`delete from synced_memberships where organisation_id = ${organisationId}`)
  await run(tx, sql`delete from synced_groups where organisation_id = ${organisationId}`)
  await run(tx, sql`delete from synced_users where organisation_id = ${organisationId}`)
  await run(tx, sql`delete from directory_sync_tokens where organisation_id = ${organisationId}`)
}

const tokenRow = shapeOf(directorySyncTokens, [
  'id',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
])
export type TokenRow = RowOf<typeof tokenRow>

export const listTokens = (tx: Tx, organisationId: string, now: Date): Promise<TokenRow[]> =>
  many(
    tx,
    tokenRow,
    sql`
      select ${tokenRow.columns}
      from directory_sync_tokens
      where organisation_id = ${organisationId}
        and expires_at > ${now}
      order by id`,
  )

type NewToken = {
  readonly id: string
  readonly hash: Buffer
  readonly createdBy: string
  readonly expiresAt: Date
}

export const insertToken = (
  tx: Tx,
  organisationId: string,
  { id, hash, createdBy, expiresAt }: NewToken,
  now: Date,
): Promise<TokenRow> =>
  only(
    tx,
    tokenRow,
    sql`
      insert into directory_sync_tokens (organisation_id, id, token_sha256, created_by, created_at, expires_at)
      values (${organisationId}, ${id}, ${hash}, ${createdBy}, ${now}, ${expiresAt})
      returning ${tokenRow.columns}`,
  )

export const deleteToken = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from directory_sync_tokens where organisation_id = ${organisationId} and id = ${id}`)

const ownerRow = shapeOf(directorySyncTokens, ['organisation_id', 'id'])

/** @returns whose it was; undefined: there is no such valid token */
export const deleteLeakedToken = (
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
  now: Date,
): Promise<RowOf<typeof ownerRow> | undefined> =>
  one(
    tx,
    ownerRow,
    sql`
      delete from directory_sync_tokens
      where organisation_id = ${organisationId}
        and token_sha256 = ${hash}
        and expires_at > ${now}
      returning ${ownerRow.columns}`,
  )

/** The valid token with this hash; it is marked as used at most once a minute. */
export async function useToken(
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
  now: Date,
): Promise<RowOf<typeof ownerRow> | undefined> {
  const found = await one(
    tx,
    ownerRow,
    sql`
      select ${ownerRow.columns}
      from directory_sync_tokens
      where organisation_id = ${organisationId}
        and token_sha256 = ${hash}
        and expires_at > ${now}`,
  )
  if (found)
    await run(
      tx,
      sql`
        update directory_sync_tokens
        set last_used_at = ${now}
        where organisation_id = ${organisationId}
          and token_sha256 = ${hash}
          and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`,
    )
  return found
}

const runRow = shapeOf(directorySyncRuns, [
  'organisation_id',
  'id',
  'state',
  'application_id',
  'requests',
  'refused',
  'counts',
  'started_at',
  'last_at',
])
export type RunRow = RowOf<typeof runRow>

/** The open run of a caller, locked. */
export const findRun = (
  tx: Tx,
  organisationId: string,
  { state, applicationId }: { state: SyncState; applicationId: string },
): Promise<RunRow | undefined> =>
  one(
    tx,
    runRow,
    sql`
      select ${runRow.columns}
      from directory_sync_runs
      where organisation_id = ${organisationId}
        and application_id = ${applicationId}
        and state = ${state}
        and ended_at is null
      for update`,
  )

type NewRun = Pick<RunRow, 'id' | 'state' | 'application_id' | 'requests' | 'refused' | 'counts'>

export const insertRun = (tx: Tx, organisationId: string, one: NewRun, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into directory_sync_runs
        (organisation_id, id, state, application_id, requests, refused, counts, started_at, last_at)
      values
        (${organisationId}, ${one.id}, ${one.state}, ${one.application_id}, ${one.requests}, ${one.refused}, ${json(one.counts)}, ${now}, ${now})
      on conflict do nothing`,
  )

type RunUpdate = {
  readonly id: string
  readonly requests: number
  readonly refused: number
  readonly counts: SyncCounts
}

export const updateRun = (
  tx: Tx,
  organisationId: string,
  { id, requests, refused, counts }: RunUpdate,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update directory_sync_runs
      set requests = requests + ${requests},
          refused = refused + ${refused},
          counts = ${json(counts)},
          last_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

const dueRuns = (before: Date) =>
  sql`from directory_sync_runs where ended_at is null and started_at <= ${before}`

export const runsWaiting = (before: Date) => sql`select 1 ${dueRuns(before)} limit 1`

/** One that is over. */
export const endRun = (tx: Tx, before: Date, now: Date): Promise<RunRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueRuns(before)}
      order by started_at`,
    (organisationId) =>
      one(
        tx,
        runRow,
        sql`
      update directory_sync_runs r
      set ended_at = ${now}
      from (
        select organisation_id, id
        ${dueRuns(before)}
          and organisation_id = ${organisationId}
        order by started_at
        limit 1
        for update skip locked
      ) as due
      where r.organisation_id = ${organisationId}
        and r.id = due.id
      returning ${runRow.of('r')}`,
      ),
  )

/** The newest first. */
export const listRuns = (tx: Tx, organisationId: string): Promise<RunRow[]> =>
  many(
    tx,
    runRow,
    sql`
      select ${runRow.columns}
      from directory_sync_runs
      where organisation_id = ${organisationId}
      order by id desc
      limit ${limits.syncRunsShownMax}`,
  )

const deletedAtOnce = 1_000

export const deleteRuns = (tx: Tx, before: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from directory_sync_runs
      where (organisation_id, id) in (
        select organisation_id, id
        from directory_sync_runs
        where ended_at < ${before}
        limit ${deletedAtOnce})`,
  )

/** Organisations whose connection is on and that have something to be written. */
const behind = () => sql`
  select c.organisation_id
  from directory_syncs c
  where c.state = 'on'
    and ${isReached('c.organisation_id')}
    and (exists (
        select 1
        from synced_users u
        where u.organisation_id = c.organisation_id
          and u.planned is not null
          and u.fault is null
          and ${isReached('u.organisation_id')})
      or exists (
        select 1
        from synced_groups g
        where g.organisation_id = c.organisation_id
          and g.planned is not null
          and g.fault is null
          and ${isReached('g.organisation_id')})
      or exists (
        select 1
        from synced_memberships s
        join synced_groups g on g.organisation_id = s.organisation_id and g.id = s.group_id and g.planned is null
        join synced_users u on u.organisation_id = s.organisation_id and u.id = s.user_id and u.planned is null
        where s.organisation_id = c.organisation_id
          and not s.is_written
          and ${isReached('s.organisation_id')}
          and ${isReached('g.organisation_id')}
          and ${isReached('u.organisation_id')}))
  limit 1`

export const behindWaiting = behind

export const findBehind = (tx: Tx) => one(tx, shapeOf(directorySyncs, ['organisation_id']), behind())

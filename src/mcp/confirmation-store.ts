/** SQL of confirmations. */
import type { ConfirmationState, PlannedAct } from '../../contract/confirmation-states.ts'
import type { Plan } from '../../contract/confirmations.ts'
import { exists, json, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { agentConfirmations } from '../db/tables.ts'

const confirmationRow = shapeOf(agentConfirmations, [
  'organisation_id',
  'id',
  'application_id',
  'user_id',
  'tool',
  'plan',
  'plan_sha256',
  'private_to',
  'state',
  'created_at',
  'expires_at',
  'decided_at',
])
const { columns } = confirmationRow

export type ConfirmationRow = RowOf<typeof confirmationRow>

/** Calls of one caller for the same thing take turns until the transaction ends: no two of them ask, or act, at once. */
export const lockBinding = (tx: Tx, binding: Buffer): Promise<unknown> =>
  run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`confirmation ${binding.toString('hex')}`}, 0))`,
  )

/** What this caller asked for before and may still find, locked. */
export const lockLive = (
  tx: Tx,
  organisationId: string,
  binding: Buffer,
): Promise<ConfirmationRow | undefined> =>
  one(
    tx,
    confirmationRow,
    sql`
      select ${columns}
      from agent_confirmations
      where organisation_id = ${organisationId}
        and binding_sha256 = ${binding}
        and state in ('pending', 'confirmed', 'declined')
      for update`,
  )

type Asker = { readonly organisationId: string; readonly applicationId: string; readonly userId: string }

/** Whether the person has refused this program one of these acts with this survey, whatever the arguments were, and not long ago. */
export const isDeclined = (
  tx: Tx,
  { organisationId, applicationId, userId }: Asker,
  { collection, acts }: { readonly collection: string; readonly acts: readonly PlannedAct[] },
  now: Date,
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from agent_confirmations
      where organisation_id = ${organisationId}
        and application_id = ${applicationId}
        and user_id = ${userId}
        and state = 'declined'
        and expires_at > ${now}
        and plan ->> 'collection' = ${collection}
        and plan ->> 'act' = any (${textArray(acts)})`,
  )

export type NewConfirmation = {
  readonly organisationId: string
  readonly id: string
  readonly applicationId: string
  readonly userId: string
  readonly tool: string
  readonly binding: Buffer
  readonly plan: Plan
  readonly planSha256: Buffer
  readonly privateTo: string | null
}

export const insertConfirmation = (
  tx: Tx,
  { organisationId, id, applicationId, userId, tool, binding, plan, planSha256, privateTo }: NewConfirmation,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<ConfirmationRow> =>
  only(
    tx,
    confirmationRow,
    sql`
      insert into agent_confirmations (organisation_id, id, application_id, user_id, tool, binding_sha256, plan, plan_sha256,
                                       private_to, state, created_at, expires_at)
      values (${organisationId}, ${id}, ${applicationId}, ${userId}, ${tool}, ${binding}, ${json(plan)}, ${planSha256},
              ${privateTo}, 'pending', ${now}, ${expiresAt})
      returning ${columns}`,
  )

/** A confirmation of this person, and nobody else's. */
const ofPerson = (organisationId: string, userId: string, id: string) => sql`
  select ${columns}
  from agent_confirmations
  where organisation_id = ${organisationId}
    and id = ${id}
    and user_id = ${userId}`

type Owner = { readonly organisationId: string; readonly userId: string }

export const findOfPerson = (
  tx: Tx,
  { organisationId, userId }: Owner,
  id: string,
): Promise<ConfirmationRow | undefined> => one(tx, confirmationRow, ofPerson(organisationId, userId, id))

export const lockOfPerson = (
  tx: Tx,
  { organisationId, userId }: Owner,
  id: string,
): Promise<ConfirmationRow | undefined> =>
  one(tx, confirmationRow, sql`${ofPerson(organisationId, userId, id)} for update`)

/** The caller holds the lock of the row. Nobody decides that something expires or is replaced. */
export const setState = (
  tx: Tx,
  { organisation_id: organisationId, id }: ConfirmationRow,
  state: Exclude<ConfirmationState, 'pending'>,
  { now, expiresAt }: { now: Date; expiresAt?: Date },
): Promise<ConfirmationRow> =>
  only(
    tx,
    confirmationRow,
    sql`
      update agent_confirmations
      set state = ${state},
          decided_at = case
            when ${state} in ('confirmed', 'declined') then ${now}
            when ${state} = 'used' then coalesce(decided_at, ${now})
            else decided_at
          end,
          expires_at = coalesce(${expiresAt ?? null}::timestamptz, expires_at)
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${columns}`,
  )

/** @returns how many rows were deleted */
export const deleteExpired = (tx: Tx, before: Date): Promise<number> =>
  run(tx, sql`delete from agent_confirmations where expires_at < ${before}`)

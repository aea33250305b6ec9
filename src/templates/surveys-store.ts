/** SQL of surveys that are saved as templates: what they ask, and nothing of whom. */
import type { Actor } from '../actor.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { checkIns, pulses } from '../db/tables.ts'
import { visibleTo } from '../visibility.ts'

const pulseRow = shapeOf(pulses, [
  'title',
  'description',
  'questions',
  'language',
  'translations',
  'confidentiality',
  'reminders',
  'low_participation',
  'opens_at',
  'closes_at',
  'created_at',
])
export type SavedPulse = RowOf<typeof pulseRow>

export const findPulse = (tx: Tx, actor: Actor, id: string): Promise<SavedPulse | undefined> =>
  one(
    tx,
    pulseRow,
    sql`
      select ${pulseRow.columns}
      from pulses
      where organisation_id = ${actor.organisationId}
        and id = ${id}
        and ${visibleTo(actor, 'pulses')}`,
  )

const checkInRow = shapeOf(checkIns, [
  'title',
  'description',
  'questions',
  'language',
  'translations',
  'confidentiality',
  'reminders',
  'recurrence',
  'lifecycle',
  'window',
  'low_participation',
  'rotation',
])

export const findCheckIn = (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<RowOf<typeof checkInRow> | undefined> =>
  one(
    tx,
    checkInRow,
    sql`
      select ${checkInRow.columns}
      from check_ins
      where organisation_id = ${actor.organisationId}
        and id = ${id}
        and ${visibleTo(actor, 'check_ins')}`,
  )

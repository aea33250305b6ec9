/** The number of answers of an open survey as everybody sees it: in steps that begin after a number which only the database knows. */
import { only, sql } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { collections } from '../../src/db/tables.ts'
import type { Running } from './start.ts'

const stepRow = shapeOf(collections, [
  'k_rate',
  'step_offset',
  'recipients',
  'absent',
  'opted_out',
  'unreachable',
  'unreachable_at_open',
])

/** @returns how many answers are told of so many, and how many come before the first step */
export async function stepsOf({ db }: Running, ownerId: string) {
  const {
    k_rate: step,
    step_offset: offset,
    recipients,
    ...away
  } = await only(db.tx, stepRow, sql`select ${stepRow.columns} from collections where owner_id = ${ownerId}`)
  const lost = away.unreachable - away.unreachable_at_open
  const asked = recipients - away.absent - away.opted_out - away.unreachable_at_open
  const most = asked - Math.ceil(lost / step) * step - 1
  const told = (answers: number): number =>
    Math.floor(Math.max(0, Math.min(answers, most) - offset) / step) * step
  return { told, offset, step }
}

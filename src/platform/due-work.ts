/**
 * How far behind the worker is: of each kind of work that the clock asks for, how long the longest has been waiting. Each is
 * one step into the index that the worker itself goes by.
 */
import { only, sql, type Tx } from '../db/db.ts'
import { int8, nullable, shape, timestamptz } from '../db/shape.ts'

export type DueKind = 'pulse_open' | 'instance_open' | 'close' | 'remind' | 'deliver' | 'invitation'

export type Due = {
  /** Seconds; 0 where nothing waits. */
  ages: Record<DueKind, number>
  deliveriesPending: number
}

const oldest = nullable(timestamptz)
const waitingRow = shape({
  pulse_open: oldest,
  instance_open: oldest,
  close: oldest,
  remind: oldest,
  deliver: oldest,
  invitation: oldest,
  pending: int8,
})

export async function dueWorkOf(tx: Tx, now: Date): Promise<Due> {
  const { pending, ...instants } = await only(
    tx,
    waitingRow,
    sql`
      select (select min(opens_at) from pulses where state = 'scheduled') as pulse_open,
             (select min(due_at) from check_in_instances where state = 'scheduled') as instance_open,
             (select min(closes_at) from collections where state = 'open') as close,
             (select min(due_at) from reminders where made_at is null) as remind,
             (select min(next_attempt_at)
              from unnest(array['email', 'slack', 'teams', 'chat']) as channels (channel)
              cross join lateral (
                select next_attempt_at
                from deliveries d
                where d.channel = channels.channel
                  and d.state = 'pending'
                order by next_attempt_at
                limit 1) as first) as deliver,
             (select min(mail_due_at) from invitations where mail_due_at is not null) as invitation,
             (select count(*)
              from deliveries
              where state = 'pending'
                and channel <> 'link'
                and next_attempt_at <= ${now}) as pending`,
  )
  const age = (instant: string | null): number =>
    instant === null ? 0 : Math.max(0, (now.getTime() - Date.parse(instant)) / 1000)
  return {
    ages: Object.fromEntries(
      (Object.entries(instants) as [DueKind, string | null][]).map(([work, instant]) => [work, age(instant)]),
    ) as Due['ages'],
    deliveriesPending: pending,
  }
}

/** Events of one kind by one actor, one after another: a row until somebody opens it. */
import type { AuditEvent } from '../../contract/audit.ts'

/** An event, or the head of a run, whose events follow where it is open. */
export type LogRow = { id: string; event: AuditEvent; run: readonly AuditEvent[] | null; isOpen: boolean }

/** Fewer stand by themselves. */
const runMin = 3

const isAlike = (one: AuditEvent, other: AuditEvent): boolean =>
  one.action === other.action &&
  one.actor.kind === other.actor.kind &&
  one.actor.user_id === other.actor.user_id &&
  one.actor.application_id === other.actor.application_id

/** @param open  ids of the runs that are open, as `idOfRun` says */
export function rowsOf(events: readonly AuditEvent[], open: ReadonlySet<string>): LogRow[] {
  const runs: AuditEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last && isAlike(last[0], event)) last.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run) => {
    const rows = run.map((event): LogRow => ({ id: event.id, event, run: null, isOpen: false }))
    if (run.length < runMin) return rows
    const id = idOfRun(run)
    const isOpen = open.has(id)
    return [{ id: `run ${id}`, event: run[0], run, isOpen }, ...(isOpen ? rows : [])]
  })
}

/** More of it may be read later, which are older: the newest names it. */
export const idOfRun = (run: readonly AuditEvent[]): string => run[0].id

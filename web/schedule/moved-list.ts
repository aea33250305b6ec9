/** The list of moved dates of a check-in after somebody moved one, and one write at a time. */
import { shift } from './months.ts'

type Moved = { from: string; to: string }

/** How long what was moved stays in the recurrence: what is long over says nothing to anybody. */
const keptDays = 100

/**
 * With one date moved, or put back where that is its own day. What was moved before is taken back in the same way: to name the list as it was
 * would name again what is over, which the service refuses, and drop what was moved since.
 */
export function withMoved(moved: readonly Moved[], { from, to }: Moved, today: string): Moved[] {
  const recent = shift(today, -keptDays)
  const others = moved.filter((one) => one.from !== from && one.from > recent)
  return to === from ? others : [...others, { from, to }]
}

/** What is done for one key waits for what was begun before for the same. */
export function inOrder(): <Reply>(key: string, work: () => Promise<Reply>) => Promise<Reply> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const next = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, next)
    return next
  }
}

/** Whom a reminder reaches, and why none can be sent: for every page that offers one. */
import type { Say } from '../messages.ts'
import { momentOf } from '../ui/time.tsx'
import type { Progress } from './live-queries.ts'
import type { liveTexts } from './live-texts.ts'

type LiveSay = Say<typeof liveTexts>

export const remindReach = (
  say: LiveSay,
  { reminders: { reach, to_everyone: isToEveryone } }: Progress,
): string =>
  reach === 0
    ? say('remind_nobody')
    : say(isToEveryone ? 'remind_everyone' : 'remind_others', { count: reach })

/** Why no reminder can be sent now, or null. */
export function reminderRefusal(say: LiveSay, { reminders }: Progress, now: number): string | null {
  const { remaining, available_at: availableAt, reach } = reminders
  if (remaining === 0 || availableAt === null) return say('no_more_reminders')
  if (Date.parse(availableAt) > now) return say('remind_from', { at: momentOf(availableAt) })
  return reach === 0 ? say('nobody_to_remind') : null
}

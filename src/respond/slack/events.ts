/**
 * What Slack reports about the app in a workspace: that it was removed there, its token revoked, or its home tab opened. Slack sends a report again until it is
 * answered, in any order and up to hours later, so each has the time at which it happened, and a workspace that was connected since then stays.
 * Source: Slack, Events API; app_uninstalled; tokens_revoked; app_home_opened.
 */
import type { Db } from '../../db/db.ts'
import type { HomeTab } from './home.ts'
import { pauseSlackWorkspace } from '../../slack-workspaces/slack-workspaces.ts'

type Report = {
  type?: unknown
  challenge?: unknown
  team_id?: unknown
  api_app_id?: unknown
  event_time?: unknown
  event?: { type?: unknown; tokens?: { bot?: unknown } | null; user?: unknown; tab?: unknown } | null
}

type Setup = { readonly db: Db; readonly home: HomeTab }

/**
 * @param isRepeated  Slack sends it again, because the reply came late
 * @returns what Slack wants to read: the challenge, when somebody enters the address in the app's settings
 */
export async function takeReport(
  { db, home }: Setup,
  { body, isRepeated }: { readonly body: unknown; readonly isRepeated: boolean },
  now: Date,
): Promise<{ challenge: string } | null> {
  const report = (body ?? {}) as Report
  if (report.type === 'url_verification')
    return typeof report.challenge === 'string' ? { challenge: report.challenge } : null
  const { team_id: teamId, api_app_id: appId, event_time: seconds, event } = report
  if (
    report.type !== 'event_callback' ||
    typeof teamId !== 'string' ||
    typeof appId !== 'string' ||
    typeof seconds !== 'number' ||
    !Number.isSafeInteger(seconds)
  )
    return null
  // The time has whole seconds: what was connected within the same one is older than the report, or is connected again.
  const occasion = { appId, at: new Date(Math.min(seconds * 1000, now.getTime())) }
  if (event?.type === 'app_uninstalled')
    await pauseSlackWorkspace(db, teamId, { ...occasion, because: 'uninstalled' }, now)
  if (event?.type === 'tokens_revoked') {
    const bots: unknown = event.tokens?.bot
    const botUserIds = Array.isArray(bots) ? bots.filter((one) => typeof one === 'string') : []
    await pauseSlackWorkspace(db, teamId, { ...occasion, because: 'token_revoked', botUserIds }, now)
  }
  // Somebody who waits for it has it already, or opens it again.
  if (event?.type === 'app_home_opened' && event.tab === 'home' && !isRepeated) {
    const { user: userId } = event
    if (typeof userId === 'string' && /^[UW][A-Z0-9]{2,30}$/.test(userId)) await home({ teamId, userId }, now)
  }
  return null
}

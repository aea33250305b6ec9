/**
 * The mail of an invitation, in the organisation's language: due work like every other message. Its link holds the token
 * behind a `#`, which browsers keep to themselves: no log, proxy or referrer sees it.
 */
import { randomUUID } from 'node:crypto'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { type Channels, type Letter, type Outcome } from '../channels/channels.ts'
import { type Db } from '../db/db.ts'
import { newSecret, sha256 } from '../ids.ts'
import { type DueLag, type DueTask } from '../jobs/jobs.ts'
import { firstLanguage, inWords } from '../language.ts'
import { claimMail, type DueMail, type MailResult, oldestDueMail, settleMail } from './invitation-store.ts'

const everyMs = 1000
/** A worker that dies while it sends keeps nobody waiting for longer. */
const leaseMs = 300_000
const laterFirstMs = 60_000
const attemptsMax = 8

type Setup = { db: Pick<Db, 'transaction'>; channels: Channels; developerUrl: () => string }

export const invitationTask = ({ db, channels, developerUrl }: Setup): DueTask => ({
  name: 'invitation.mail',
  everyMs,
  run: async (now) => {
    if (!(await channels.ready(now)).includes('email')) return 0
    const token = newSecret('iv')
    const hash = sha256(token)
    const due = await db.transaction((tx) => claimMail(tx, hash, new Date(now.getTime() + leaseMs), now))
    if (!due) return 0
    const outcome = await channels.send(
      {
        name: randomUUID().replaceAll('-', ''),
        channel: 'email',
        to: due.email,
        at: now.toISOString(),
        follows: null,
        letter: letterOf(due, `${developerUrl()}/invitation#${token}`),
        form: null,
      },
      now,
    )
    await db.transaction((tx) => settleMail(tx, due, hash, resultOf(outcome, due.attempts + 1, now)))
    return outcome.kind === 'down' ? 0 : 1
  },
})

export const invitationLag: DueLag = { work: 'invitation', oldest: oldestDueMail }

/** A server that is down costs no attempt: the channel itself rests, and is asked before the next message. */
function resultOf(outcome: Outcome, attempts: number, now: Date): MailResult {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', reason: null, attempts, dueAt: null }
    case 'down':
      return { state: 'due', reason: outcome.reason, attempts: attempts - 1, dueAt: now }
    case 'later':
      return attempts < attemptsMax
        ? {
            state: 'due',
            reason: outcome.reason,
            attempts,
            dueAt: new Date(now.getTime() + laterFirstMs * 2 ** (attempts - 1)),
          }
        : { state: 'failed', reason: outcome.reason, attempts, dueAt: null }
    default:
      return { state: 'failed', reason: outcome.reason, attempts, dueAt: null }
  }
}

export function letterOf(it: DueMail, url: string): Letter {
  const language = firstLanguage(it.locale)
  const text = textsOf('invitation', language)
  const { organisation, inviter } = it
  return {
    language,
    direction: directionOf(language),
    subject: text('subject', { organisation, inviter }),
    preview: text('preview', { organisation }),
    greeting: text('greeting'),
    request: text('request', { organisation, inviter }),
    title: organisation,
    description: null,
    promise: text('address', { address: it.email }),
    until: text('until', { when: inWords.instant(language, it.expires_at, it.time_zone) }),
    personal: text('personal'),
    reason: null,
    button: text('accept'),
    url,
    unsubscribe: null,
  }
}

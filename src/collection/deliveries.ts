/**
 * Deliveries: one message to one recipient, sent as due work. A worker holds the row's lock while it sends; if it dies,
 * the lock is gone at once and somebody else sends. So everyone is asked, and twice only where a mail server took a
 * message and we died before writing that down.
 */
import { limits } from '../../contract/limits.ts'
import { type Mode } from '../../contract/confidentiality.ts'
import { linkOf } from '../confidentiality/confidentiality.ts'
import { type Db, one, run, sql, type Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'
import { type DueTask } from '../jobs/jobs.ts'
import { invitation } from './invitation.ts'
import { type Mailer } from './mail.ts'
import { promiseFor } from './promise.ts'

/** Side by side, each for itself, so that a message that hangs at the mail server holds up one of them. */
const sendersCount = 4
const everyMs = 500
/** While there is nothing to send, one of them looks often and the others rest. */
const restMs = 5_000

export const deliveryTasks = (db: Db, mail: Mailer, baseUrl: () => string): DueTask[] =>
  Array.from({ length: sendersCount }, (_, sender) => ({
    name: `deliveries.send ${sender + 1}`,
    everyMs: sender === 0 ? everyMs : restMs,
    run: async (now: Date) => ((await db.transaction((tx) => sendOne(tx, mail, baseUrl(), now))) ? 1 : 0),
  }))

type Due = {
  organisation_id: string
  collection_id: string
  member_id: string
  kind: 'invitation' | 'reminder'
  address: string
  attempts: number
  name: string
  title: string
  description: string | null
  organisation: string
  mode: Mode
  k_score: number
  k_comment: number
  k_rate: number
  audience: string[]
  closes_at: string | null
  time_zone: string
  open: boolean
  link_key: Buffer | null
}

async function sendOne(tx: Tx, mail: Mailer, baseUrl: string, now: Date): Promise<boolean> {
  const due = await one<Due>(
    tx,
    sql`
      select d.organisation_id, d.collection_id, d.member_id, d.kind, d.address, d.attempts, m.name, c.title, c.description,
             o.name as organisation, c.mode, c.k_score, c.k_comment, c.k_rate, c.audience, c.closes_at,
             coalesce(m.time_zone, o.time_zone) as time_zone, c.state = 'open' as open, k.link_key
      from deliveries d
      join collections c on c.organisation_id = d.organisation_id and c.id = d.collection_id
      join organisations o on o.id = d.organisation_id
      join members m on m.organisation_id = d.organisation_id and m.id = d.member_id
      left join collection_keys k on k.organisation_id = d.organisation_id and k.collection_id = d.collection_id
      where d.state = 'pending'
        and d.next_attempt_at <= ${now}
      order by d.next_attempt_at
      limit 1
      for update of d skip locked`,
  )
  if (!due) return false
  if (!due.open || due.link_key === null)
    return move(tx, due, { state: 'suppressed', error: 'closed before it was sent' })
  const message = invitation({
    ...due,
    url: `${baseUrl}/r/${linkOf(due.link_key, due.member_id)}`,
    promise: (await promiseFor(tx, due.organisation_id, due, null)).sentence,
  })
  const name = sha256(`${due.organisation_id} ${due.collection_id} ${due.member_id} ${due.kind}`)
    .toString('hex')
    .slice(0, 32)
  try {
    await mail.send({ name, to: due.address, ...message, at: now.toISOString() })
  } catch (error) {
    return move(tx, due, failureOf(error, due.attempts, now))
  }
  return move(tx, due, { state: 'sent', sentAt: now })
}

type Move = {
  state: 'pending' | 'sent' | 'bounced' | 'failed' | 'suppressed'
  sentAt?: Date
  error?: string
  nextAt?: Date
}

/** 5xx is final (RFC 5321 §4.2.1); all else is tried again, ever later, `deliveryAttemptsMax` times in all. */
function failureOf(error: unknown, attempts: number, now: Date): Move {
  const { responseCode, message } = error as { responseCode?: number; message: string }
  // The server's own words may hold the address: the code is enough.
  const reason = responseCode
    ? `SMTP ${responseCode}`
    : message.replaceAll(/\S+@\S+/g, '[address]').slice(0, 200)
  if (responseCode && responseCode >= 500) return { state: 'bounced', error: reason }
  if (attempts + 1 >= limits.deliveryAttemptsMax) return { state: 'failed', error: reason }
  return { state: 'pending', error: reason, nextAt: new Date(now.getTime() + 1000 * 2 ** (attempts + 1)) }
}

async function move(tx: Tx, due: Due, { state, sentAt, error, nextAt }: Move): Promise<true> {
  await run(
    tx,
    sql`
      update deliveries
      set state = ${state},
          attempts = attempts + 1,
          sent_at = ${sentAt ?? null},
          next_attempt_at = ${nextAt ?? null},
          last_error = ${error ?? null}
      where organisation_id = ${due.organisation_id}
        and collection_id = ${due.collection_id}
        and member_id = ${due.member_id}
        and channel = 'email'
        and kind = ${due.kind}`,
  )
  return true
}

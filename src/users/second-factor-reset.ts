/**
 * An admin resets the second factor of somebody who lost it, and the person is told by e-mail: whoever asked in their name is found out.
 * The message is due work like every other one.
 */
import { randomUUID } from 'node:crypto'
import type * as contract from '../../contract/second-factor.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Channels, MessageContent, Outcome } from '../channels/channels.ts'
import { claimWithin } from '../db/claiming.ts'
import { afterCommit, type Db, one, run, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { organisations, secondFactorNotices, users } from '../db/tables.ts'
import { resetFactorsOf } from '../identity/identity.ts'
import type { DueTask } from '../jobs/jobs.ts'
import { firstLanguage } from '../language.ts'
import { problem } from '../problem.ts'
import { lockPerson } from './users-store.ts'

/**
 * @throws not_found
 * @throws unprocessable  the person signs in elsewhere, or has no second factor
 * @throws access_denied  the account is in several organisations
 */
export async function resetSecondFactor({
  tx,
  actor: admin,
  params: { id },
  now,
}: Call<typeof contract.resetSecondFactor>): Promise<null> {
  const { organisationId } = admin
  if (!(await lockPerson(tx, { organisationId, id }))) throw problem('not_found')
  const reset = await resetFactorsOf(tx, organisationId, id)
  if (reset === 'elsewhere')
    throw problem('unprocessable', { detail: 'This person signs in by another provider' })
  if (reset === 'none') throw problem('unprocessable', { detail: 'This person has no second factor' })
  if (reset === 'shared')
    throw problem('access_denied', {
      detail: 'Only the operator of this service can reset the second factor of this person',
    })
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(admin),
    action: 'second_factor.reset',
    target: id,
    at: now,
  })
  await run(
    tx,
    sql`
      insert into second_factor_notices (organisation_id, user_id, reset_at, due_at)
      values (${organisationId}, ${id}, ${now}, ${now})
      on conflict (organisation_id, user_id) do update
      set reset_at = excluded.reset_at,
          due_at = excluded.due_at,
          attempts = 0`,
  )
  afterCommit(tx, 'work due', null)
  return null
}

const everyMs = 1000
/** When a worker dies while it sends, the message is sent again after this. */
const leaseMs = 300_000
const laterFirstMs = 60_000
const attemptsMax = 8

type Setup = { db: Pick<Db, 'transaction'>; channels: Channels; developerUrl: () => string }

export const secondFactorTask = ({ db, channels, developerUrl }: Setup): DueTask => ({
  name: 'second_factor.mail',
  everyMs,
  waiting: (now) => sql`select 1 ${dueNotices(now)} limit 1`,
  run: async (now) => {
    if (!(await channels.ready(now)).includes('email')) return 0
    const notice = await db.transaction((tx) => claim(tx, new Date(now.getTime() + leaseMs), now))
    if (!notice) return 0
    // Somebody who was erased or disabled in the meantime is told nothing.
    const outcome: Outcome | null =
      notice.status === 'active'
        ? await channels.send(
            {
              organisationId: notice.organisation_id,
              name: randomUUID().replaceAll('-', ''),
              channel: 'email',
              to: notice.email,
              at: now.toISOString(),
              follows: null,
              content: contentOf(notice, `${developerUrl()}/app/account`),
              form: null,
            },
            now,
          )
        : null
    await db.transaction((tx) => settle(tx, notice, outcome, now))
    return outcome?.kind === 'down' ? 0 : 1
  },
})

const noticeRow = shapeOf(secondFactorNotices, ['organisation_id', 'user_id', 'reset_at', 'attempts'], {
  email: users.email,
  status: users.status,
  organisation: organisations.name,
  language: users.language,
  locale: organisations.locale,
})
type Notice = RowOf<typeof noticeRow>

const dueNotices = (now: Date) => sql`from second_factor_notices where due_at <= ${now}`

const claim = (tx: Tx, leaseUntil: Date, now: Date): Promise<Notice | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueNotices(now)}
      order by due_at`,
    (organisationId) =>
      one(
        tx,
        noticeRow,
        sql`
      update second_factor_notices n
      set due_at = ${leaseUntil}
      from organisations o, users u
      where n.organisation_id = ${organisationId}
        and n.user_id = (
          select user_id
          ${dueNotices(now)}
            and organisation_id = ${organisationId}
          order by due_at
          limit 1
          for update skip locked)
        and o.id = ${organisationId}
        and u.organisation_id = ${organisationId}
        and u.id = n.user_id
      returning ${noticeRow.of('n')}, u.email, u.status, u.language, o.name as organisation, o.locale`,
      ),
  )

/** A server that is down costs no attempt. A reset in the meantime has its own message. */
function settle(tx: Tx, notice: Notice, outcome: Outcome | null, now: Date): Promise<number> {
  const { organisation_id: organisationId, user_id: userId, reset_at: resetAt } = notice
  const attempts = notice.attempts + (outcome?.kind === 'down' ? 0 : 1)
  const isLater = outcome?.kind === 'down' || (outcome?.kind === 'later' && attempts < attemptsMax)
  const dueAt = outcome?.kind === 'down' ? now : new Date(now.getTime() + laterFirstMs * 2 ** (attempts - 1))
  return isLater
    ? run(
        tx,
        sql`
          update second_factor_notices
          set due_at = ${dueAt},
              attempts = ${attempts}
          where organisation_id = ${organisationId}
            and user_id = ${userId}
            and reset_at = ${resetAt}`,
      )
    : run(
        tx,
        sql`
          delete from second_factor_notices
          where organisation_id = ${organisationId}
            and user_id = ${userId}
            and reset_at = ${resetAt}`,
      )
}

function contentOf({ organisation, language: chosen, locale }: Notice, url: string): MessageContent {
  const language = firstLanguage(chosen, locale)
  const say = textsOf('second_factor_mail', language)
  return {
    kind: 'second_factor_reset',
    language,
    direction: directionOf(language),
    subject: say('subject'),
    preview: say('preview'),
    greeting: textsOf('invitation', language)('greeting'),
    request: say('reset', { organisation }),
    title: organisation,
    description: null,
    promise: say('next'),
    until: null,
    personal: say('unexpected'),
    reason: null,
    button: say('open'),
    url,
    unsubscribe: null,
  }
}

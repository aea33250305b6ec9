/**
 * Notices of low participation, to the author of a survey and to those who manage or lead a team that it asks. They name nobody, and say no
 * more than their readers may read already: the rate as everybody sees it and, to readers of named answers, how many of their team have
 * answered. A private survey is known to its author alone, so nobody else is told.
 */
import { textsOf } from '../../locales/catalogue.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { shape, text, textList } from '../db/shape.ts'
import { pathInWorkspace } from '../collection-ref.ts'
import { firstLanguage, inWords } from '../language.ts'
import { type NoticeKind, queueNotice } from '../notices/notices.ts'
import { summaryFrom } from './response-summary.ts'
import { type Collection, findCollection } from './store.ts'
import { namedTeamProgress } from './team-progress.ts'

type TeamCount = { readonly name: string; readonly answered: number; readonly asked: number }

type Facts = {
  readonly collection_id: string
  readonly event: 'extended' | 'low'
  readonly role: 'author' | 'lead'
  readonly below: number
  readonly rate: number
  /** The rate moves in steps. */
  readonly rounded: boolean
  readonly teams: readonly TeamCount[]
}

export const participationNotices: NoticeKind<Facts> = {
  name: 'participation',
  compose: async (tx, { facts, organisation_id: organisationId, ...to }) => {
    const collection = await findCollection(tx, { organisationId, collectionId: facts.collection_id })
    // It has ended meanwhile: nobody can do anything about it.
    if (collection?.state !== 'open' || collection.closes_at === null) return null
    const language = firstLanguage(to.locale, to.organisation_locale)
    const say = textsOf('participation', language)
    const { event, role, teams } = facts
    const { title } = collection
    return {
      kind: `participation_${event}`,
      language,
      subject: say(`${event}_subject`, { title }),
      greeting: textsOf('authorship', language)('greeting', { name: to.name ?? '' }),
      request: say(event, {
        // To the tenth: 49.6% is below 50%, and 50% is not.
        rate: inWords.percent(language, facts.rate, 1),
        below: inWords.percent(language, facts.below),
        when: inWords.instant(language, collection.closes_at, to.time_zone),
      }),
      title,
      lines: teams.map(({ name: team, ...counts }) => say('team', { team, ...counts })),
      promise: say(facts.rounded ? 'steps' : 'seen'),
      personal: say(role),
      button: say('button'),
      path: pathInWorkspace(collection, 'live'),
    }
  },
}

const leadRow = shape({ user_id: text, team_ids: textList })

/** Who manages or leads a team in which somebody is asked, there or in a team below, with these teams. */
const leadsOf = (tx: Tx, { organisation_id: organisationId, id, author_user_id: authorId }: Collection) =>
  many(
    tx,
    leadRow,
    sql`
      with recursive asked as (
        select team_id
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = ${id}
          and team_id is not null
        union
        select t.parent_team_id
        from asked
        join collection_teams t
          on t.organisation_id = ${organisationId}
         and t.collection_id = ${id}
         and t.team_id = asked.team_id
        where t.parent_team_id is not null
      )
      select u.id as user_id, array_agg(distinct m.team_id order by m.team_id) as team_ids
      from asked
      join memberships m on m.organisation_id = ${organisationId} and m.team_id = asked.team_id
      join users u on u.organisation_id = ${organisationId} and u.member_id = m.member_id
      where m.role in ('manager', 'lead')
        and m.left_at is null
        and u.status = 'active'
        and u.id <> ${authorId}
      group by u.id
      order by u.id`,
  )

/** Tells them once that few have answered. The caller has seen that they have, by the rate that is shown. */
export async function tellOfLowParticipation(
  tx: Tx,
  collection: Collection & { counted: number },
  event: Facts['event'],
  now: Date,
): Promise<void> {
  const { organisation_id: organisationId, author_user_id: authorId, audience, mode } = collection
  const { response_rate: rate, rounded } = summaryFrom(collection, collection.counted)
  if (rate === null || collection.low_participation === null) return
  const { below } = collection.low_participation
  const facts = { collection_id: collection.id, event, below, rate, rounded }
  const tell = (userId: string, role: Facts['role'], teams: readonly TeamCount[]) =>
    queueNotice(
      tx,
      participationNotices,
      { organisationId, to: { userId }, facts: { ...facts, role, teams } },
      now,
    )
  await tell(authorId, 'author', [])
  if (collection.visibility === 'private') return
  const counts = mode === 'attributed' ? await namedTeamProgress(tx, collection) : []
  for (const { user_id: userId, team_ids: led } of await leadsOf(tx, collection)) {
    const teams = audience.includes(userId) ? counts.filter(({ team_id: id }) => led.includes(id)) : []
    await tell(
      userId,
      'lead',
      teams.map(({ name, responded: answered, recipients: asked }) => ({ name, answered, asked })),
    )
  }
}

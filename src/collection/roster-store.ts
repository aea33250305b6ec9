/** SQL of what opening freezes: asked teams, recipients with their links, and a message to each. All set-based. */
import { type Channel } from '../../contract/collections.ts'
import { type CollectionRef, type Keys, linkInSql } from '../confidentiality/confidentiality.ts'
import { many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Roster } from './store.ts'

/** Freezes the asked teams with every active team below them. */
export const freezeTeams = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  roster: Roster,
): Promise<number> =>
  run(
    tx,
    sql`
      with recursive asked as (
        select id, parent_team_id, name
        from teams
        where organisation_id = ${organisationId}
          and id = any (${textArray(roster.team_ids)})
          and status = 'active'
        union
        select below.id, below.parent_team_id, below.name
        from teams below
        join asked on below.parent_team_id = asked.id
        where below.organisation_id = ${organisationId}
          and below.status = 'active'
      )
      insert into collection_teams (organisation_id, collection_id, team_id, parent_team_id, name)
      select ${organisationId}, ${collectionId}, id,
             case when parent_team_id in (select id from asked) then parent_team_id end, name
      from asked`,
  )

/**
 * Freezes the roster: active members of the asked teams and those named one by one, each once. Somebody in several asked
 * teams counts in the one that he joined first. @returns how many
 */
export const freezeRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  roster: Roster,
  only: string[] | null,
  keys: Keys,
): Promise<number> =>
  run(
    tx,
    sql`
      with homes as (
        select distinct on (s.member_id) s.member_id, s.team_id
        from memberships s
        join collection_teams t
          on t.organisation_id = s.organisation_id
         and t.collection_id = ${collectionId}
         and t.team_id = s.team_id
        where s.organisation_id = ${organisationId}
          and s.left_at is null
        order by s.member_id, s.joined_at, s.team_id
      ), asked as (
        select member_id, team_id from homes
        union all
        select named.member_id, null
        from unnest(${textArray(roster.member_ids)}) as named (member_id)
        where not exists (select 1 from homes where homes.member_id = named.member_id)
      )
      insert into recipients (organisation_id, collection_id, member_id, team_id, token_sha256)
      select m.organisation_id, ${collectionId}, m.id, asked.team_id,
             sha256(convert_to(${linkInSql(keys.linkKey, sql.ref('m.id'))}, 'UTF8'))
      from asked
      join members m on m.organisation_id = ${organisationId} and m.id = asked.member_id
      where m.status = 'active'
        and (${only}::text[] is null or m.id = any (${only}::text[]))`,
  )

/** Makes one message a recipient. Without an address it is suppressed at once, and counted as unreachable. */
export const makeInvitations = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  channel: Channel,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, kind, address, state, next_attempt_at, sent_at, last_error)
      select r.organisation_id, r.collection_id, r.member_id, ${channel}, 'invitation',
             case when ${channel} = 'email' then m.email end,
             case when ${channel} = 'link' then 'sent' when m.email is null then 'suppressed' else 'pending' end,
             case when ${channel} = 'email' and m.email is not null then ${now}::timestamptz end,
             case when ${channel} = 'link' then ${now}::timestamptz end,
             case when ${channel} = 'email' and m.email is null then 'no address' end
      from recipients r
      join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}`,
  )

/**
 * Counts the roster, and who of it no channel reaches. Each side is counted by itself: a join of the two would be planned
 * for one row, since both were filled in this transaction, and grow with the square of the roster.
 */
export const countRoster = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ recipients: number; unreachable: number }> =>
  only(
    tx,
    sql`
      update collections
      set recipients = (
            select count(*)
            from recipients
            where organisation_id = ${organisationId}
              and collection_id = ${collectionId}
          ),
          unreachable = (
            select count(*)
            from (
              select member_id
              from deliveries
              where organisation_id = ${organisationId}
                and collection_id = ${collectionId}
              group by member_id
              having bool_and(state = 'suppressed')
            ) as unreached
          )
      where organisation_id = ${organisationId}
        and id = ${collectionId}
      returning recipients, unreachable`,
  )

export const teamNames = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ id: string; name: string }[]> =>
  many(
    tx,
    sql<{ id: string; name: string }>`
      select team_id as id, name
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by name, team_id`,
  )

export const countDeliveries = (tx: Tx, { organisationId, collectionId }: CollectionRef) =>
  many<{
    channel: Channel
    kind: 'invitation' | 'reminder'
    state: 'pending' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'suppressed'
    count: number
  }>(
    tx,
    sql`
      select channel, kind, state, count(*) as count
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      group by channel, kind, state
      order by channel, kind, state`,
  )

export const listRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string | null,
  limit: number,
) =>
  many<{ member_id: string }>(
    tx,
    sql`
      select member_id
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and (${after}::text is null or member_id > ${after}::text collate "C")
      order by member_id
      limit ${limit}`,
  )

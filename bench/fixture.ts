/** An organisation of many people, and a collection for all of them: the starting point of the benchmarks of gate and insights. */
import type { Channel } from '../contract/collections.ts'
import type { Mode } from '../contract/confidentiality.ts'
import type { Question } from '../contract/questions.ts'
import { openCollection } from '../src/collection/collection.ts'
import type { CollectionRef } from '../src/collection-ref.ts'
import { type Db, json, many, run, sql } from '../src/db/db.ts'
import { type RowOf, shapeOf, text } from '../src/db/shape.ts'
import { recipients } from '../src/db/tables.ts'
import { newId } from '../src/ids.ts'

/** Rows in one statement. */
const batch = 5_000

type Size = {
  people: number
  teams: number
  /** The index of the parent of the team at this index, from 1 on; team 0 has none. */
  above: (at: number) => number
}

/** Divides people evenly among teams, each person into one. @returns the teams; the first is above all others */
export async function seedHouse(
  db: Db,
  organisationId: string,
  { people, teams: count, above }: Size,
): Promise<string[]> {
  const now = new Date()
  const teams = Array.from({ length: count }, () => newId('team'))
  const made = teams.map((id, at) => ({ id, parent: at === 0 ? null : teams[above(at)] }))
  const members = Array.from({ length: people }, (_, at) => ({
    id: newId('member'),
    name: `Given${at % 700} Family${at % 3000}`,
    team: teams[at % teams.length],
  }))
  await db.transaction(async (tx) => {
    await run(
      tx,
      sql`
        insert into teams (organisation_id, id, parent_team_id, name, status, created_at, updated_at)
        select ${organisationId}, id, parent, 'Team ' || id, 'active', ${now}, ${now}
        from jsonb_to_recordset(${json(made)}) as made (id text, parent text)`,
    )
    for (let at = 0; at < members.length; at += batch)
      await run(
        tx,
        sql`
          with made as (
            select id, name, team
            from jsonb_to_recordset(${json(members.slice(at, at + batch))}) as made (id text, name text, team text)
          ), kept as (
            insert into members (organisation_id, id, name, status, created_at, updated_at)
            select ${organisationId}, id, name, 'active', ${now}, ${now}
            from made
          )
          insert into memberships (organisation_id, team_id, member_id, joined_at)
          select ${organisationId}, team, id, ${now}
          from made`,
      )
  })
  return teams
}

type Asking = {
  team: string
  mode: Mode
  questions: Question[]
  audience: string[]
  /** By default links. */
  channels?: Channel[]
  /** What figures are broken down by. */
  attribute?: string
  /** By default a pulse. */
  instance?: { id: string; checkInId: string }
}

/** Opens a collection for everybody in the team and in the teams below it. */
export async function openedFor(
  db: Db,
  organisationId: string,
  { team, mode, questions, audience, channels = ['link'], attribute, instance }: Asking,
): Promise<CollectionRef> {
  const owner = instance?.id ?? newId('pulse')
  const { id: collectionId } = await db.transaction((tx) =>
    openCollection(
      tx,
      {
        organisationId,
        seriesId: instance?.checkInId ?? owner,
        owner: {
          kind: instance ? 'check_in_instance' : 'pulse',
          id: owner,
          authorUserId: owner,
          visibility: 'public',
        },
        roster: { team_ids: [team], member_ids: [], excluded_team_ids: [], excluded_member_ids: [] },
        only: null,
        timeZone: null,
        title: 'Cost',
        description: null,
        questions,
        form: questions,
        language: null,
        translations: {},
        questionsVersion: 1,
        channels,
        reminders: [],
        quietHours: null,
        applicationId: null,
        autoClose: false,
        lowParticipation: null,
        policy: {
          mode,
          k_score: 5,
          k_comment: 10,
          k_rate: 5,
          audience,
          results_audience: 'everyone',
          results_readers: [],
          retention_days: null,
          breakdown: attribute === undefined ? null : { attribute },
          links_by: { id: newId('application'), name: 'Bench' },
        },
        closesAt: null,
      },
      new Date(),
    ),
  )
  return { organisationId, collectionId }
}

const recipientRow = shapeOf(recipients, ['member_id', 'team_id'], { team_id: text })

export type Recipient = RowOf<typeof recipientRow>

export const recipientsOf = (db: Db, { organisationId, collectionId }: CollectionRef): Promise<Recipient[]> =>
  many(
    db.tx,
    recipientRow,
    sql`
      select ${recipientRow.columns}
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

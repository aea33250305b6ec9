/**
 * One organisation of a size worth measuring, made set by set: an application, 10,000 public pulses with their closed
 * collections, and open anonymous pulses with two questions and a link for every answer to come.
 */
import { join } from 'node:path'
import { type Scope, scopeNames } from '../contract/scopes.ts'
import { keyStoreOf } from '../src/key-store/key-store.ts'
import { installationOf, keepKeysIn, keysOf, linkOf } from '../src/vault/vault.ts'
import { type Db, json, only, run, sql, textArray } from '../src/db/db.ts'
import { shapeOf } from '../src/db/shape.ts'
import { accessTokens, collections } from '../src/db/tables.ts'
import { bootstrap } from '../src/identity/identity.ts'
import { named, newId, newSecret, sha256 } from '../src/ids.ts'
import { createApplicationFor } from '../src/oauth/oauth.ts'
import { size } from './size.ts'

export const pulsesSeeded = 10_000

export type Seeded = {
  organisationId: string
  applicationId: string
  userId: string
  clientId: string
  clientSecret: string
}

export const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

export const answers = [
  { question_id: 'calm', value: 4 },
  { question_id: 'why', text: 'Two reviews came in on the last day, and nobody knew who decides.' },
]

export async function seedOrganisation(db: Db): Promise<Seeded> {
  const now = new Date()
  return db.transaction(async (tx) => {
    const made = await bootstrap(tx, { organisation: 'Bench', admin: 'admin@bench.example' }, now)
    const organisationId = made.organisation.id
    const application = await createApplicationFor(
      tx,
      { organisationId, userId: null },
      { name: 'Bench', redirect_uris: [], scopes: scopeNames },
      now,
    )
    return {
      organisationId,
      applicationId: application.id,
      userId: made.admin.id,
      clientId: application.client_id,
      clientSecret: application.client_secret!,
    }
  })
}

/** Pulses as a list has them after a while: closed, with results; the single answers are stored elsewhere. */
export async function seedPulses(db: Db, { organisationId, userId, applicationId }: Seeded): Promise<void> {
  const now = new Date()
  const ids = Array.from({ length: pulsesSeeded }, () => newId('pulse')).toSorted()
  const collections = ids.map(() => newId('collection'))
  await db.transaction(async (tx) => {
    await run(
      tx,
      sql`
        insert into collections
          (organisation_id, id, owner_kind, owner_id, series_id, title, questions, questions_version, roster, channels, mode,
           k_score, k_comment, k_rate, promise_hash, state, results_status, opened_at, closes_at, closed_at, keys_destroyed_at,
           author_user_id, promised_author_user_id, visibility)
        select ${organisationId}, collection_id, 'pulse', pulse_id, pulse_id, 'Pulse', ${json(questions)}, 1, '{}', '{email}',
               'anonymous', 5, 10, 5, '', 'closed', 'available', ${now}, ${now}, ${now}, ${now},
               ${userId}, ${userId}, 'public'
        from unnest(${textArray(ids)}, ${textArray(collections)}) as made (pulse_id, collection_id)`,
    )
    await run(
      tx,
      sql`
        insert into pulses
          (organisation_id, id, author_user_id, application_id, title, topic, description, visibility, questions, recipients,
           confidentiality, channels, auto_close, opens_at, closes_at, tags, metadata, state, collection_id, created_at,
           updated_at)
        select ${organisationId}, pulse_id, ${userId}, ${applicationId}, 'After the outage no. ' || number, 'incident review',
               'What we want to know before the next one, while it is fresh.', 'public', ${json(questions)},
               '{"team_ids": [], "member_ids": []}',
               '{"mode": "anonymous", "k_score": 5, "k_comment": 10, "k_rate": 5, "audience": []}', '{email}', false,
               ${now}, ${now}, '{platform,review}', '{}', 'closed', collection_id, ${now}, ${now}
        from unnest(${textArray(ids)}, ${textArray(collections)}) with ordinality as made (pulse_id, collection_id, number)`,
    )
  })
}

/** A user's token, as the authorization code flow stores it. */
export async function userToken(
  db: Db,
  { organisationId, applicationId, userId }: Seeded,
  scopes: Scope[],
): Promise<string> {
  const token = newSecret('at', organisationId)
  await only(
    db.tx,
    shapeOf(accessTokens, ['token_sha256']),
    sql`
      insert into access_tokens (token_sha256, organisation_id, application_id, user_id, scopes, created_at, expires_at)
      values (${sha256(token)}, ${organisationId}, ${applicationId}, ${userId}, ${textArray(scopes)}, ${new Date()},
              ${new Date(Date.now() + 3_600_000)})
      returning token_sha256`,
  )
  return token
}

/** The keys of a service that runs on this database and this folder. */
export const shareKeys = async (db: Db, dataDir: string): Promise<void> =>
  keepKeysIn(keyStoreOf({ kind: 'directory', folder: join(dataDir, 'keys') }, await installationOf(db.tx)), [
    db,
  ])

/** People in the one team that every pulse of `seedLinks` asks. */
const peopleSeeded = size(2_000, 200)

/**
 * Anonymous pulses to 2,000 people each, opened through the API.
 * @returns the tokens of `count` links; neighbours in the list belong to different pulses
 */
export async function seedLinks(db: Db, seeded: Seeded, url: string, count: number): Promise<string[]> {
  const opened = await seedCollections(db, seeded, url, {
    people: peopleSeeded,
    pulses: Math.ceil(count / peopleSeeded),
  })
  return Array.from({ length: peopleSeeded }, (_, at) => opened.map(({ links }) => links[at]))
    .flat()
    .slice(0, count)
}

/** An open collection, and the token of every link of it. */
export type OpenCollection = { collectionId: string; links: string[] }

/** Anonymous pulses to the same people, opened through the API. */
export async function seedCollections(
  db: Db,
  seeded: Seeded,
  url: string,
  { people, pulses }: { people: number; pulses: number },
): Promise<OpenCollection[]> {
  const { organisationId } = seeded
  const { team, members } = await seedPeople(db, organisationId, people)
  const token = await userToken(db, seeded, ['pulses:write'])
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { id: string }
  }
  const opened: OpenCollection[] = []
  while (opened.length < pulses) {
    const pulse = await post('/api/pulses', {
      title: 'After the outage',
      questions,
      recipients: { team_ids: [team], member_ids: [] },
      confidentiality: { mode: 'anonymous' },
      channels: ['link'],
    })
    await post(`/api/pulses/${pulse.id}/open`, {})
    const { id: collectionId } = await only(
      db.tx,
      shapeOf(collections, ['id']),
      sql`select id from collections where organisation_id = ${organisationId} and owner_id = ${pulse.id}`,
    )
    const { linkKey } = (await keysOf(db.tx, { organisationId, collectionId, mode: 'anonymous' }))!
    opened.push({
      collectionId,
      links: members.map((member) => named(organisationId, linkOf(linkKey, member))),
    })
  }
  return opened
}

async function seedPeople(
  db: Db,
  organisationId: string,
  count: number,
): Promise<{ team: string; members: string[] }> {
  const now = new Date()
  const team = newId('team')
  const members = Array.from({ length: count }, () => newId('member'))
  await db.transaction(async (tx) => {
    await run(
      tx,
      sql`
        insert into teams (organisation_id, id, name, status, created_at, updated_at)
        values (${organisationId}, ${team}, 'Everyone', 'active', ${now}, ${now})`,
    )
    await run(
      tx,
      sql`
        insert into members (organisation_id, id, name, status, created_at, updated_at)
        select ${organisationId}, id, 'Person', 'active', ${now}, ${now}
        from unnest(${textArray(members)}) as made (id)`,
    )
    await run(
      tx,
      sql`
        insert into memberships (organisation_id, team_id, member_id, joined_at)
        select ${organisationId}, ${team}, id, ${now}
        from unnest(${textArray(members)}) as made (id)`,
    )
  })
  return { team, members }
}

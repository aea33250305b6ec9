/**
 * Everybody answers at once: each link of one open collection is used over 64 connections, one collection a round, in turns with as many
 * answers on the bare server. Then the acknowledged answers are counted in the database: none may be missing, and none may be there
 * twice.
 */
import { type Db, only, sql } from '../src/db/db.ts'
import { int8, shape } from '../src/db/shape.ts'
import { type Compared, overRounds, type Sample } from './figures.ts'
import { post, type Run, sampleBy, type Server } from './rows.ts'
import { answers, type OpenCollection, seedCollections, type Seeded } from './seed.ts'

const connections = 64

export type Burst = { rounds: number; people: number }

/** @returns a collection for each round, and before them one to warm up with, which the bare server fills too */
export const seedBurst = (
  db: Db,
  seeded: Seeded,
  url: string,
  { rounds, people }: Burst,
): Promise<OpenCollection[]> => seedCollections(db, seeded, url, { people, pulses: rounds + 1 })

export async function burstRow(
  run: Run,
  db: Db,
  [spare, ...collections]: readonly OpenCollection[],
): Promise<Compared> {
  run.say('burst')
  const burst = (server: Server, { links }: OpenCollection): Promise<Sample> => {
    const requests = links.map((link) => post(`/r/${link}`, { answers }))
    return sampleBy(run, server, { connections, count: links.length, requests, status: 201 })
  }
  await burst(run.ours, spare)
  await burst(run.bare, spare)
  const [ours, bare]: Sample[][] = [[], []]
  let [kept, twice] = [0, 0]
  for (const one of collections) {
    ours.push(await burst(run.ours, one))
    bare.push(await burst(run.bare, spare))
    // A second answer to a link gets the same reply and counts no more.
    await burst(run.ours, { ...one, links: one.links.slice(0, connections) })
    const count = await countOf(db, run.seeded, one)
    kept += count.kept
    twice += count.kept - count.links
  }
  const sent = collections.reduce((all, { links }) => all + links.length, 0)
  return { name: 'burst', ours: overRounds(ours), bare: overRounds(bare), counted: { sent, kept, twice } }
}

/** How many answers there are, from how many links; each must have its receipt. */
const countOf = (db: Db, { organisationId }: Seeded, { collectionId }: OpenCollection) =>
  only(
    db.tx,
    shape({ kept: int8, links: int8 }),
    sql`
      select count(*) as kept, count(distinct respondent_key) as links
      from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'submitted'
        and not repeats
        and id in (
          select response_id
          from receipts
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
        )`,
  )

/**
 * How much PostgreSQL works for a page of the directory: as much among many as among few, on the first page and in the middle, whatever the
 * planner knows. Work is counted in rows and in blocks, which are the same on every machine.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { seedHouse } from '../../bench/fixture.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { type CountingDb, countingDb } from '../../test/support/handled-rows.ts'
import { freshDatabase } from '../../test/support/start.ts'
import { containing } from '../db/db.ts'
import type { Paged } from '../db/paging.ts'
import { bootstrap } from '../identity/identity.ts'
import { orderOf } from './member-order.ts'
import { fewFoundBy, listMembers, type MemberFilter } from './members-store.ts'
import { listMemberships } from './memberships-store.ts'
import type { DirectoryReach } from './reach.ts'

const everybody: DirectoryReach = { kind: 'all' }
const limit = 25
const [few, many] = [300, 12_000]
/** Another depth of an index, and not twenty times the rows. */
const growthMax = 1.3
/** One level of an index more in each of its few blocks. */
const blocksMax = 2

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0)

type House = { organisationId: string; teams: string[]; middle: string }
type List = (db: CountingDb, house: House, after: string | null) => Promise<unknown[]>

const page = (after: string | null): Paged => ({ limit, after, filter: '' })
const anybody: MemberFilter = {
  statuses: ['active', 'suspended'],
  externalId: null,
  email: null,
  teamIds: null,
  isWithoutTeam: false,
  search: null,
  found: null,
  updatedSince: null,
  reach: everybody,
}

const lists: Record<string, List> = {
  'members, oldest first': ({ tx }, { organisationId }, after) =>
    listMembers(tx, organisationId, anybody, { ...page(after), order: orderOf() }),
  'members, newest first': ({ tx }, { organisationId }, after) =>
    listMembers(tx, organisationId, anybody, { ...page(after), order: orderOf('-created_at') }),
  'members of a large team': ({ tx }, { organisationId, teams }, after) =>
    listMemberships(tx, { organisationId, id: teams.at(-1)! }, everybody, page(after)),
}

/** A part of a name, and of how many of the few and of the many the page shows it. */
const searches = {
  'what nobody has': { part: 'Nobody of this name', shown: 0 },
  'what one has': { part: 'Given299 Family299', shown: 1 },
  'what all have': { part: 'Given', shown: limit + 1 },
}

/** What the planner knows: nothing, of a small organisation alone, or everything. */
const moments = ['never', 'before these organisations were there', 'after they were filled'] as const

for (const analysed of moments)
  suite(`pages of the directory, analysed ${analysed}`, () => {
    let db: CountingDb
    let [small, large]: House[] = []

    /** Half of the people are in the last team, the others in teams of two. */
    async function newHouse(people: number): Promise<House> {
      const admin = `admin-of-${people}@test.example`
      const made = await db.transaction((tx) =>
        bootstrap(tx, { organisation: `House ${people}`, admin }, new Date()),
      )
      const organisationId = made.organisation.id
      const teams = await seedHouse(db, organisationId, { people, teams: people / 2, above: () => 0 })
      await db.pool.query(
        `update memberships set team_id = $2
         where organisation_id = $1
           and member_id < (select id from members where organisation_id = $1 order by id offset $3 limit 1)`,
        [organisationId, teams.at(-1), people / 2],
      )
      const { rows } = await db.pool.query(
        `select id from members where organisation_id = $1 order by id offset $2 limit 1`,
        [organisationId, people / 4],
      )
      return { organisationId, teams, middle: rows[0].id }
    }

    before(async () => {
      db = await countingDb(await freshDatabase())
      atEndOf('file', () => db.close())
      if (analysed === 'before these organisations were there') {
        await newHouse(60)
        await db.pool.query('analyze')
      }
      small = await newHouse(few)
      large = await newHouse(many)
      if (analysed === 'after they were filled') await db.pool.query('analyze')
    })

    for (const [name, list] of Object.entries(lists))
      for (const place of ['first', 'middle'] as const)
        test(`${name}: the ${place} page`, async () => {
          const workIn = async (house: House) => {
            db.takeCounts()
            db.takeBlocks()
            const after = place === 'first' ? null : house.middle
            assert.equal((await list(db, house, after)).length, limit + 1)
            return { rows: sumOf(db.takeCounts()), blocks: db.takeBlocks() }
          }
          const [fewer, more] = [await workIn(small), await workIn(large)]
          assert.ok(
            fewer.rows > limit && more.rows < growthMax * fewer.rows,
            `${fewer.rows} rows, and ${more.rows}`,
          )
          assert.ok(
            fewer.blocks > limit && more.blocks < blocksMax * fewer.blocks,
            `${fewer.blocks} blocks, and ${more.blocks}`,
          )
        })

    for (const [name, { part, shown }] of Object.entries(searches))
      test(`a search for ${name}`, async () => {
        const workIn = async ({ organisationId }: House) => {
          db.takeCounts()
          db.takeBlocks()
          const search = { pattern: containing(part), externalId: part }
          const found = await fewFoundBy(db.tx, organisationId, search)
          const looked = sumOf(db.takeCounts())
          const filter = { ...anybody, search, found }
          const members = await listMembers(db.tx, organisationId, filter, {
            ...page(null),
            order: orderOf(),
          })
          assert.equal(members.length, shown)
          return { looked, listed: sumOf(db.takeCounts()), blocks: db.takeBlocks() }
        }
        const [fewer, more] = [await workIn(small), await workIn(large)]
        const told = JSON.stringify({ fewer, more })
        assert.ok(more.listed <= growthMax * fewer.listed, told)
        // The index over letters is chosen where the planner knows how large the table is; what all have is not found by it.
        if (analysed !== 'after they were filled' || shown > limit) return
        assert.ok(more.looked <= growthMax * fewer.looked, told)
        assert.ok(more.blocks < blocksMax * fewer.blocks, told)
      })
  })

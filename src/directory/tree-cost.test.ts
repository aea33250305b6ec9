/**
 * How much PostgreSQL works for the tree of teams and its sizes: in proportion to the directory whatever the planner knows. Work is counted in rows, which is the same on every machine.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { seedHouse } from '../../bench/fixture.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { type CountingDb, countingDb } from '../../test/support/handled-rows.ts'
import { freshDatabase } from '../../test/support/start.ts'
import { bootstrap } from '../identity/identity.ts'
import type { DirectoryReach } from './reach.ts'
import { sizesOf, teamTree } from './teams-store.ts'

const everybody: DirectoryReach = { kind: 'all' }
const most = 5_000
const teamSize = 20
/** Ten teams under the first, and the others under these: of any size the tree has three levels. */
const above = (at: number): number => (at <= 10 ? 0 : 1 + (at % 10))

const times = 8
/** A sort grows a little faster than what it sorts; the square would grow by 64. */
const growthMax = 1.5 * times

/** What the planner knows: nothing, of a small organisation alone, or everything. */
const moments = ['never', 'before this organisation was there', 'after it was filled'] as const

for (const analysed of moments)
  suite(`the tree of teams, analysed ${analysed}`, () => {
    let db: CountingDb
    let houses = 0
    before(async () => {
      db = await countingDb(await freshDatabase())
      atEndOf('file', () => db.close())
      if (analysed !== 'before this organisation was there') return
      await newHouse(2 * teamSize)
      await db.pool.query('analyze')
    })

    async function newHouse(people: number): Promise<{ organisationId: string; teams: string[] }> {
      const admin = `admin-of-${++houses}@test.example`
      const made = await db.transaction((tx) =>
        bootstrap(tx, { organisation: `House ${houses}`, admin }, new Date()),
      )
      const organisationId = made.organisation.id
      const teams = await seedHouse(db, organisationId, { people, teams: people / teamSize, above })
      if (analysed === 'after it was filled') await db.pool.query('analyze')
      return { organisationId, teams }
    }

    async function rowsOf(people: number, seenOf: (teams: string[]) => DirectoryReach): Promise<number> {
      const { organisationId, teams } = await newHouse(people)
      const reach = seenOf(teams)
      db.takeCounts()
      const tree = await teamTree(db.tx, organisationId, reach, most)
      const rows = [...db.takeCounts().values()].reduce((sum, each) => sum + each, 0)
      const seen = reach.kind === 'all' ? teams : reach.teams
      assert.deepEqual(
        tree.map(({ id, member_count }) => [id, member_count]),
        seen.toSorted().map((id) => [id, teamSize]),
      )
      const highest = tree.find(({ id }) => id === seen[0])
      assert.equal(highest?.people_count, seen.length * teamSize)
      return rows
    }

    test('grows with the people and the teams', async () => {
      const few = await rowsOf(500, () => everybody)
      const many = await rowsOf(times * 500, () => everybody)
      assert.ok(many < growthMax * few, `${few} rows, and ${many}`)
    })

    test('grows with the teams of somebody who sees some of them', async () => {
      /** The second team, with all under it. */
      const seenOf = (teams: string[]): DirectoryReach => ({
        kind: 'near',
        memberId: null,
        teams: teams.filter((_, at) => at === 1 || (at > 10 && above(at) === 1)),
        managed: [],
      })
      const few = await rowsOf(620, seenOf)
      const many = await rowsOf(times * 620, seenOf)
      assert.ok(many < growthMax * few, `${few} rows, and ${many}`)
    })

    test('counting who is in no team grows with the people', async () => {
      const counted = async (people: number): Promise<number> => {
        const { organisationId } = await newHouse(people)
        db.takeCounts()
        const sizes = await sizesOf(db.tx, organisationId, everybody)
        assert.deepEqual([sizes.people_count, sizes.without_team_count], [people, 0])
        return [...db.takeCounts().values()].reduce((sum, each) => sum + each, 0)
      }
      const [few, many] = [await counted(500), await counted(times * 500)]
      assert.ok(many < growthMax * few, `${few} rows, and ${many}`)
    })
  })

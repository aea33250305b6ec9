/**
 * Somebody who asks for files while they may read everything, and fetches them once they may read less: as a member who was an analyst, as
 * the former lead of a team, as a program that an admin has narrowed to one team, and by links that were made before.
 */
import assert from 'node:assert/strict'
import { before, suite, test as attack } from 'node:test'
import { endExports } from '../../../src/exports/exports.ts'
import { endOrganisationExports } from '../../../src/offboarding/offboarding.ts'
import type { Scope } from '../../../contract/scopes.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { ended, exporting } from '../../support/exporting.ts'
import { newPeopledWorld, type PeopledWorld } from '../../support/people.ts'
import { type Asked, askedTwoTeams, findingsOf, replier } from '../../support/replying.ts'
import { type Client, client, eventually } from '../../support/world.ts'
import { type House, newHouse, wonNone } from './acting.ts'

const scopes: Scope[] = [
  'exports:write',
  'pulses:read',
  'checkins:read',
  'insights:read',
  'responses:read',
  'teams:read',
]

suite('files that were written for somebody who could read more', () => {
  let world: PeopledWorld
  let house: House
  let survey: Asked
  /** An admin, in person. */
  let admin: Client
  const { download } = exporting(() => world.url)

  before(async () => {
    world = await newPeopledWorld()
    house = await newHouse({ running: world.running })
    admin = await world.person(house.world.adminEmail)
    survey = await askedTwoTeams(house)
    await findingsOf(house, survey, await replier(house, [], 'admin'))
  })

  const tokenOf = async (userId: string | null): Promise<Client> =>
    client(house.world.url, await house.world.token({ userId, scopes }))

  const written = async (api: Client, dataset: string): Promise<string> => {
    const { id } = await bodyOf(api.post('/api/exports', { dataset, format: 'jsonl' }), 201)
    assert.equal((await ended(api, id)).state, 'ready')
    return id
  }

  const linkTo = async (api: Client, id: string): Promise<string> =>
    (await bodyOf(api.post(`/api/exports/${id}/link`), 201)).url

  /** The attempts that got bytes of the file. */
  const wins = async (api: Client, id: string, link: string): Promise<number> => {
    const fetched = await download(api, id)
    const linked = await fetch(link)
    const again = await api.post(`/api/exports/${id}/link`)
    await Promise.all([fetched.body?.cancel(), linked.body?.cancel()])
    return [fetched.ok, linked.ok, again.status === 201].filter(Boolean).length
  }

  for (const dataset of ['results', 'comments', 'figures', 'participation', 'insights', 'teams'])
    attack(`an analyst who became a member gets no ${dataset} from before`, async () => {
      const { userId } = await house.world.user({ role: 'analyst' })
      const analyst = await tokenOf(userId)
      const id = await written(analyst, dataset)
      assert.equal((await download(analyst, id)).status, 200)
      const link = await linkTo(analyst, id)
      await bodyOf(admin.patch(`/api/people/${userId}`, { role: 'member' }))
      wonNone(await wins(await tokenOf(userId), id, link), 3, `ways to the ${dataset}`)
    })

  attack('a lead of two teams who leads one of them gets no results of the other from before', async () => {
    const lead = await replier(house, survey.teams)
    const api = await tokenOf(lead.userId)
    const id = await written(api, 'figures')
    const link = await linkTo(api, id)
    await bodyOf(house.program.delete(`/api/teams/${survey.teams[1]}/members/${lead.memberId}`), 204)
    wonNone(await wins(await tokenOf(lead.userId), id, link), 3, 'ways to the figures')
    // What they may read by now they get.
    assert.equal((await download(api, await written(api, 'figures'))).status, 200)
  })

  attack(
    'a program that an admin narrowed to one team gets no results of the others from before',
    async () => {
      const api = await tokenOf(null)
      const id = await written(api, 'results')
      const link = await linkTo(api, id)
      const path = `/api/applications/${house.world.application.id}`
      await bodyOf(admin.patch(path, { results_team_ids: [survey.teams[0]] }))
      wonNone(await wins(await tokenOf(null), id, link), 3, 'ways to the results')
      await bodyOf(admin.patch(path, { results_team_ids: null }))
      assert.equal((await download(api, id)).status, 200, 'whoever may read it all gets it again')
    },
  )

  const answersTell = ['results', 'comments', 'figures', 'insights']
  for (const dataset of [...answersTell, 'participation', 'collections'])
    attack(
      `an analyst gets no ${dataset} of a survey that was deleted since, until it is restored`,
      async () => {
        const { userId } = await house.world.user({ role: 'analyst' })
        const analyst = await tokenOf(userId)
        const id = await written(analyst, dataset)
        const link = await linkTo(analyst, id)
        const path = `/api/pulses/${survey.pulse.id}`
        await bodyOf(house.author.delete(path), 204)
        wonNone(await wins(analyst, id, link), 3, `ways to the ${dataset}`)
        assert.equal((await download(analyst, await written(analyst, dataset))).status, 200, 'without it')
        await bodyOf(house.author.post(`${path}/restore`))
        assert.equal((await download(analyst, id)).status, 200, 'with it again')
      },
    )

  for (const [dataset, isEnded] of [
    ...answersTell.map((name) => [name, true] as const),
    ['participation', false] as const,
    ['teams', false] as const,
  ])
    attack(`an analyst gets ${isEnded ? 'no ' : ''}${dataset} once the time of answers is over`, async () => {
      const { db } = house.world.running
      const { userId } = await house.world.user({ role: 'analyst' })
      const analyst = await tokenOf(userId)
      const other = await askedTwoTeams(house)
      await findingsOf(house, other, await replier(house, [], 'admin'))
      const id = await written(analyst, dataset)
      const link = await linkTo(analyst, id)
      // The mark with which their deletion begins.
      await db.pool.query('update collections set answers_deleted_at = $1 where owner_id = $2', [
        new Date(),
        other.pulse.id,
      ])
      const won = await wins(analyst, id, link)
      if (isEnded) wonNone(won, 3, `ways to the ${dataset}`)
      else assert.equal(won, 3)
    })

  attack(
    'files that were written, and one that is being written, end with the erasure of a member',
    async () => {
      const { userId } = await house.world.user({ role: 'analyst' })
      const analyst = await tokenOf(userId)
      const [ready, running] = [await written(analyst, 'actions'), await written(analyst, 'actions')]
      const { db } = house.world.running
      await db.pool.query("update exports set state = 'running' where id = $1", [running])
      const link = await linkTo(analyst, ready)
      const leaver = await replier(house, [])
      await bodyOf(house.program.post(`/api/members/${leaver.memberId}/erase`))
      wonNone(await wins(analyst, ready, link), 3, 'ways to the actions')
      assert.deepEqual(
        [(await ended(analyst, ready)).state, (await ended(analyst, running)).state],
        ['expired', 'failed'],
      )
      const { rows } = await db.pool.query(
        'select count(*)::integer from export_pieces where export_id = any ($1)',
        [[ready, running]],
      )
      assert.equal(rows[0].count, 0)
    },
  )

  attack('what is asked for while a member is erased begins after that', async () => {
    const { db } = house.world.running
    const analyst = await tokenOf((await house.world.user({ role: 'analyst' })).userId)
    const askings = [
      { end: endExports, ask: () => analyst.post('/api/exports', { dataset: 'actions', format: 'csv' }) },
      { end: endOrganisationExports, ask: () => admin.post('/api/organisation/exports') },
    ]
    for (const { end, ask } of askings) {
      let isAnswered = false
      const { asked } = await db.transaction(async (tx) => {
        await end(tx, house.world.organisationId, new Date())
        const asked = ask().finally(() => (isAnswered = true))
        await eventually(
          () => db.pool.query("select 1 from pg_locks where locktype = 'advisory' and not granted"),
          ({ rows }) => rows.length > 0 || isAnswered,
        )
        assert.equal(isAnswered, false)
        return { asked }
      })
      assert.equal((await asked).status, 201)
    }
  })

  attack('a link leads to nothing once the person behind it has no access', async () => {
    const { userId } = await house.world.user({ role: 'analyst' })
    const analyst = await tokenOf(userId)
    const id = await written(analyst, 'results')
    const link = await linkTo(analyst, id)
    await bodyOf(admin.patch(`/api/people/${userId}`, { state: 'disabled' }))
    const reply = await fetch(link)
    await reply.body?.cancel()
    wonNone(reply.ok ? 1 : 0, 1, 'files')
  })
})

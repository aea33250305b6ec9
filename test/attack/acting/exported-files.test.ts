/**
 * Somebody who asks for files while they may read everything, and fetches them once they may read less: as a member who was an analyst, as
 * the former lead of a team, as a program that an admin has narrowed to one team, and by links that were made before.
 */
import assert from 'node:assert/strict'
import { before, suite, test as attack } from 'node:test'
import type { Scope } from '../../../contract/scopes.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { ended, exporting } from '../../support/exporting.ts'
import { newPeopledWorld, type PeopledWorld } from '../../support/people.ts'
import { type Asked, askedTwoTeams, findingsOf, replier } from '../../support/replying.ts'
import { type Client, client } from '../../support/world.ts'
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

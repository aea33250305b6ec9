/** Channels in a preview: the tool of agents and the operator's command count people in the pools of codes on paper, as the API does. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { runSimulation } from '../cli/simulate.ts'
import { agentOf } from '../../test/support/agent.ts'
import { type Client, newWorld, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }
let plant: string
let crews: string[]

/** In each crew three of twelve draw a code, and five are needed, so everybody counts in the plant. */
const pooled = [0, 0, 1]
const channels = ['email', 'code']

const scoresIn = ({ teams }: { teams: { team_id: string; scores: number }[] }): (number | undefined)[] =>
  [...crews, plant].map((id) => teams.find(({ team_id: team }) => team === id)?.scores)

before(async () => {
  world = await newWorld()
  author = await world.user()
  const directory = await world.organisation()
  plant = (await world.team('Plant', 6)).id
  crews = []
  for (const name of ['Early', 'Late']) {
    const { id } = await world.team(name, 9, { parent: plant })
    crews.push(id)
    for (let at = 0; at < 3; at++) {
      const fitter = { name: `${name} ${at}`, channels: [{ type: 'code' }], team_ids: [id] }
      assert.equal((await directory.post('/api/members', fitter)).status, 201)
    }
  }
})

test('the API', async () => {
  const asking = {
    recipients: { team_ids: [plant] },
    response_rate: 0.7,
    confidentiality: { mode: 'anonymous' },
  }
  const { body } = await author.post('/api/confidentiality/simulate', { ...asking, channels })
  assert.deepEqual(scoresIn(body), pooled)
})

test('the tool of agents', async () => {
  const token = await world.token({ userId: author.userId, scopes: ['pulses:read', 'teams:read'] })
  const agent = await agentOf(world.url, token)
  const asking = { recipients: { team_ids: [plant] }, mode: 'anonymous' }
  assert.deepEqual(scoresIn(await agent.call('simulate_audience', { ...asking, channels })), pooled)
  assert.notDeepEqual(scoresIn(await agent.call('simulate_audience', asking)), pooled)
  await agent.close()
})

test('the operator’s command', async () => {
  const command = {
    organisation: world.organisationId,
    team: [plant],
    member: [],
    rate: '0.7',
    skip: '0.05',
    mode: 'anonymous',
  }
  const { db } = world.running
  assert.deepEqual(scoresIn(await runSimulation(db, { ...command, channel: channels })), pooled)
  assert.notDeepEqual(scoresIn(await runSimulation(db, command)), pooled)
  await assert.rejects(runSimulation(db, { ...command, channel: ['pigeon'] }), {
    code: 'invalid_request',
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { newDirectory, refused } from '../../test/support/directory.ts'

async function newTree() {
  const directory = await newDirectory()
  const { api, team } = directory
  return {
    ...directory,
    /** A line of teams, each below the one before. */
    line: async (count: number): Promise<string[]> => {
      const ids: string[] = []
      for (let i = 0; i < count; i++)
        ids.push((await team(`Level ${i + 1}`, { parent_team_id: ids.at(-1) ?? null })).id)
      return ids
    },
    move: (id: string, parent: string | null) => api.patch(`/api/teams/${id}`, { parent_team_id: parent }),
  }
}

test(`teams nest at most ${limits.teamDepthMax} levels deep, whether created or moved`, async () => {
  const { api, line, team, move } = await newTree()
  const deep = await line(limits.teamDepthMax)
  const tooDeep = refused(422, 'unprocessable', '/parent_team_id')
  tooDeep(await api.post('/api/teams', { name: 'Below', parent_team_id: deep.at(-1) }))
  const [top] = await line(3)
  tooDeep(await move(top, deep.at(-3)!))
  assert.equal((await move(top, deep.at(-4)!)).status, 200)
  assert.equal((await move((await team('One')).id, deep.at(-2)!)).status, 200)
})

test('two simultaneous moves cannot nest teams too deep', async () => {
  const { line, move } = await newTree()
  const [one, two, three] = [await line(8), await line(8), await line(8)]
  const replies = await Promise.all([move(two[0], one.at(-1)!), move(three[0], two.at(-1)!)])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 422])
})

test('simultaneous moves never make a team its own ancestor', async () => {
  const { api, team, move } = await newTree()
  const ids: string[] = []
  // Each waits for those before it, and the database for a connection at most ten seconds: as many as a slow machine makes in that time.
  for (let i = 0; i < 4; i++) ids.push((await team(`T${i}`)).id)
  const replies = await Promise.all(
    ids.flatMap((id) => ids.filter((other) => other !== id).map((other) => move(id, other))),
  )
  assert.ok(replies.every(({ status }) => status === 200 || status === 422))
  const parents = new Map<string, string | null>(
    (await api.get('/api/teams')).body.teams.map((one: any) => [one.id, one.parent_team_id]),
  )
  for (const id of ids) {
    let steps = 0
    for (let at: string | null = id; at !== null; at = parents.get(at)!) assert.ok(steps++ < ids.length)
  }
})

test('moving a team moves everything below it, also to the top', async () => {
  const { api, line, move } = await newTree()
  const [top, middle, low] = await line(3)
  const { body } = await move(middle, null)
  assert.deepEqual([body.parent_team_id, body.version], [null, 2])
  assert.equal((await api.get(`/api/teams/${low}`)).body.parent_team_id, middle)
  assert.equal((await move(top, low)).status, 200)
  refused(422, 'team_cycle')(await move(middle, top))
})

test('a team below an archived one keeps its place and can be moved out, and the archived one takes no new teams', async () => {
  const { api, line, team, move } = await newTree()
  const [top, middle, low] = await line(3)
  await api.delete(`/api/teams/${middle}`)
  assert.equal((await api.get(`/api/teams/${low}`)).body.parent_team_id, middle)
  refused(422, 'unprocessable', '/parent_team_id')(await move((await team('New')).id, middle))
  refused(422, 'team_cycle')(await move(top, low))
  assert.equal((await api.patch(`/api/teams/${low}`, { name: 'Lower' })).status, 200)
  assert.equal((await move(low, top)).body.parent_team_id, top)
})

test('archiving a parent while a child is created leaves no child created later', async () => {
  const { api, team } = await newTree()
  for (let round = 0; round < 5; round++) {
    const { id } = await team('Parent')
    const [child, gone] = await Promise.all([
      api.post('/api/teams', { name: 'Child', parent_team_id: id }),
      api.delete(`/api/teams/${id}`),
    ])
    assert.equal(gone.status, 204)
    assert.ok(child.status === 201 || child.status === 422)
  }
})

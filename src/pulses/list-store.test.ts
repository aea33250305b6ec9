import { test } from 'node:test'
import assert from 'node:assert/strict'
import { newWorld, pulseDraft } from '../../test/support/world.ts'

test('an item of the list equals the pulse itself, member by member', async () => {
  const world = await newWorld()
  const author = await world.user()
  const team = await world.team('Platform', 2)
  const { body: draft } = await author.post(
    '/api/pulses',
    pulseDraft([team.id], {
      description: 'Described',
      tags: ['one', 'two, "three"'],
      opens_at: '2030-01-01T00:00:00Z',
    }),
  )
  const { body: asked } = await author.post(
    '/api/pulses',
    pulseDraft([team.id], { visibility: 'private', topic: null }),
  )
  await author.post(`/api/pulses/${asked.id}/open`)

  const { body: page } = await author.get('/api/pulses')
  assert.deepEqual(
    page.pulses.map(({ id }: { id: string }) => id),
    [asked.id, draft.id],
  )
  for (const item of page.pulses) {
    const { body: pulse } = await author.get(`/api/pulses/${item.id}`)
    for (const [member, value] of Object.entries(item)) assert.deepEqual(value, pulse[member], member)
  }
  const { body: others } = await (await world.organisation()).get('/api/pulses')
  assert.deepEqual(others.pulses, [page.pulses[1]])
})

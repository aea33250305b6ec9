/** Who is told by lists of a survey that has asked nobody yet. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { counts, did, surveysOf, titles } from '../../test/support/listed-surveys.ts'
import { type Client, newWorld, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }
let team: { id: string }

before(async () => {
  world = await newWorld()
  author = await world.user()
  team = await world.team('Asked', 6)
})

const { pulse, checkIn } = surveysOf(() => team.id)

test('a survey that has asked nobody yet is listed to its author, named readers, analysts, admins and programs, and to nobody else', async () => {
  const writer = await world.user({ role: 'member' })
  const colleague = await world.user({ role: 'member' })
  const reader = await world.user({ role: 'member' })
  const shared = { mode: 'attributed', results_audience: 'listed', results_readers: [reader.userId] }
  const draft = await pulse(author, { title: 'Unannounced draft', confidentiality: shared })
  const weekly = await checkIn(author, { title: 'Unannounced weekly' })
  await pulse(writer, { title: 'Unannounced of a member' })
  const later = await pulse(author, { title: 'Unannounced later', opens_at: '2090-01-02T09:00:00Z' })
  await did(author, `${weekly.path}/activate`)
  await did(author, `${later.path}/schedule`)
  const seen = async (api: Client): Promise<unknown> => [
    (await titles(api, '?q=Unannounced')).map((title) => title.replace('Unannounced ', '')),
    await counts(api, '?q=Unannounced').then(({ draft: drafts, scheduled }) => [drafts, scheduled]),
  ]
  const all = [
    ['later', 'of a member', 'weekly', 'draft'],
    [2, 2],
  ]
  for (const role of ['analyst', 'admin'] as const)
    assert.deepEqual(await seen(await world.user({ role })), all)
  assert.deepEqual(await seen(await world.organisation()), all)
  assert.deepEqual(await seen(writer), [['of a member'], [1, 0]])
  assert.deepEqual(await seen(reader), [['draft'], [1, 0]])
  assert.deepEqual(await seen(colleague), [[], [0, 0]])
  const months = '/api/occurrences?from=2090-01-01&to=2090-01-20'
  const planned = async (api: Client): Promise<string[]> =>
    (await api.get(months)).body.surveys
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title.startsWith('Unannounced'))
  assert.deepEqual(await planned(author), ['Unannounced later', 'Unannounced weekly'])
  assert.deepEqual(await planned(colleague), [])

  // Whoever it asks is told of it, so from then on it is in every list.
  const [instance] = (await author.get(`${weekly.path}/instances`)).body.check_in_instances
  await did(author, `/api/check-in-instances/${instance.id}/open`)
  await did(author, `${draft.path}/open`)
  assert.deepEqual(await titles(colleague, '?q=Unannounced'), ['Unannounced weekly', 'Unannounced draft'])
  assert.deepEqual(await planned(colleague), ['Unannounced weekly'])
})

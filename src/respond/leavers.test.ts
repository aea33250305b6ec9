/** Links of people who left while a survey was open: closed where answers have names, and as good as anybody's where they do not. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Mode } from '../../contract/confidentiality.ts'
import { client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

const answers = [{ question_id: 'calm', value: 4 }]

let world: World

suite('the link of somebody who was deactivated', () => {
  before(async () => {
    world = await newWorld()
  })

  async function opened(mode: Mode) {
    const author = await world.user()
    const { id: team } = await world.team(`Leavers, ${mode}`, 7)
    const { id } = (await author.post('/api/pulses', pulseDraft([team], { confidentiality: { mode } }))).body
    assert.equal((await author.post(`/api/pulses/${id}/open`)).status, 200)
    const [leaver, colleague] = (await links(author, `/api/pulses/${id}`)) as {
      member_id: string
      url: string
    }[]
    const directory = await world.organisation(['teams:write'])
    const set = async (status: string) =>
      assert.equal((await directory.patch(`/api/members/${leaver.member_id}`, { status })).status, 200)
    const pathOf = ({ url }: { url: string }): string => new URL(url).pathname
    return { set, leaver: pathOf(leaver), colleague: pathOf(colleague) }
  }
  const anyone = () => client(world.url)

  test('is closed in attributed mode, to read, to save and to answer, until they are back', async () => {
    const { set, leaver, colleague } = await opened('attributed')
    await set('deactivated')
    assert.equal((await anyone().get(leaver)).body.state, 'closed')
    for (const refused of [
      await anyone().post(leaver, { answers }),
      await anyone().patch(leaver, { answers, attempt: 'a'.repeat(32) }),
    ])
      assert.deepEqual([refused.status, refused.body.code], [409, 'collection_closed'])
    assert.equal((await anyone().post(colleague, { answers })).status, 201)
    await set('active')
    assert.equal((await anyone().post(leaver, { answers })).status, 201)
  })

  for (const mode of ['anonymous', 'confidential'] as const)
    test(`is like any other in ${mode} mode: who answers is whom the survey asked`, async () => {
      const { set, leaver, colleague } = await opened(mode)
      await set('deactivated')
      const [theirs, other] = [await anyone().get(leaver), await anyone().get(colleague)]
      assert.deepEqual(theirs.body, other.body)
      const [first, second] = [
        await anyone().post(leaver, { answers }),
        await anyone().post(colleague, { answers }),
      ]
      assert.deepEqual([first.status, Object.keys(first.body)], [second.status, Object.keys(second.body)])
      assert.equal(first.status, 201)
    })
})

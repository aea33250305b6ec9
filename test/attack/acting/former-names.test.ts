/** Anyone who may change a name changes it for the moment in which a survey closes, so that a comment is shown with the real one. */
import assert from 'node:assert/strict'
import { before, beforeEach, suite, test as attack } from 'node:test'
import { bodyOf, type Clockwork, startClockwork } from '../../support/clockwork.ts'
import { send } from '../../support/send.ts'
import { analysed } from '../../support/story.ts'
import { type Client, links, pulseDraft, type World } from '../../support/world.ts'

const name = 'Ottokar Wiesengrund'
const comment = `${name} shouts at us, and Ottokar knows it.`
const dayMs = 86_400_000

suite('the name that somebody had', () => {
  let clockwork: Clockwork
  let world: World
  let author: Client
  let team: { id: string; members: string[] }
  let named: string
  let now = Date.parse('2026-03-02T09:00:00Z')

  before(async () => {
    clockwork = await startClockwork({ alone: true })
  })

  // Each test has its own organisation, and a time: the clock is everybody's.
  beforeEach(async () => {
    now += 2000 * dayMs
    ;({ world, author } = await clockwork.begin(new Date(now).toISOString()))
    team = await world.team('Platform', 12)
    // Of another team: who is erased is no longer asked, and their team sits out.
    const other = await world.team('Night shift', 0)
    ;[named] = await world.people(other.id, [{ name, email: null }])
  })

  const later = (days: number): Promise<void> => clockwork.turnTo((now += days * dayMs))
  const rename = (next: string): Promise<unknown> =>
    bodyOf(author.patch(`/api/members/${named}`, { name: next }))

  async function opened(): Promise<string> {
    const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id])), 201)
    const path = `/api/pulses/${id}`
    await bodyOf(author.post(`${path}/open`))
    for (const { url, member_id } of await links(author, path)) {
      if (member_id === team.members[0]) continue
      const answers = [
        { question_id: 'calm', value: 3 },
        { question_id: 'why', text: comment },
      ]
      assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
    }
    return path
  }

  async function commentsOf(path: string): Promise<string[]> {
    await bodyOf(author.post(`${path}/close`))
    await analysed(author, `${path}/results`)
    const { questions } = await bodyOf(author.get(`${path}/results`))
    const { comments } = questions.find(({ id }: { id: string }) => id === 'why')
    assert.ok(comments.length > 0)
    return comments
  }

  async function isHiddenIn(path: string): Promise<void> {
    for (const one of await commentsOf(path)) assert.doesNotMatch(one, /ottokar|wiesengrund/i)
  }

  const kept = async (): Promise<string[]> => {
    const { rows } = await clockwork.running.db.pool.query(
      'select name from former_names where organisation_id = $1 order by name',
      [world.organisationId],
    )
    return rows.map((row) => row.name)
  }

  attack('stays out of comments where it is changed while people answer', async () => {
    const path = await opened()
    await rename('Somebody')
    await isHiddenIn(path)
    await rename(name)
    await isHiddenIn(await opened())
  })

  attack('stays out where it was changed before the survey, and changed twice', async () => {
    await rename('Somebody')
    await rename('Nobody')
    await later(100)
    await isHiddenIn(await opened())
  })

  attack('stays out where an import changes it', async () => {
    await bodyOf(author.patch(`/api/members/${named}`, { external_id: 'hr-7' }))
    const path = await opened()
    const reply = await send(`${world.url}/api/imports`, {
      method: 'POST',
      token: author.token!,
      body: 'external_id,name\nhr-7,Somebody\n',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.deepEqual(await kept(), [name])
    await isHiddenIn(path)
  })

  attack('stays out where they are erased, and is gone once that has been read', async () => {
    const path = await opened()
    await rename('Wiesengrund the Elder')
    const { kept: sentences } = await bodyOf(author.post(`/api/members/${named}/erase`))
    assert.match(sentences.join(' '), /name is kept/)
    await later(1)
    assert.deepEqual(await kept(), [name, 'Wiesengrund the Elder'])
    await isHiddenIn(path)
    await later(1)
    assert.deepEqual(await kept(), [])
  })

  attack('is forgotten after 400 days, unless a survey from before is still open', async () => {
    await rename('Somebody')
    await later(399)
    assert.deepEqual(await kept(), [name])
    await later(2)
    assert.deepEqual(await kept(), [])
  })

  attack('of a user who is not a member stays out, too', async () => {
    const { userId } = await world.user()
    await clockwork.running.db.pool.query(
      'update users set name = $3 where organisation_id = $1 and id = $2',
      [world.organisationId, userId, name],
    )
    await bodyOf(author.post(`/api/members/${named}/erase`))
    await later(1)
    assert.deepEqual(await kept(), [])
    await isHiddenIn(await opened())
  })
})

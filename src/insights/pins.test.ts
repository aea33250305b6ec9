/** Pins: findings at the top of one's own list, which nobody else sees, and which are gone where the finding is. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newStory, type Story } from '../../test/support/story.ts'
import type { Client, Reply } from '../../test/support/world.ts'

const refused = (reply: Reply, status: number, code: string): void =>
  assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body))

suite('a pin', () => {
  let story: Story
  let first: string
  let second: string

  const pinOf = (id: string): string => `/api/insights/${id}/pin`
  const pinnedBy = async (who: Client): Promise<string[]> =>
    (await bodyOf(who.get('/api/insights?pinned=true'))).insights.map(({ id }: { id: string }) => id)
  const keptBy = async ({ userId }: { userId: string }): Promise<string[]> =>
    (
      await pool().query('select insight_id from insight_pins where user_id = $1 order by insight_id', [
        userId,
      ])
    ).rows.map(({ insight_id: id }) => id)
  const pool = () => story.world.running.db.pool

  before(async () => {
    story = await newStory()
    const { insights } = await bodyOf(
      story.author.get(`/api/insights?kind=enps&check_in_instance_id=${story.last}`),
    )
    const others = await bodyOf(
      story.author.get(`/api/insights?kind=level&check_in_instance_id=${story.last}`),
    )
    first = insights[0].id
    second = others.insights[0].id
  })

  test('keeps a finding in one’s own list, the newest first, until it is taken out', async () => {
    assert.deepEqual(await pinnedBy(story.author), [])
    for (const id of [second, first, first]) assert.equal((await story.author.put(pinOf(id))).status, 204)
    assert.deepEqual(await pinnedBy(story.author), [first, second].toSorted().toReversed())
    assert.deepEqual(await pinnedBy(story.colleague), [], 'nobody else sees it')
    for (const id of [second, second]) assert.equal((await story.author.delete(pinOf(id))).status, 204)
    assert.deepEqual(await pinnedBy(story.author), [first])
  })

  test('is a person’s: an application by itself has none, and cannot make one', async () => {
    assert.deepEqual(await pinnedBy(story.program), [])
    refused(await story.program.put(pinOf(first)), 403, 'user_identity_required')
  })

  test('is one of fifty at most, and one of the fifty can be pinned again', async () => {
    const { organisationId } = story.world
    const { userId } = story.colleague
    const rows = [organisationId, userId]
    await pool().query(
      `insert into insight_pins (organisation_id, user_id, insight_id, created_at)
       select $1, $2, id, now() from insights where organisation_id = $1 and id <> all ($3) limit $4`,
      [...rows, [first, second], limits.insightPinsMax - 1],
    )
    await bodyOf(story.colleague.put(pinOf(first)), 204)
    const refusal = await story.colleague.put(pinOf(second))
    assert.equal(refusal.status, 422)
    assert.equal(refusal.body.errors[0].code, 'too_many')
    await bodyOf(story.colleague.put(pinOf(first)), 204)
    await pool().query('delete from insight_pins where organisation_id = $1 and user_id = $2', rows)
  })

  test('is gone where its finding may no longer be seen, and back where it may', async () => {
    await bodyOf(story.colleague.put(pinOf(first)), 204)
    const { organisationId } = story.world
    const show = (visibility: 'public' | 'private'): Promise<unknown> =>
      pool().query('update collections set visibility = $2 where organisation_id = $1', [
        organisationId,
        visibility,
      ])
    await show('private')
    assert.deepEqual(await pinnedBy(story.colleague), [])
    for (const reply of [
      await story.colleague.put(pinOf(second)),
      await story.colleague.delete(pinOf(first)),
    ])
      refused(reply, 404, 'not_found')
    assert.deepEqual(await pinnedBy(story.author), [first], 'its author sees it')
    await show('public')
    assert.deepEqual(await pinnedBy(story.colleague), [first])
    await bodyOf(story.colleague.delete(pinOf(first)), 204)
  })

  test('moves to the finding that is about the same, when it is computed again', async () => {
    await pool().query(
      `update insights set statement = 'as an older version said it' where organisation_id = $1 and id = $2`,
      [story.world.organisationId, first],
    )
    await bodyOf(story.author.post('/api/insights/recompute', { check_in_instance_id: story.last }))
    const { superseded_by: next } = await bodyOf(story.author.get(`/api/insights/${first}`))
    assert.notEqual(next, null)
    assert.deepEqual(await pinnedBy(story.author), [next])
    assert.deepEqual(await keptBy(story.author), [next], 'none is left that no list shows')
    await bodyOf(story.author.delete(pinOf(next)), 204)
    // A page that was open meanwhile still has the old one.
    await bodyOf(story.author.put(pinOf(first)), 204)
    assert.deepEqual(await keptBy(story.author), [next])
  })

  test('is no more where nothing is about the same any longer', async () => {
    const kept = await keptBy(story.author)
    await bodyOf(story.author.put(pinOf(second)), 204)
    await pool().query(`update insights set subject = 'of before' where organisation_id = $1 and id = $2`, [
      story.world.organisationId,
      second,
    ])
    await bodyOf(story.author.post('/api/insights/recompute', { check_in_instance_id: story.last }))
    assert.equal((await bodyOf(story.author.get(`/api/insights/${second}`))).superseded_by, null)
    assert.deepEqual(await keptBy(story.author), kept)
    refused(await story.author.put(pinOf(second)), 409, 'conflict')
    assert.deepEqual(await keptBy(story.author), kept)
  })

  test('is one of fifty at most when two are made at once, too', async () => {
    const { organisationId } = story.world
    const rows = [organisationId, story.colleague.userId]
    const { insights } = await bodyOf(
      story.author.get(`/api/insights?limit=8&check_in_instance_id=${story.last}`),
    )
    const ids = insights.map(({ id }: { id: string }) => id)
    await pool().query('delete from insight_pins where organisation_id = $1 and user_id = $2', rows)
    await pool().query(
      `insert into insight_pins (organisation_id, user_id, insight_id, created_at)
       select $1, $2, id, now() from insights
       where organisation_id = $1 and id <> all ($3) and state <> 'superseded' limit $4`,
      [...rows, ids, limits.insightPinsMax - 1],
    )
    const replies = await Promise.all(ids.map((id: string) => story.colleague.put(pinOf(id))))
    const statuses = replies.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [204, ...ids.slice(1).map(() => 422)])
    await pool().query('delete from insight_pins where organisation_id = $1 and user_id = $2', rows)
  })

  test('takes no place among the fifty where it may no longer be seen', async () => {
    const { organisationId } = story.world
    const rows = [organisationId, story.colleague.userId]
    const { insights } = await bodyOf(
      story.author.get(`/api/insights?limit=1&check_in_instance_id=${story.last}`),
    )
    const { rowCount } = await pool().query(
      `insert into insight_pins (organisation_id, user_id, insight_id, created_at)
       select $1, $2, id, now() from insights
       where organisation_id = $1
         and collection_id <> (select collection_id from insights where organisation_id = $1 and id = $3)
       limit $4`,
      [...rows, insights[0].id, limits.insightPinsMax],
    )
    assert.equal(rowCount, limits.insightPinsMax)
    const pin = () => story.colleague.put(pinOf(insights[0].id))
    assert.equal((await pin()).status, 422)
    const showOthers = (visibility: 'public' | 'private'): Promise<unknown> =>
      pool().query(
        `update collections set visibility = $2
         where organisation_id = $1
           and id <> (select collection_id from insights where organisation_id = $1 and id = $3)`,
        [organisationId, visibility, insights[0].id],
      )
    await showOthers('private')
    assert.equal((await pin()).status, 204)
    assert.deepEqual(await pinnedBy(story.colleague), [insights[0].id])
    await showOthers('public')
    await pool().query('delete from insight_pins where organisation_id = $1 and user_id = $2', rows)
  })

  test('is no more once its person is erased', async () => {
    const { userId } = story.colleague
    const { insights } = await bodyOf(
      story.colleague.get(`/api/insights?limit=1&check_in_instance_id=${story.last}`),
    )
    await bodyOf(story.colleague.put(pinOf(insights[0].id)), 204)
    const adder = await story.world.user({ id: story.world.adminId })
    const { id } = await bodyOf(
      adder.post('/api/members', { name: 'Leaver', email: 'leaver@pins.test' }),
      201,
    )
    await pool().query('update users set member_id = $1 where id = $2', [id, userId])
    await bodyOf(adder.post(`/api/members/${id}/erase`))
    const { rows } = await pool().query('select from insight_pins where user_id = $1', [userId])
    assert.equal(rows.length, 0)
  })
})

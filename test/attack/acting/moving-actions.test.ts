/**
 * A check-in whose results were for a few, and are for everyone from the next instance on, or the reverse. A report's action moves on with each
 * instance that suggests it again: it tells whoever reads one of the two what the other one found, and what its readers wrote about it.
 */
import assert from 'node:assert/strict'
import { before, suite, test as attack } from 'node:test'
import { bodyOf, type Clockwork, startClockwork } from '../../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../../support/recurring.ts'
import { analysed } from '../../support/story.ts'
import { client, links } from '../../support/world.ts'

const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5, driver: 'workload' },
  { id: 'why', type: 'text', text: 'What got in the way?', intent: 'improve' },
]

suite('an action that moves on', () => {
  let clockwork: Clockwork
  let time = Date.parse('2026-10-11T12:00:00Z')

  before(async () => {
    clockwork = await startClockwork({ alone: true })
  })

  async function begin(firstAudience: string) {
    time += 1000 * 86_400_000
    const begun = new Date(time)
    const { world, author } = await clockwork.begin(begun.toISOString())
    const { userId } = await world.user({ role: 'member' })
    const scopes = ['insights:read', 'insights:write', 'checkins:read', 'pulses:read'] as const
    const expiresAt = new Date('2100-01-01')
    const reader = client(world.url, await world.token({ userId, scopes: [...scopes], expiresAt }))
    const other = await world.user({ role: 'member' })
    const team = await world.team('Platform', 12)
    const audience = (kind: string) => ({
      mode: 'confidential',
      results_audience: kind,
      ...(kind === 'listed' && { results_readers: [other.userId] }),
    })
    const { path } = await activated(author, {
      ...weekly([team.id], { questions, confidentiality: audience(firstAudience) }),
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: begun.toISOString().slice(0, 10), time: '09:00' },
    })
    /** @param isBad  whether its people say that there is too much work */
    const closed = async (isBad: boolean): Promise<void> => {
      const instance = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
      const at = `/api/check-in-instances/${instance.id}`
      await bodyOf(author.post(`${at}/open`))
      for (const [index, { url }] of (await links(author, at)).slice(1).entries()) {
        const text = isBad
          ? `There is too much work, ${index} tickets a day. Please hire somebody.`
          : `Nothing at all, it was a calm week, day ${index}.`
        const answers = [
          { question_id: 'calm', value: isBad ? 1 + (index % 2) : 5 - (index % 2) },
          { question_id: 'why', text },
        ]
        await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
      }
      await bodyOf(author.post(`${at}/close`))
      await analysed(author, `${at}/results`)
      await clockwork.turnTo((time += 7 * 86_400_000))
    }
    const change = (kind: string) => bodyOf(author.patch(path, { confidentiality: audience(kind) }))
    const readBy = async (who: typeof reader): Promise<any[]> =>
      (await bodyOf(who.get('/api/actions?driver=workload&limit=200'))).actions
    return { author, reader, closed, change, readBy }
  }

  attack('tells nobody who reads the next instance what one for fewer found', async () => {
    const seen = []
    for (const isBad of [true, false]) {
      const { author, reader, closed, change, readBy } = await begin('listed')
      await closed(isBad)
      assert.deepEqual(await readBy(reader), [])
      await change('everyone')
      await closed(true)
      const found = await readBy(reader)
      assert.ok(found.length > 0)
      assert.ok(author)
      seen.push(
        found.map(({ scope, times, version, created_at, updated_at }) => [
          scope.team_name,
          times,
          version,
          Date.parse(updated_at) - Date.parse(created_at),
          Math.round((time - Date.parse(created_at)) / 86_400_000),
        ]),
      )
    }
    assert.deepEqual(seen[0], seen[1])
  })

  attack(
    'shows nobody who reads the next instance what readers of one for fewer wrote about it',
    async () => {
      const { author, reader, closed, change, readBy } = await begin('listed')
      await closed(true)
      const note = 'Twelve of us said in June that the night shift is too much'
      for (const { id } of await readBy(author))
        await bodyOf(author.patch(`/api/actions/${id}`, { note, state: 'accepted' }))
      await change('everyone')
      await closed(true)
      assert.equal(JSON.stringify(await readBy(reader)).includes(note), false, 'the note is read')
    },
  )

  attack('tells nobody who reads an instance what the next one, for fewer, found', async () => {
    const seen = []
    for (const isBad of [true, false]) {
      const { reader, closed, change, readBy } = await begin('everyone')
      await closed(true)
      assert.ok((await readBy(reader)).length > 0)
      await change('listed')
      await closed(isBad)
      seen.push((await readBy(reader)).map(({ scope, times, version }) => [scope.team_name, times, version]))
    }
    assert.deepEqual(seen[0], seen[1])
  })
})

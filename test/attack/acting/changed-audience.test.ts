/**
 * Results of one instance are for a few, of the next for everyone: anyone who reads the next learns nothing of the one before, by no
 * comparison, no trend, no sentence about what was tried.
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

suite('an audience that changes', () => {
  let clockwork: Clockwork
  let time = Date.parse('2026-10-11T12:00:00Z')

  before(async () => {
    clockwork = await startClockwork({ alone: true })
  })

  /** All that somebody reads of the second instance, where so many gave the first that score. */
  async function readings(first: { audience: string; score: number }, second: string): Promise<string> {
    time += 1000 * 86_400_000
    const begun = new Date(time)
    const { world, author } = await clockwork.begin(begun.toISOString())
    const { userId } = await world.user({ role: 'member' })
    const token = await world.token({
      userId,
      scopes: ['insights:read', 'checkins:read', 'pulses:read'],
      expiresAt: new Date('2100-01-01'),
    })
    const reader = client(world.url, token)
    const other = await world.user({ role: 'member' })
    const team = await world.team('Platform', 12)
    const audience = (kind: string) => ({
      mode: 'confidential',
      results_audience: kind,
      ...(kind === 'listed' && { results_readers: [other.userId] }),
    })
    const { path } = await activated(author, {
      ...weekly([team.id], { questions, confidentiality: audience(first.audience) }),
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: begun.toISOString().slice(0, 10), time: '09:00' },
    })
    const closed = async (score: number): Promise<string> => {
      const instance = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
      const at = `/api/check-in-instances/${instance.id}`
      await bodyOf(author.post(`${at}/open`))
      for (const [index, { url }] of (await links(author, at)).slice(1).entries()) {
        const answers = [
          { question_id: 'calm', value: Math.max(1, score - (index % 2)) },
          {
            question_id: 'why',
            text: `There is too much work, ${index} tickets a day. Please hire somebody.`,
          },
        ]
        await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
      }
      await bodyOf(author.post(`${at}/close`))
      await clockwork.turnTo((time += 7 * 86_400_000))
      await analysed(author, `${at}/results`)
      return instance.id
    }
    await closed(first.score)
    await bodyOf(author.patch(path, { confidentiality: audience(second) }))
    const id = await closed(3)
    const { insights } = await bodyOf(reader.get(`/api/insights?check_in_instance_id=${id}&limit=200`))
    const { actions } = await bodyOf(reader.get('/api/actions?limit=200'))
    const { scores } = await bodyOf(reader.get(`/api/insights/scores?check_in_instance_id=${id}`))
    assert.ok(insights.length > 3)
    return JSON.stringify(
      [insights, actions, scores].map((list: any[]) =>
        list.map(({ kind, statement, n, value, title, confidence, priority, questions: figures }) => [
          kind,
          statement,
          n,
          value,
          title,
          confidence,
          priority,
          figures,
        ]),
      ),
    )
  }

  for (const narrow of ['listed', 'managers', 'asked'])
    attack(
      `nothing of an instance for fewer (${narrow}) is in the next one, which everyone reads`,
      async () => {
        const [low, high] = [
          await readings({ audience: narrow, score: 2 }, 'everyone'),
          await readings({ audience: narrow, score: 5 }, 'everyone'),
        ]
        assert.equal(high, low)
      },
    )

  attack('what everyone read before is compared', async () => {
    const [low, high] = [
      await readings({ audience: 'everyone', score: 2 }, 'everyone'),
      await readings({ audience: 'everyone', score: 5 }, 'everyone'),
    ]
    assert.notEqual(high, low)
  })
})

/**
 * A survey in everybody's own time zone, where one person has a window to themselves, that ends a day after nearly everybody has answered
 * (`auto_close`). No number is told before the end, but the event and the end say at which hour the last step was taken: in the hour of one.
 */
import assert from 'node:assert/strict'
import { before, test as attack } from 'node:test'
import { answerAt, bodyOf, type Clockwork, startClockwork } from '../../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../../support/recurring.ts'
import { links } from '../../support/world.ts'
import { wonNone } from './acting.ts'

let clockwork: Clockwork
before(async () => {
  clockwork = await startClockwork({ alone: true })
})

for (const mode of ['anonymous', 'confidential'])
  attack(`nothing tells that somebody has answered who answers alone at their hour, ${mode}`, async () => {
    const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
    const team = await world.team('Spread', 13)
    const alone = team.members[12]
    await bodyOf(author.patch(`/api/members/${alone}`, { time_zone: 'America/Los_Angeles' }))
    // Accomplices in Berlin, of whom so many answer; where the steps begin is drawn again for each survey.
    const surveys: { path: string; answering: number; isLoud: boolean; links: Map<string, string> }[] = []
    for (let nth = 0; nth < 30; nth++) {
      const { path } = await activated(
        author,
        weekly([team.id], {
          title: `Spread ${nth}`,
          questions: [{ id: 'calm', type: 'scale', text: `I could work calmly, ${nth}`, min: 1, max: 5 }],
          confidentiality: { mode },
          channels: ['email', 'link'],
          window: 'PT8H',
          auto_close: true,
          recurrence: {
            rrule: 'FREQ=WEEKLY;BYDAY=MO',
            starts_on: '2026-10-12',
            time: '09:00',
            mode: 'recipient_local_time',
          },
        }),
      )
      surveys.push({
        path,
        answering: 7 + (nth % 5),
        isLoud: nth % 2 === 0,
        links: new Map<string, string>(),
      })
    }
    await clockwork.turnTo('2026-10-12T07:10:00Z')
    for (const survey of surveys) {
      const [{ id }] = await instancesOf(author, survey.path)
      for (const { member_id, url } of await links(author, `/api/check-in-instances/${id}`))
        survey.links.set(member_id, url)
      for (const member of team.members.slice(0, survey.answering))
        assert.equal((await answerAt(world, survey.links.get(member)!)).status, 201)
    }
    const endingOf = async (): Promise<boolean[]> => {
      const { events } = await bodyOf(
        author.get('/api/events?types=check_in_instance.closing_soon&limit=200'),
      )
      const told = JSON.stringify(events)
      return Promise.all(
        surveys.map(async ({ path }) => told.includes((await instancesOf(author, path))[0].id)),
      )
    }
    await clockwork.turnTo('2026-10-12T15:30:00Z')
    await clockwork.turnTo('2026-10-12T15:40:00Z')
    const beforehand = await endingOf()
    await clockwork.turnTo('2026-10-12T16:10:00Z')
    for (const { isLoud, links } of surveys)
      if (isLoud) assert.equal((await answerAt(world, links.get(alone)!)).status, 201)
    await clockwork.turnTo('2026-10-12T16:20:00Z')
    await clockwork.turnTo('2026-10-12T16:30:00Z')
    const afterwards = await endingOf()
    const told = surveys.filter((_survey, at) => afterwards[at] && !beforehand[at])
    assert.ok(told.every(({ isLoud }) => isLoud))
    wonNone(
      told.length,
      surveys.filter(({ isLoud }) => isLoud).length,
      'people who answered alone, by the event',
    )
  })

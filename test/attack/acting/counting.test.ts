/** A reader of counts, states and rates of surveys to few people, or of groups in which all or none answered. */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { eventually } from '../../support/world.ts'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  figureOf,
  type House,
  newHouse,
  peopleOf,
  type Pulse,
  pulseOf,
  resultsOf,
  tryToAsk,
  wonNone,
} from './acting.ts'

const countOf = async ({ author }: House, { path }: Pulse): Promise<number> =>
  (await bodyOf(author.get(path))).response_summary.responded

for (const count of [1, 4])
  attack(`a confidential survey to ${count} does not reveal who answered`, async () => {
    const house = await newHouse()
    const people = await peopleOf(house, await house.team('Few'), count)
    const draft = pulseOf([], {
      recipients: { member_ids: people.map(({ id }) => id) },
      confidentiality: { mode: 'confidential' },
    })
    const asked = await tryToAsk(house.author, draft)
    if ('refused' in asked) return assert.equal(Math.floor(asked.refused.status / 100), 4)
    const before = await countOf(house, asked.pulse)
    await answerByMail(house, asked.pulse, new Map([[people[0], answersOf(4)]]))
    const during = await countOf(house, asked.pulse)
    await bodyOf(house.author.post(`${asked.pulse.path}/close`))
    await resultsOf(house.author, asked.pulse.path)
    const after = await countOf(house, asked.pulse)
    const told = [during, after].filter((responded) => responded !== before)
    wonNone(told.length, 2, `counts that move with a single answer: ${before}, ${during}, ${after}`)
  })

for (const count of [1, 4])
  attack(
    `an anonymous survey to ${count} that closes itself does not tell that everybody answered`,
    async () => {
      const house = await newHouse({ at: '2026-10-12T08:00:00Z' })
      const people = await peopleOf(house, await house.team('Few'), count)
      const asked = await tryToAsk(
        house.author,
        pulseOf([], { recipients: { member_ids: people.map(({ id }) => id) }, auto_close: true }),
      )
      if ('refused' in asked) return assert.equal(Math.floor(asked.refused.status / 100), 4)
      await answerByMail(house, asked.pulse, new Map(people.map((one) => [one, answersOf(4)])))
      house.world.running.clock?.advance(60_000)
      await house.settle()
      const { body } = await eventually(
        () => house.author.get(asked.pulse.path),
        ({ status }) => status === 200,
      )
      assert.notEqual(
        body.state,
        'closed',
        `the attack won ${count} of ${count}: the survey closed with the last answer`,
      )
    },
  )

/** A is silent, all of B answers. */
async function silentAndLoud() {
  const house = await newHouse()
  const company = await house.team('Company')
  const [silent, loud] = [await house.team('A', company), await house.team('B', company)]
  await peopleOf(house, silent, 6)
  const answering = await peopleOf(house, loud, 8)
  const pulse = await ask(house.author, pulseOf([company]))
  await answerByMail(house, pulse, new Map(answering.map((one, at) => [one, answersOf(1 + (at % 5))])))
  const results = await closedResults(house.author, pulse.path)
  const { participation } = await bodyOf(
    house.program.get(`/api/insights/participation?pulse_id=${pulse.id}`),
  )
  return { house, silent, loud, results, participation }
}

attack('rates do not tell of everybody in a team that they were silent, or that they answered', async () => {
  const { silent, loud, participation } = await silentAndLoud()
  const exact: string[] = []
  let named = 0
  for (const [team, people] of [
    [silent, 6],
    [loud, 8],
  ] as const) {
    const entry = participation.find(({ scope }: any) => scope.team_id === team)
    if (!entry) continue
    const text = JSON.stringify(entry)
    const [, responded] = /"responded":(\d+)/.exec(text) ?? []
    const [, most = responded] = /"responded_max":(\d+)/.exec(text) ?? []
    if (responded === undefined || responded !== most) continue
    if (Number(responded) !== 0 && Number(responded) !== people) continue
    named += people
    exact.push(`${responded} of ${people}`)
  }
  wonNone(named, 14, `people whose participation is named: ${exact.join(' and ')}`)
})

attack('no team loses its own score to protect a silence that its rates have published', async () => {
  const { loud, results } = await silentAndLoud()
  const own = results.teams.find(({ team_id }: any) => team_id === loud)
  const everyone = figureOf(results, 'calm')
  const isHidden = own === undefined || own.suppressed === true || figureOf(own, 'calm').suppressed === true
  assert.ok(
    !isHidden,
    `the score of the team is hidden, and that of everyone, of ${everyone.n} answers, is the same`,
  )
})

/** An author who asks the same question twice, of rosters that differ by one person whom they choose. Nobody changes an answer. */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../../support/recurring.ts'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  differenceOf,
  figureOf,
  newHouse,
  peopleOf,
  type Person,
  pulseOf,
  questions,
  resultsOf,
  tryToAsk,
} from './acting.ts'

const modes = ['anonymous', 'confidential']

for (const mode of modes)
  attack(`asking again without one person does not tell what they answered, ${mode}`, async () => {
    const house = await newHouse()
    const team = await house.team('Platform')
    // Two stay silent: where everybody answers, one answer is left out.
    const people = (await peopleOf(house, team, 10)).slice(0, 8)
    const scores = new Map(people.map((one, at) => [one, answersOf([3, 1, 2, 4, 5, 4, 3, 2][at])]))
    const [, target] = people
    const confidentiality = { mode }
    const first = await ask(house.author, pulseOf([team], { confidentiality }))
    await answerByMail(house, first, scores)
    const before = figureOf(await closedResults(house.author, first.path), 'calm')
    const again = await tryToAsk(
      house.author,
      pulseOf([], { confidentiality, recipients: { team_ids: [team], excluded_member_ids: [target.id] } }),
    )
    // Refusing is one way to mend it.
    if ('refused' in again) return assert.ok(again.refused.status >= 400 && again.refused.status < 500)
    await answerByMail(house, again.pulse, new Map([...scores].filter(([one]) => one !== target)))
    const after = figureOf(await closedResults(house.author, again.pulse.path), 'calm')
    const difference = differenceOf(before, after)
    const told = before.n === undefined || after.n === undefined ? [] : [...difference]
    assert.notDeepEqual(
      told,
      [[1, 1]],
      `the attack won 1 of 1: answers ${JSON.stringify(told)} are gone with one person`,
    )
  })

for (const mode of modes)
  attack(`moving one person between two instances does not tell what they answered, ${mode}`, async () => {
    const house = await newHouse({ at: '2026-10-11T12:00:00Z' })
    const { author, program, world, settle } = house
    const [from, to] = [await house.team('Sales'), await house.team('Tech')]
    // One of each team stays silent: where everybody answers, one answer is left out.
    const inSales = (await peopleOf(house, from, 10)).slice(0, 9)
    const inTech = (await peopleOf(house, to, 8)).slice(0, 7)
    const scores = new Map<Person, unknown[]>([
      ...inSales.map((one, at) => [one, answersOf([2, 3, 4, 1, 5, 3, 4, 2, 1][at])] as const),
      ...inTech.map((one, at) => [one, answersOf([1, 1, 2, 3, 3, 4, 5][at])] as const),
    ])
    const { path } = await activated(author, {
      ...weekly([from, to], {
        confidentiality: { mode },
        questions,
        visibility: 'public',
        channels: ['email'],
      }),
      title: `Weekly of ${to}`,
    })
    const shown: any[] = []
    for (const week of ['2026-10-12', '2026-10-19']) {
      world.running.clock?.set(`${week}T08:00:00Z`)
      await settle()
      const instance = (await instancesOf(author, path)).find(({ state }) => state === 'open')
      await answerByMail(house, { title: `Weekly of ${to}` }, scores)
      await bodyOf(author.post(`/api/check-in-instances/${instance.id}/close`))
      await settle()
      const results = await resultsOf(author, `/api/check-in-instances/${instance.id}`)
      shown.push(
        figureOf(results.teams.find(({ team_id }: any) => team_id === to) ?? { questions: [] }, 'calm'),
      )
      if (shown.length > 1) break
      const [target] = inSales
      await bodyOf(program.delete(`/api/teams/${from}/members/${target.id}`), 204)
      await bodyOf(program.post(`/api/teams/${to}/members/${target.id}`))
    }
    const [before, after] = shown
    const told = before?.n === undefined || after?.n === undefined ? [] : [...differenceOf(after, before)]
    assert.notDeepEqual(
      told,
      [[2, 1]],
      `the attack won 1 of 1: answers ${JSON.stringify(told)} came with one person`,
    )
  })

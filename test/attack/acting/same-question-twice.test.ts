/** An author who asks the same question twice, of rosters that differ by one person whom they choose. Nobody changes an answer. */
import assert from 'node:assert/strict'
import { before, test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../../support/recurring.ts'
import { type Running, startApp } from '../../support/start.ts'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  differenceOf,
  figureOf,
  type House,
  newHouse,
  peopleOf,
  type Person,
  pulseOf,
  questions,
  resultsOf,
  tryToAsk,
} from './acting.ts'

const modes = ['anonymous', 'confidential']

const sunday = '2026-10-11T12:00:00Z'
let running: Running

before(async () => {
  running = await startApp({ at: sunday })
})

/** A house of the test's own, before the first of two Mondays. */
function newHouseOnSunday(): Promise<House> {
  running.clock?.set(sunday)
  return newHouse({ running })
}

const calm = { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }
const choice = (count: number) => ({
  id: 'calm',
  type: 'single_choice',
  text: calm.text,
  options: Array.from({ length: count }, (_, at) => ({ id: String(at + 1), text: `Answer ${at + 1}` })),
})

/** To people the same question twice: the first time, and the second. */
const pairs: Readonly<Record<string, readonly [first: object, second: object]>> = {
  'as it was': [calm, calm],
  'with an option that nobody needs': [choice(5), choice(6)],
  'with another end of its scale': [calm, { ...calm, max: 6 }],
  'as another type': [calm, choice(5)],
  'in capitals and with a question mark': [calm, { ...calm, text: 'I COULD WORK CALMLY?' }],
  'with a character that nobody sees': [calm, { ...calm, text: 'I could work calm\u200bly' }],
  'with a letter that looks alike': [calm, { ...calm, text: 'I could w\u043erk calmly' }],
  'with its words parted otherwise': [calm, { ...calm, text: 'I could work calm-ly' }],
}

for (const mode of modes)
  for (const [how, [question, asked]] of Object.entries(pairs))
    attack(
      `asking again without one person, ${how}, does not reveal what they answered, ${mode}`,
      async () => {
        const house = await newHouseOnSunday()
        const team = await house.team('Platform')
        // Two stay silent: where everybody answers, one answer is left out.
        const people = (await peopleOf(house, team, 10)).slice(0, 8)
        const scores = new Map(people.map((one, at) => [one, [3, 1, 2, 4, 5, 4, 3, 2][at]]))
        const [, target] = people
        const confidentiality = { mode }
        const answer = (to: any) => (value: number) => [
          { question_id: 'calm', value: to.type === 'scale' ? value : String(value) },
        ]
        const answersTo = (to: object, out?: Person) =>
          new Map([...scores].filter(([one]) => one !== out).map(([one, score]) => [one, answer(to)(score)]))
        const first = await ask(house.author, pulseOf([team], { confidentiality, questions: [question] }))
        await answerByMail(house, first, answersTo(question))
        const before = figureOf(await closedResults(house.author, first.path), 'calm')
        assert.equal(before.n, 8)
        const again = await tryToAsk(
          house.author,
          pulseOf([], {
            confidentiality,
            questions: [asked],
            recipients: { team_ids: [team], excluded_member_ids: [target.id] },
          }),
        )
        // Refusing is one way to mend it.
        if ('refused' in again) {
          assert.equal(mode, 'anonymous')
          return assert.equal(again.refused.body.code, 'exclusion_too_small')
        }
        await answerByMail(house, again.pulse, answersTo(asked, target))
        const after = figureOf(await closedResults(house.author, again.pulse.path), 'calm')
        const told = after.n === undefined ? [] : [...differenceOf(valued(before), valued(after))]
        assert.deepEqual(
          told,
          [],
          `the attack won 1 of 1: answers ${JSON.stringify(told)} are gone with one person`,
        )
      },
    )

/** Values as numbers, whether a scale has them or options. */
const valued = ({ distribution }: any) => ({
  distribution: distribution.map(({ value, count }: any) => ({ value: Number(value), count })),
})

for (const mode of modes)
  attack(
    `a check-in that asks the same in other words, without one person, does not reveal what they answered, ${mode}`,
    async () => {
      const house = await newHouseOnSunday()
      const { author, world, settle } = house
      const team = await house.team('Platform')
      // Two stay silent: where everybody answers, one answer is left out.
      const people = (await peopleOf(house, team, 10)).slice(0, 8)
      const scores = new Map(people.map((one, at) => [one, [3, 1, 2, 4, 5, 4, 3, 2][at]]))
      const [, target] = people
      const title = `Weekly of ${team}`
      const { path } = await activated(author, {
        ...weekly([team], {
          confidentiality: { mode },
          questions: [calm],
          visibility: 'public',
          channels: ['email'],
        }),
        title,
      })
      const shown: any[] = []
      let id = 'calm'
      for (const week of ['2026-10-12', '2026-10-19']) {
        world.running.clock?.set(`${week}T08:00:00Z`)
        await settle()
        const instance = (await instancesOf(author, path)).find(({ state }) => state === 'open')
        // Refusing is one way to mend it.
        if (!instance) break
        const answers = [...scores].filter(([one]) => shown.length === 0 || one !== target)
        await answerByMail(
          house,
          { title },
          new Map(answers.map(([one, value]) => [one, [{ question_id: id, value }]])),
        )
        await bodyOf(author.post(`/api/check-in-instances/${instance.id}/close`))
        await settle()
        shown.push(figureOf(await resultsOf(author, `/api/check-in-instances/${instance.id}`), id))
        id = 'quiet'
        await bodyOf(
          author.patch(path, {
            questions: [{ ...calm, id, text: 'Nothing kept me from concentrating' }],
            recipients: { team_ids: [team], excluded_member_ids: [target.id] },
          }),
        )
      }
      assert.equal(shown[0].n, 8)
      const told = shown[1]?.n === undefined ? [] : [...differenceOf(shown[0], shown[1])]
      assert.deepEqual(
        told,
        [],
        `the attack won 1 of 1: answers ${JSON.stringify(told)} are gone with one person`,
      )
    },
  )

for (const mode of modes)
  attack(`moving one person between two instances does not reveal what they answered, ${mode}`, async () => {
    const house = await newHouseOnSunday()
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

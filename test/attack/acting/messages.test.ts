/**
 * Somebody who watches messages and not answers: how many were reminded, what an erasure deletes, and what a receipt says. In confidential
 * mode a reminder goes to those who have not answered, so a number of reminders is a number of answers.
 */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { eventually } from '../../support/world.ts'
import {
  answersOf,
  ask,
  closedResults,
  type House,
  linksInMail,
  newHouse,
  peopleOf,
  type Person,
  type Pulse,
  pulseOf,
  wonNone,
} from './acting.ts'

/** These people answer. @returns their receipts */
async function answer(house: House, pulse: Pulse, people: readonly Person[]): Promise<string[]> {
  const links = await linksInMail(house, pulse.title, people)
  const receipts: string[] = []
  for (const { email } of people)
    receipts.push(
      (await bodyOf(house.world.anyone.post(links.get(email) ?? '', { answers: answersOf(4) }), 201)).receipt,
    )
  return receipts
}

const modes = ['anonymous', 'confidential'] as const

for (const mode of modes)
  attack(`how many messages were sent does not tell how many have answered, ${mode}`, async () => {
    const house = await newHouse()
    const team = await house.team('Eight')
    const people = await peopleOf(house, team, 8)
    const seen: unknown[] = []
    const surveys = [6, 7, 8]
    for (const answering of surveys) {
      const pulse = await ask(
        house.author,
        pulseOf([team], { confidentiality: { mode }, questions: questionsOf(answering) }),
      )
      await answer(house, pulse, people.slice(0, answering))
      await bodyOf(house.author.post(`${pulse.path}/remind`))
      // Workers send them meanwhile: what is counted is what stays.
      const { deliveries } = await eventually(
        () => bodyOf(house.author.get(`${pulse.path}/deliveries`)),
        (counted) => counted.deliveries.every(({ state }: { state: string }) => state === 'sent'),
      )
      seen.push(deliveries)
    }
    const told = new Set(seen.map((one) => JSON.stringify(one)))
    wonNone(told.size - 1, surveys.length - 1, 'numbers of answers of a team of eight')
  })

/** Another question each time, so that every survey is by itself. */
const questionsOf = (time: number) => [
  { id: 'calm', type: 'scale', text: `How calm was time ${time}?`, min: 1, max: 5 },
]

for (const mode of modes)
  attack(`erasing somebody after a reminder does not tell whether they had answered, ${mode}`, async () => {
    const house = await newHouse()
    const team = await house.team('Platform')
    const people = await peopleOf(house, team, 12)
    const pulse = await ask(house.author, pulseOf([team], { confidentiality: { mode } }))
    await answer(house, pulse, people.slice(0, 7))
    await bodyOf(house.author.post(`${pulse.path}/remind`))
    await house.settle()
    const eraser = await house.world.organisation()
    const replies = []
    for (const { id } of [people[0], people[11]])
      replies.push((await bodyOf(eraser.post(`/api/members/${id}/erase`))).erased)
    assert.deepEqual(replies[0], replies[1], 'the attack won 2 of 2 states')
  })

for (const mode of modes)
  attack(
    `a receipt says that an answer is in no figure, where its whole place was withdrawn, ${mode}`,
    async () => {
      const house = await newHouse()
      const [team, others] = [await house.team('Seven'), await house.team('Others')]
      const [people, crowd] = [await peopleOf(house, team, 7), await peopleOf(house, others, 9)]
      const pulse = await ask(house.author, pulseOf([team, others], { confidentiality: { mode } }))
      const receipts = {
        withdrawn: await answer(house, pulse, people.slice(1)),
        counted: await answer(house, pulse, crowd.slice(1)),
      }
      await bodyOf((await house.world.organisation()).post(`/api/members/${people[0].id}/erase`))
      const results = await closedResults(house.author, pulse.path)
      assert.equal(results.questions[0].n, 8, 'only the others are counted')
      const proofOf = async (receipt: string): Promise<any> =>
        bodyOf(house.world.anyone.get(`/receipts/${receipt}/proof`))
      for (const [state, list] of Object.entries(receipts))
        for (const receipt of list) assert.equal((await proofOf(receipt)).counted, state === 'counted', state)
      // It says nothing else, so nothing of the person who was erased.
      const [one, other] = [await proofOf(receipts.withdrawn[0]), await proofOf(receipts.counted[0])]
      assert.deepEqual(
        { ...one, keys_destroyed_at: null },
        { ...other, counted: false, keys_destroyed_at: null },
      )
    },
  )

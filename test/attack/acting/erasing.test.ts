/** Somebody who may erase people, and does it at the moment that tells most: between two computations, or while answers come in. */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../../support/clockwork.ts'
import {
  answerByMail,
  answersOf,
  ask,
  type House,
  newHouse,
  peopleOf,
  type Person,
  type Pulse,
  pulseOf,
  resultsOf,
  wonNone,
} from './acting.ts'

const people = 16
const delaysMs = [0, 2, 4, 6, 8, 12, 16, 24]

/** How many answers each kind of figure counts: scores, comments and the mood of comments. */
async function countsOf({ program, author }: House, { id, path }: Pulse): Promise<Record<string, number>> {
  const { questions } = await resultsOf(author, path)
  const { sentiment } = await bodyOf(program.get(`/api/insights/sentiment?pulse_id=${id}`))
  const [calm, why] = questions
  return {
    score: calm.n,
    comments: why.n,
    ...(sentiment.length > 0 && { sentiment: sentiment[0].questions[0].n }),
  }
}

attack(
  'erasing somebody at any moment between close and analysis leaves no two figures of different people',
  async () => {
    const house = await newHouse()
    const differing: string[] = []
    for (const delayMs of delaysMs) {
      const team = await house.team(`Platform ${delayMs}`)
      const asked = await peopleOf(house, team, people)
      const pulse = await ask(house.author, pulseOf([team], { confidentiality: { mode: 'confidential' } }))
      await answerByMail(
        house,
        pulse,
        new Map(
          asked.map((one, at) => [
            one,
            at === 0 ? answersOf(1, 'terrible and awful, I hate this') : answersOf(4, 'It is fine as it is.'),
          ]),
        ),
      )
      await Promise.all([
        bodyOf(house.author.post(`${pulse.path}/close`)),
        sleep(delayMs).then(() => bodyOf(house.program.post(`/api/members/${asked[0].id}/erase`))),
      ])
      const counts = await countsOf(house, pulse)
      if (new Set(Object.values(counts)).size > 1) differing.push(`${delayMs} ms: ${JSON.stringify(counts)}`)
    }
    wonNone(
      differing.length,
      delaysMs.length,
      `surveys whose figures differ by one person: ${differing.join('; ')}`,
    )
  },
)

/** Whether the number of answers changes when this person is erased. */
async function movesWhenErased(
  { author, program }: House,
  { path }: Pulse,
  { id }: Person,
): Promise<boolean> {
  const answered = async (): Promise<number> => (await bodyOf(author.get(path))).response_summary.responded
  const before = await answered()
  await bodyOf(program.post(`/api/members/${id}/erase`))
  return (await answered()) !== before
}

attack(
  'erasing somebody while a confidential survey is open does not reveal whether they had answered',
  async () => {
    const house = await newHouse()
    const team = await house.team('Platform')
    const asked = await peopleOf(house, team, 12)
    const pulse = await ask(house.author, pulseOf([team], { confidentiality: { mode: 'confidential' } }))
    // Ten: one less shows, however counts are rounded to fives.
    const answering = asked.slice(0, 10)
    await answerByMail(house, pulse, new Map(answering.map((one) => [one, answersOf(4)])))
    const silent = await movesWhenErased(house, pulse, asked[11])
    const answerer = await movesWhenErased(house, pulse, answering[0])
    assert.equal(
      answerer,
      silent,
      'the attack won 2 of 2 states: the count moves for one who had answered, and stays for one who had not',
    )
  },
)

attack('the reply to erasing somebody does not reveal whether they had answered', async () => {
  const house = await newHouse()
  const team = await house.team('Platform')
  const asked = await peopleOf(house, team, 12)
  const pulse = await ask(house.author, pulseOf([team], { confidentiality: { mode: 'confidential' } }))
  const answering = asked.slice(0, 7)
  await answerByMail(house, pulse, new Map(answering.map((one) => [one, answersOf(4)])))
  const replies = []
  for (const { id } of [answering[0], asked[11]])
    replies.push((await bodyOf(house.program.post(`/api/members/${id}/erase`))).erased)
  assert.deepEqual(replies[0], replies[1], 'the attack won 2 of 2 states')
})

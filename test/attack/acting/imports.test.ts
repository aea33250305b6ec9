/**
 * An author who imports a survey that ran elsewhere a few weeks ago and asks the same again, or the other way round, with one person less.
 * Nobody changes an answer.
 */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import {
  answerByMail,
  ask,
  closedResults,
  differenceOf,
  figureOf,
  type House,
  newHouse,
  peopleOf,
  type Person,
  pulseOf,
  resultsOf,
} from './acting.ts'

const question = { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }
const scoreAt = (at: number): number => [3, 1, 2, 4, 5, 4, 3, 2, 2, 4][at % 10]

/** A survey in another system, of which a file has these answers. @returns the figure that everybody reads */
async function imported(
  { world }: House,
  {
    title,
    period,
    team,
    byNumber = false,
  }: { title: string; period: string; team: string; byNumber?: boolean },
  scores: ReadonlyMap<Person, number>,
): Promise<any> {
  const author = await world.user({ role: 'admin' })
  const rows = [...scores].map(([{ email }, rating], at) => ({
    period,
    respondent: byNumber ? `number ${at}` : email,
    team,
    question: 'calm',
    rating,
    scale: 5,
  }))
  const { instances } = await bodyOf(
    author.post(`/api/imports/responses?${new URLSearchParams({ title })}`, {
      questions: { calm: [question.text] },
      rows,
    }),
  )
  const [{ check_in_instance_id: id }] = instances
  return figureOf(await resultsOf(author, `/api/check-in-instances/${id}`), 'calm')
}

async function asked(house: House, team: string, scores: ReadonlyMap<Person, number>): Promise<any> {
  const pulse = await ask(
    house.author,
    pulseOf([team], { confidentiality: { mode: 'confidential' }, questions: [question] }),
  )
  const answers = new Map([...scores].map(([one, value]) => [one, [{ question_id: 'calm', value }]]))
  await answerByMail(house, pulse, answers)
  return figureOf(await closedResults(house.author, pulse.path), 'calm')
}

/** Ten people who answer, and two in their team who never do: where everybody answers, one answer is left out. */
async function begin() {
  const house = await newHouse({ at: '2026-11-10T12:00:00Z' })
  const team = await house.team('Platform')
  const people = (await peopleOf(house, team, 12)).slice(0, 10)
  const scores = new Map(people.map((one, index) => [one, scoreAt(index)]))
  const [, target] = people
  const leave = async (): Promise<void> => {
    await bodyOf(house.program.delete(`/api/teams/${team}/members/${target.id}`), 204)
    scores.delete(target)
  }
  return { house, team, scores, leave }
}

const won = (first: any, second: any): [number, number][] =>
  first?.n === undefined || second?.n === undefined ? [] : [...differenceOf(first, second)]

attack('a survey of nine after an imported one of ten does not reveal what the tenth answered', async () => {
  const { house, team, scores, leave } = await begin()
  const past = { title: 'Elsewhere', period: '2026-10-20', team: 'Platform' }
  const before = await imported(house, past, scores)
  assert.equal(before.n, 10)
  await leave()
  const told = won(before, await asked(house, team, scores))
  assert.deepEqual(
    told,
    [],
    `the attack won 1 of 1: answers ${JSON.stringify(told)} are gone with one person`,
  )
})

attack('nor does it where the file has numbers in place of people', async () => {
  const { house, team, scores, leave } = await begin()
  const past = { title: 'Elsewhere', period: '2026-10-20', team: 'Platform', byNumber: true }
  const before = await imported(house, past, scores)
  assert.equal(before.n, 10)
  await leave()
  const told = won(before, await asked(house, team, scores))
  assert.deepEqual(
    told,
    [],
    `the attack won 1 of 1: answers ${JSON.stringify(told)} are gone with one person`,
  )
})

attack('nor does it where surveys of several weeks were imported', async () => {
  const { house, team, scores, leave } = await begin()
  const past = (period: string) => ({ title: 'Elsewhere', period, team: 'Platform' })
  const before = await imported(house, past('2026-10-20'), scores)
  await leave()
  // Of other people, so that the last import alone reveals nothing about the target.
  const [, , ...rest] = scores
  await imported(house, past('2026-10-27'), new Map(rest))
  const told = won(before, await asked(house, team, scores))
  assert.deepEqual(
    told,
    [],
    `the attack won 1 of 1: answers ${JSON.stringify(told)} are gone with one person`,
  )
})

attack(
  'an imported survey of ten after a survey of nine does not reveal what the tenth answered',
  async () => {
    const { house, team, scores, leave } = await begin()
    const all = new Map(scores)
    await leave()
    const after = await asked(house, team, scores)
    assert.equal(after.n, 9)
    const past = { title: 'Elsewhere', period: '2026-10-27', team: 'Platform' }
    const told = won(await imported(house, past, all), after)
    assert.deepEqual(told, [], `the attack won 1 of 1: answers ${JSON.stringify(told)} came with one person`)
  },
)

attack('an import of long ago is shown, and hides nothing of a survey of today', async () => {
  const { house, team, scores, leave } = await begin()
  const past = { title: 'Elsewhere', period: '2026-09-01', team: 'Platform' }
  const before = await imported(house, past, scores)
  await leave()
  const after = await asked(house, team, scores)
  assert.deepEqual([before.n, after.n], [10, 9])
})

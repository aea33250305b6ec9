/**
 * An application that may add members seats one real person among newcomers who do not exist, have no address and never answer. Newcomers
 * are a cell of their own and count in a team that was asked before, so the figure of that team grows by what the one says. Nobody else
 * changes an answer.
 */
import { test as attack } from 'node:test'
import {
  answerByMail,
  ask,
  closedResults,
  countsOf,
  differenceOf,
  figureOf,
  type House,
  newHouse,
  peopleOf,
  type Person,
  pulseOf,
  wonNone,
} from './acting.ts'

let texts = 0
const questionsOf = () => [
  { id: 'calm', type: 'scale', text: `How calm was month ${++texts}?`, min: 1, max: 5 },
  { id: 'fair', type: 'scale', text: `How fair was month ${texts}?`, min: 1, max: 5 },
]

const valueOf = (at: number): number => [4, 2, 5, 1, 3, 2, 4, 5, 1][at % 9]
const say = (value: number, ...ids: string[]) => ids.map((question_id) => ({ question_id, value }))
const both = ['calm', 'fair']

/** Newcomers without an address. */
const madeUp = ({ world }: House, teamId: string, count: number): Promise<string[]> =>
  world.people(
    teamId,
    Array.from({ length: count }, (_, made) => ({ name: `Somebody ${made}`, email: null })),
  )

const modes = ['anonymous', 'confidential'] as const

for (const mode of modes)
  attack(`a team that was asked before does not reveal what one newcomer says, ${mode}`, async () => {
    const house = await newHouse()
    const [team, others] = [await house.team('Asked'), await house.team('Others')]
    const people = [...(await peopleOf(house, team, 9)), ...(await peopleOf(house, others, 8))]
    const questions = questionsOf()
    const given = new Map(
      people
        .filter((_, at) => at % 8 !== 0)
        .map((one, at): [Person, unknown[]] => [one, say(valueOf(at), ...both)]),
    )
    const results = async (answers: ReadonlyMap<Person, unknown[]>): Promise<any> => {
      const pulse = await ask(house.author, pulseOf([team, others], { confidentiality: { mode }, questions }))
      await answerByMail(house, pulse, answers)
      return closedResults(house.author, pulse.path)
    }
    const first = await results(given)
    await madeUp(house, team, 4)
    const [bob] = await peopleOf(house, team, 1)
    const second = await results(new Map([...given, [bob, say(2, ...both)]]))
    const differences = both.flatMap((id) => [...differenceOf(figureOf(second, id), figureOf(first, id))])
    wonNone(differences.length, 2, `answers of the one real newcomer: ${JSON.stringify(differences)}`)
  })

for (const mode of modes)
  attack(`a question that one newcomer answers does not reveal what they say, ${mode}`, async () => {
    const house = await newHouse()
    const [team, others] = [await house.team('Asked'), await house.team('Others')]
    const people = [...(await peopleOf(house, team, 9)), ...(await peopleOf(house, others, 8))]
    const questions = questionsOf()
    const given = people
      .filter((_, at) => at % 8 !== 0)
      .map((one, at): [Person, unknown[]] => [one, say(valueOf(at), ...both)])
    const results = async (answers: ReadonlyMap<Person, unknown[]>): Promise<any> => {
      const pulse = await ask(house.author, pulseOf([team, others], { confidentiality: { mode }, questions }))
      await answerByMail(house, pulse, answers)
      return closedResults(house.author, pulse.path)
    }
    const first = await results(new Map(given))
    const newcomers = await peopleOf(house, team, 6)
    const saying = newcomers
      .slice(1)
      .map((one, at): [Person, unknown[]] => [one, say(3, ...(at === 0 ? both : ['calm']))])
    const second = await results(new Map([...given, ...saying]))
    const grown = [...countsOf(figureOf(second, 'calm')).values()].reduce((sum, count) => sum + count, 0)
    wonNone(grown < 19 ? 1 : 0, 1, `newcomers who are not counted: ${grown}`)
    const differences = [...differenceOf(figureOf(second, 'fair'), figureOf(first, 'fair'))]
    wonNone(differences.length, 1, `answers of the one who answered both: ${JSON.stringify(differences)}`)
  })

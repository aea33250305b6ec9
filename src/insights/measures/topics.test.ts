import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TopicsCell, TopicSums } from '../text-cells.ts'
import { toldTopics } from './topics.ts'

const cellOf = (pay: TopicSums | null): TopicsCell => ({ n: 12, topics: pay ? { pay } : {} })

const sumsOf = (people: number, negative: number): TopicSums | null =>
  people === 0 ? null : { people, negative, sum: people / 10, squares: 1 }

/** What everyone tells, and each of the teams in it. */
const tellings = (...teams: (TopicSums | null)[]): (TopicSums | undefined)[] => {
  const cells = teams.map(cellOf)
  return toldTopics([cells, ...cells.map((cell) => [cell])], [null, ...teams.map(() => 0)]).map(
    ({ topics }) => topics.pay,
  )
}

test('a team leaves out one or two people where one or two outside of it name the topic', () => {
  const [everyone, large, small] = tellings(sumsOf(8, 0), sumsOf(1, 0))
  assert.equal(everyone?.people, 9)
  assert.deepEqual([large?.people, large?.few], [6, true])
  assert.equal(small, undefined)
  assert.equal(tellings(sumsOf(4, 0), sumsOf(1, 0))[1]?.people, 0)
})

test('a team tells its tone in threes where it would tell one or two people of another team', () => {
  const [everyone, large, small] = tellings(sumsOf(12, 8), sumsOf(6, 5))
  assert.deepEqual([everyone?.negative, everyone?.few], [13, undefined])
  assert.deepEqual([large?.people, large?.negative, large?.few], [12, 9, true])
  assert.deepEqual([small?.people, small?.negative, small?.few], [6, 4, true])
})

test('where nobody stands out, each group tells the sum of its cells', () => {
  const [everyone, one, other] = tellings(sumsOf(8, 4), sumsOf(6, 3))
  assert.deepEqual([everyone?.people, everyone?.negative], [14, 7])
  assert.deepEqual([one?.negative, other?.negative], [4, 3])
  assert.ok([everyone, one, other].every((sums) => sums && !('few' in sums)))
})

test('no count that is told, and no difference of two, is one or two people', () => {
  const most = 12
  const isEnough = (part: number): boolean => part === 0 || part >= 3
  let counted = 0
  for (let a = 0; a <= most; a++)
    for (let b = 0; b <= most; b++)
      for (let negativeA = 0; negativeA <= a; negativeA++)
        for (let negativeB = 0; negativeB <= b; negativeB++) {
          const [everyone, ...teams] = tellings(sumsOf(a, negativeA), sumsOf(b, negativeB))
          const told = [everyone, ...teams].filter((one) => one && one.people > 0)
          const pairs = everyone
            ? teams.filter((team) => team && team.people > 0).map((team) => [everyone, team!])
            : []
          for (const one of told) {
            assert.ok(isEnough(one!.people))
            if (one!.few) continue
            counted++
            assert.ok(isEnough(one!.negative) && isEnough(one!.people - one!.negative))
          }
          for (const [larger, smaller] of pairs) {
            const people = larger.people - smaller.people
            assert.ok(isEnough(people), `${a} and ${b}`)
            if (larger.few || smaller.few) continue
            const negative = larger.negative - smaller.negative
            assert.ok(
              isEnough(negative) && isEnough(people - negative),
              `${negativeA} of ${a} and ${negativeB} of ${b}`,
            )
          }
        }
  assert.ok(counted > 1000)
})

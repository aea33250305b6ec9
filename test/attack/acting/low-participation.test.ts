/**
 * An author who sets below which share a survey goes on, and has accomplices among the recipients: does whether it goes on tell of the one
 * person who is not an accomplice?
 */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { answerByMail, answersOf, ask, newHouse, peopleOf, pulseOf, wonNone } from './acting.ts'

const opensAt = '2026-09-01T08:00:00Z'
const closesAt = '2026-09-03T08:00:00Z'

/** What the documentation says, from what the page shows a moment before the end. */
function foretold(summary: any, below: number): boolean {
  const { recipients, absent, opted_out, unreachable, response_rate: rate } = summary
  if (rate === null) return false
  const asked = recipients - absent - opted_out - unreachable
  const reached = Math.round((1000 * (Math.floor((asked - 5) / 5) * 5)) / asked) / 1000
  return rate < Math.min(below, reached)
}

for (const mode of ['anonymous', 'confidential'])
  attack(`whether a survey goes on reveals no more than its page a moment before, ${mode}`, async () => {
    const house = await newHouse({ at: opensAt })
    const { clock } = house.world.running
    const surveys = []
    // Shares at which one answer could decide, and accomplices who answer up to just there, with and without the victim.
    for (const below of [0.42, 0.6])
      for (const isLoud of [true, false])
        for (const accomplices of [4, 5, 8, 9]) {
          const people = await peopleOf(house, await house.team(`Few ${below} ${isLoud} ${accomplices}`), 12)
          const pulse = await ask(
            house.author,
            pulseOf([], {
              recipients: { member_ids: people.map(({ id }) => id) },
              confidentiality: { mode },
              closes_at: closesAt,
              low_participation: { below, extend_by: 'P1D' },
            }),
          )
          const answering = people.slice(isLoud ? 0 : 1, accomplices + 1)
          await answerByMail(house, pulse, new Map(answering.map((one) => [one, answersOf(3)])))
          surveys.push({ pulse, below })
        }
    clock!.set(new Date(Date.parse(closesAt) - 1000))
    await house.settle()
    const expected: boolean[] = []
    for (const { pulse, below } of surveys) {
      const { state, response_summary: summary } = await bodyOf(house.author.get(pulse.path))
      assert.equal(state, 'open')
      expected.push(foretold(summary, below))
    }
    clock!.set(new Date(closesAt))
    await house.settle()
    let surprises = 0
    for (const [at, { pulse }] of surveys.entries()) {
      const { state } = await bodyOf(house.author.get(pulse.path))
      if ((state === 'open') !== expected[at]) surprises++
    }
    wonNone(surprises, surveys.length, 'surveys whose end told what the page had not')
  })

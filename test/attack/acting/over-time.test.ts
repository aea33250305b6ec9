/**
 * Somebody who watches counts, asks the same people again and again, asks in words, erases people at a chosen moment, or waits for the season
 * to end. Nobody changes an answer.
 */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
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
  resultsOf,
  tryToAsk,
  wonNone,
} from './acting.ts'

let texts = 0
const scale = (text = `How calm was time ${++texts}?`) => ({
  id: 'calm',
  type: 'scale',
  text,
  min: 1,
  max: 5,
})
const say = (value: number) => [{ question_id: 'calm', value }]
const valueOf = (at: number): number => [4, 2, 5, 1, 3, 2, 4, 5, 1][at % 9]

const modes = ['anonymous', 'confidential'] as const

/** Everybody answers as ever. */
async function results(
  house: House,
  draft: ReturnType<typeof pulseOf>,
  answers: ReadonlyMap<Person, readonly unknown[]>,
): Promise<any> {
  const pulse = await ask(house.author, draft)
  await answerByMail(house, pulse, answers)
  return closedResults(house.author, pulse.path)
}

const draftOf = (teams: readonly string[], mode: string, more: Record<string, unknown> = {}) =>
  pulseOf(teams, { confidentiality: { mode }, ...more })

for (const mode of modes)
  attack(
    `a count that takes a step, and the count after close, do not tell that everybody answered, ${mode}`,
    async () => {
      const house = await newHouse()
      const [team, crowd] = [await house.team('Eight'), await house.team('Crowd')]
      const [eight, others] = [await peopleOf(house, team, 8), await peopleOf(house, crowd, 20)]
      /** What the attacker sees of one survey: the last step, and how many answers the close takes away from it. */
      const watched = async (answering: readonly Person[]): Promise<string> => {
        const pulse = await ask(house.author, draftOf([team, crowd], mode, { questions: [scale()] }))
        const count = async (): Promise<number> =>
          (await bodyOf(house.author.get(pulse.path))).response_summary.responded
        const rest = others.slice(0, -1)
        await answerByMail(house, pulse, new Map(answering.map((one) => [one, say(3)])))
        let [before, steps] = [await count(), 0]
        for (const one of rest) {
          await answerByMail(house, pulse, new Map([[one, say(2)]]))
          const now = await count()
          if (now > before) steps++
          before = now
          if (steps === 2) break
        }
        const { responded } = (await closedResults(house.author, pulse.path)).response_summary
        return String(responded - before)
      }
      // So often the same difference for seven and for eight that nobody can tell them apart.
      const [seven, all] = [new Set<string>(), new Set<string>()]
      for (let time = 0; time < 6; time++) {
        seven.add(await watched(eight.slice(0, 7)))
        all.add(await watched(eight))
      }
      assert.ok(
        seven.size > 1 && all.size > 1,
        `seven: ${[...seven].join(' ')}, eight: ${[...all].join(' ')}`,
      )
    },
  )

for (const mode of modes)
  attack(`the same survey six times does not tell that everybody answers, ${mode}`, async () => {
    const house = await newHouse()
    const team = await house.team('Eight')
    const people = await peopleOf(house, team, 8)
    const question = scale()
    const answers = new Map(people.map((one, at) => [one, say(valueOf(at))]))
    const seen = new Set<string>()
    for (let time = 0; time < 6; time++) {
      const told = await results(house, draftOf([team], mode, { questions: [question] }), answers)
      seen.add(JSON.stringify([...countsOf(figureOf(told, 'calm'))].toSorted()))
    }
    wonNone(seen.size - 1, 5, 'surveys in which another answer is left out')
  })

attack('a survey in words, asked again without one person, does not reveal what they wrote', async () => {
  for (const mode of modes) {
    const house = await newHouse()
    const team = await house.team('Words')
    const people = await peopleOf(house, team, 14)
    const questions = [{ id: 'why', type: 'text', text: `What got in the way, time ${++texts}?` }]
    const words = (one: Person) => [
      { question_id: 'why', text: `Too many meetings, says the one of ${one.id.slice(-5)}.` },
    ]
    const answers = new Map(people.slice(0, 13).map((one) => [one, words(one)]))
    const first = await results(house, draftOf([team], mode, { questions }), answers)
    const [target] = people
    const without = { team_ids: [team], excluded_member_ids: [target.id] }
    const asked = await tryToAsk(house.author, draftOf([], mode, { questions, recipients: without }))
    if ('refused' in asked) {
      assert.equal(asked.refused.body.code, 'exclusion_too_small')
      continue
    }
    await answerByMail(house, asked.pulse, new Map([...answers].filter(([one]) => one !== target)))
    const second = await closedResults(house.author, asked.pulse.path)
    const shown = (told: any): number => figureOf(told, 'why').n ?? 0
    assert.equal(shown(first), 13, mode)
    wonNone(shown(second), 12, `texts that are shown without the target’s, ${mode}`)
  }
})

attack('somebody erased in an open survey leaves no difference, whatever was asked before', async () => {
  for (const mode of modes)
    for (const answersFirst of [true, false]) {
      const house = await newHouse()
      const [team, crowd] = [await house.team('Nine'), await house.team('Crowd')]
      const [people, others] = [await peopleOf(house, team, 9), await peopleOf(house, crowd, 12)]
      const [a, b] = [scale(), { ...scale(), id: 'other' }]
      const given = [...people, ...others].slice(0, -1).map((one, at): [Person, readonly unknown[]] => [
        one,
        [
          { question_id: 'calm', value: valueOf(at) },
          { question_id: 'other', value: valueOf(at) },
        ],
      ])
      // Both questions get their own ledger, and then stand in one survey.
      for (const questions of [[a], [b]]) {
        const { path } = await ask(house.author, draftOf([team, crowd], mode, { questions }))
        await bodyOf(house.author.post(`${path}/cancel`))
      }
      const first = await results(house, draftOf([team, crowd], mode, { questions: [a, b] }), new Map(given))
      const pulse = await ask(house.author, draftOf([team, crowd], mode, { questions: [b] }))
      const target = people[2]
      const now = new Map(given.map(([one, [, other]]) => [one, [other]] as const))
      if (answersFirst) await answerByMail(house, pulse, new Map([[target, now.get(target)!]]))
      const eraser = await house.world.organisation()
      await bodyOf(eraser.post(`/api/members/${target.id}/erase`))
      now.delete(target)
      await answerByMail(house, pulse, now)
      const second = await closedResults(house.author, pulse.path)
      const ofTeam = (told: any) => told.teams.find((one: any) => one.team_id === team)
      const hidden = ofTeam(second)
      assert.equal(hidden.suppressed, true, `${mode}: ${JSON.stringify(hidden)}`)
      assert.equal('counted_in' in hidden, false, 'its answers are counted nowhere')
      const change = differenceOf(figureOf(first, 'other'), figureOf(second, 'other'))
      const lost = [...change.values()].reduce((sum, count) => sum + count, 0)
      assert.ok(lost === 0 || lost >= 5, `${mode}: the figures differ by ${lost} answers`)
    }
})

attack('the last survey of a season and the first of the next do not differ by one person', async () => {
  for (const mode of modes) {
    const house = await newHouse({ at: '2026-01-05T08:00:00Z' })
    const { clock } = house.world.running
    const [team, crowd] = [await house.team('Nine'), await house.team('Crowd')]
    const [people, others] = [await peopleOf(house, team, 9), await peopleOf(house, crowd, 12)]
    const question = scale()
    const answers = new Map(
      [...people.slice(0, 8), ...others.slice(0, 11)].map((one, at) => [one, say(valueOf(at))]),
    )
    const asked = async (
      survey: ReturnType<typeof pulseOf>,
      replies: ReadonlyMap<Person, readonly unknown[]>,
    ) => {
      const { path, title } = await ask(house.author, survey)
      await answerByMail(house, { title }, replies)
      await bodyOf(house.author.post(`${path}/close`))
      await house.settle()
      return resultsOf(house.author, path)
    }
    const draft = () => draftOf([team, crowd], mode, { questions: [question] })
    await asked(draft(), answers)
    clock?.set(new Date('2026-03-05T08:00:00Z'))
    const last = await asked(draft(), answers)
    // Sixty days after the first.
    clock?.set(new Date('2026-03-07T08:00:00Z'))
    const [target] = people
    const recipients = { team_ids: [team, crowd], excluded_member_ids: [target.id] }
    const next = await asked(
      { ...draft(), recipients },
      // Where an answer could not be set aside, nobody of the quiet group is asked.
      new Map([...answers].filter(([one]) => (mode === 'anonymous' ? others.includes(one) : one !== target))),
    )
    const change = differenceOf(figureOf(last, 'calm'), figureOf(next, 'calm'))
    const lost = [...change.values()].reduce((sum, count) => sum + count, 0)
    assert.ok(lost === 0 || lost >= 5, `${mode}: the figures differ by ${JSON.stringify([...change])}`)
  }
})

attack(
  'a weekly series that begins where the season of a pulse ends does not differ from it by one person',
  async () => {
    for (const mode of modes) {
      const house = await newHouse({ at: '2026-01-05T08:00:00Z' })
      const { clock } = house.world.running
      const [team, crowd] = [await house.team('Nine'), await house.team('Crowd')]
      const [people, others] = [await peopleOf(house, team, 9), await peopleOf(house, crowd, 12)]
      const question = scale()
      const answers = new Map(
        [...people.slice(0, 8), ...others.slice(0, 11)].map((one, at) => [one, say(valueOf(at))]),
      )
      const draft = draftOf([team, crowd], mode, { questions: [question] })
      const closing = async (path: string): Promise<any> => {
        await bodyOf(house.author.post(`${path}/close`))
        await house.settle()
        return resultsOf(house.author, path)
      }
      let last: any
      for (const at of ['2026-01-05T08:00:00Z', '2026-03-05T08:00:00Z']) {
        clock?.set(new Date(at))
        const { path, title } = await ask(house.author, { ...draft, title: `${draft.title} ${at}` })
        await answerByMail(house, { title }, answers)
        last = await closing(path)
      }
      const [target] = people
      const title = `Weekly of ${draft.title}`
      const { id } = await bodyOf(
        house.author.post('/api/check-ins', {
          ...draft,
          title,
          recipients: { team_ids: [team, crowd], excluded_member_ids: [target.id] },
          time_zone: 'UTC',
          recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-03-09', time: '08:00' },
          window: 'P2D',
        }),
        201,
      )
      await bodyOf(house.author.post(`/api/check-ins/${id}/activate`))
      clock?.set(new Date('2026-03-09T08:00:00Z'))
      await house.settle()
      const { check_in_instances: instances } = await bodyOf(
        house.author.get(`/api/check-ins/${id}/instances`),
      )
      const instance = instances.find(({ local_date: date }: any) => date === '2026-03-09')
      const asked = mode === 'anonymous' ? others : [...people.slice(1), ...others]
      if (instance.state === 'open') {
        await answerByMail(house, { title }, new Map([...answers].filter(([one]) => asked.includes(one))))
        const next = await closing(`/api/check-in-instances/${instance.id}`)
        const change = differenceOf(figureOf(last, 'calm'), figureOf(next, 'calm'))
        const lost = [...change.values()].reduce((sum, count) => sum + count, 0)
        assert.ok(lost === 0 || lost >= 5, `${mode}: the figures differ by ${JSON.stringify([...change])}`)
      }
    }
  },
)

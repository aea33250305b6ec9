/**
 * A lead who asks further in order to learn what one person says: with questions of their own choice, several times in a row, of drafts that they
 * changed before they opened them.
 */
import assert from 'node:assert/strict'
import { before, test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { replier } from '../../support/replying.ts'
import { type Running, startApp } from '../../support/start.ts'
import { eventually } from '../../support/world.ts'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  differenceOf,
  figureOf,
  type House,
  linksInMail,
  newHouse,
  type Person,
  type Pulse,
  pulseOf,
} from './acting.ts'

const monday = '2026-10-12T08:00:00Z'
let running: Running

before(async () => {
  running = await startApp({ at: monday })
})

const scores = [3, 1, 2, 4, 5, 4, 3, 2, 4, 3, 2]

type Setting = {
  house: House
  lead: Awaited<ReturnType<typeof replier>>
  team: string
  people: Person[]
  finding: string
}

/** A team of twelve, of whom eleven have answered with a comment, and a lead who is not asked. */
async function setting(mode: string): Promise<Setting> {
  running.clock!.set(monday)
  const house = await newHouse({ running })
  const team = await house.team('Platform')
  const people = (await house.people(team, 12)).slice(0, scores.length)
  const pulse = await ask(house.author, pulseOf([team], { confidentiality: { mode } }))
  await answerByMail(
    house,
    pulse,
    new Map(
      people.map((one, at) => [one, answersOf(scores[at], `The nights are long, ${'abcdefghijk'[at]}.`)]),
    ),
  )
  await closedResults(house.author, pulse.path)
  const lead = await replier(house, [team])
  const { body } = await eventually(
    () => lead.get(`/api/insights?pulse_id=${pulse.id}&kind=score&team_id=${team}`),
    (reply) => reply.body.insights?.length > 0,
  )
  return { house, lead, team, people, finding: body.insights[0].id }
}

let titles = 0

/** The lead asks further, after they have changed the draft. @returns the code of the first refusal, or the pulse */
async function askedFurther(
  { lead, finding }: Setting,
  changes: Record<string, unknown>,
): Promise<{ refused: string } | Pulse> {
  const { id } = await bodyOf(lead.post(`/api/insights/${finding}/follow-ups`, { text: 'What else?' }), 201)
  const path = `/api/pulses/${id}`
  const title = `Asked further, no. ${++titles}`
  for (const step of [() => lead.patch(path, { title, ...changes }), () => lead.post(`${path}/open`)]) {
    const { status, body } = await step()
    if (status !== 200) return { refused: body.code === 'invalid_request' ? body.errors[0].code : body.code }
  }
  return { id, path, title }
}

const writer = { id: 'wrote', type: 'yes_no', text: 'Did you write about nights?', required: true }
const questionsForOne = [
  writer,
  {
    id: 'known',
    type: 'yes_no',
    text: 'Does your manager know?',
    show_if: { question_id: 'wrote', any_of: [true] },
  },
  { id: 'why', type: 'text', text: 'Why not?', show_if: { question_id: 'known', any_of: [false] } },
]

/** All that the lead reads of one survey, without what differs between any two. */
async function readingsOf({ lead }: Setting, { id, path }: { id: string; path: string }) {
  const { questions, teams } = await closedResults(lead, path)
  const { insights } = await bodyOf(lead.get(`/api/insights?pulse_id=${id}&limit=200`))
  return JSON.stringify([
    questions,
    teams.map((one: any) => one.questions),
    insights.map(({ kind, statement, n, value }: any) => [kind, statement, n, value]),
  ])
}

for (const mode of ['anonymous', 'confidential'])
  attack(
    `three questions in a row for whoever wrote something do not reveal whether one said yes, ${mode}`,
    async () => {
      const worlds: string[][] = []
      for (const isThere of [true, false]) {
        const all = await setting(mode)
        const read: string[] = []
        for (const times of ['once', 'twice', 'thrice']) {
          const questions = [
            { ...writer, text: `${writer.text} Asked ${times}.` },
            ...questionsForOne.slice(1),
          ]
          const pulse = await askedFurther(all, { questions })
          assert.ok('title' in pulse, JSON.stringify(pulse))
          const said = (at: number) =>
            isThere && at === 4
              ? [
                  { question_id: 'wrote', value: true },
                  { question_id: 'known', value: false },
                  { question_id: 'why', text: 'I am afraid of them.' },
                ]
              : [{ question_id: 'wrote', value: false }]
          await answerByMail(all.house, pulse, new Map(all.people.map((one, at) => [one, said(at)])))
          read.push(await readingsOf(all, pulse))
        }
        worlds.push(read)
      }
      assert.match(worlds[0][0], /Did you write about nights/)
      assert.deepEqual(worlds[1], worlds[0])
    },
  )

for (const mode of ['anonymous', 'confidential'])
  attack(`asking everybody and then all but one reveals nothing about the one, ${mode}`, async () => {
    const all = await setting(mode)
    const { house, lead, team, people } = all
    const question = { id: 'calm', type: 'scale', text: 'Is it calm at night?', min: 1, max: 5 }
    const answersWithout = (out?: Person) =>
      new Map(
        people.flatMap((one, at) =>
          one === out ? [] : [[one, [{ question_id: 'calm', value: scores[at] }]] as const],
        ),
      )
    const first = await askedFurther(all, { questions: [question] })
    assert.ok('title' in first, JSON.stringify(first))
    await answerByMail(house, first, answersWithout())
    const before = figureOf(await closedResults(lead, first.path), 'calm')
    assert.equal(before.n, 11)
    const won: unknown[] = []
    for (const out of people.slice(0, 3)) {
      const recipients = { team_ids: [team], excluded_member_ids: [out.id] }
      const again = await askedFurther(all, { questions: [question], recipients })
      if ('refused' in again) continue
      await answerByMail(house, again, answersWithout(out))
      const after = figureOf(await closedResults(lead, again.path), 'calm')
      if (after.n !== undefined) won.push(...differenceOf(before, after))
    }
    assert.deepEqual(won, [], `the attack won ${won.length} of 3 answers`)
  })

attack('a draft that the lead has changed to names says so to everybody before they answer', async () => {
  const all = await setting('anonymous')
  const pulse = await askedFurther(all, {
    confidentiality: { mode: 'attributed', audience: [all.lead.userId] },
  })
  assert.ok('title' in pulse, JSON.stringify(pulse))
  const links = await linksInMail(all.house, pulse.title, all.people)
  for (const { email } of all.people) {
    const page = await all.house.world.anyone.get(links.get(email)!, { accept: 'text/html' })
    assert.match(String(page.body), new RegExp(all.lead.name))
  }
})

attack('no draft of a lead asks for smaller groups than the service allows', async () => {
  const all = await setting('anonymous')
  for (const confidentiality of [
    { mode: 'anonymous', k_score: 2 },
    { mode: 'anonymous', k_comment: 4 },
  ]) {
    const asked = await askedFurther(all, { confidentiality })
    assert.ok('refused' in asked, JSON.stringify(confidentiality))
  }
})

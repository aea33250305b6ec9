/** Asking further: one more question to the people who were asked about a finding, by the rules of any survey. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  answersOf,
  ask,
  closedResults,
  type House,
  linksInMail,
  newHouse,
  pulseOf,
} from '../../test/attack/acting/acting.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { type Asked, askedTwoTeams, findingsOf, replier } from '../../test/support/replying.ts'
import { startApp } from '../../test/support/start.ts'

let house: House
let survey: Asked
let findings: Awaited<ReturnType<typeof findingsOf>>
let admin: Awaited<ReturnType<typeof replier>>
let lead: Awaited<ReturnType<typeof replier>>

before(async () => {
  house = await newHouse({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  admin = await replier(house, [], 'admin')
  survey = await askedTwoTeams(house)
  lead = await replier(house, [survey.teams[0]])
  findings = await findingsOf(house, survey, admin)
})

const further = (by: Pick<typeof lead, 'post'>, finding: string, more: object = {}) =>
  by.post(`/api/insights/${finding}/follow-ups`, { text: 'What would help most?', ...more })

test('a lead asks their team, an admin everyone, each as a draft of their own with the same mode and minimums', async () => {
  const of = async (by: typeof lead, finding: string) =>
    bodyOf(further(by, finding, { title: 'Once more' }), 201)
  const mine = await of(lead, findings.platform)
  assert.deepEqual([mine.state, mine.title, mine.author_user_id], ['draft', 'Once more', lead.userId])
  assert.deepEqual(mine.recipients.team_ids, [survey.teams[0]])
  assert.deepEqual([mine.confidentiality.mode, mine.confidentiality.k_comment], ['anonymous', 10])
  assert.deepEqual(
    mine.questions.map(({ type, text }: any) => [type, text]),
    [['text', 'What would help most?']],
  )
  const all = await of(admin, findings.everyone)
  assert.deepEqual(new Set(all.recipients.team_ids), new Set(survey.teams))
  assert.equal((await further(lead, findings.everyone)).body.code, 'not_the_lead')
  assert.equal((await further(lead, findings.design)).body.code, 'not_the_lead')
  assert.equal(
    (await admin.post(`/api/insights/${findings.everyone}/follow-ups?dry_run=true`, { text: 'Why?' })).status,
    204,
  )
})

test('a further question to a small team places no comment in it, though its lead chooses the question', async () => {
  const { id } = await bodyOf(
    further(lead, findings.platform, { text: 'Who of you wrote about nights?' }),
    201,
  )
  const path = `/api/pulses/${id}`
  const title = 'Follow-up of the lead'
  await bodyOf(lead.patch(path, { title }))
  await bodyOf(lead.post(`${path}/open`))
  const links = await linksInMail(house, title, survey.people[0])
  for (const [at, { email }] of survey.people[0].slice(0, 7).entries()) {
    const answers = [{ question_id: 'further', text: `I did, number ${'abcdefgh'[at]} of the night shift.` }]
    await bodyOf(house.world.anyone.post(links.get(email)!, { answers }), 201)
  }
  const results = await closedResults(lead, path)
  assert.doesNotMatch(JSON.stringify(results), /night shift/, 'seven comments are fewer than ten')
  const { insights } = await bodyOf(lead.get(`/api/insights?pulse_id=${id}`))
  assert.doesNotMatch(JSON.stringify(insights), /night shift|number [a-h]/)
})

test('a survey that named single people is repeated by its author alone', async () => {
  const team = await house.team('Named')
  const people = await house.people(team, 9)
  const recipients = { member_ids: people.map(({ id }) => id) }
  const pulse = await ask(house.author, pulseOf([], { recipients }))
  const links = await linksInMail(house, pulse.title, people)
  for (const { email } of people.slice(0, 7))
    await bodyOf(house.world.anyone.post(links.get(email)!, { answers: answersOf(2) }), 201)
  await closedResults(house.author, pulse.path)
  const query = `pulse_id=${pulse.id}&everyone=true&kind=participation`
  const { insights } = await bodyOf(admin.get(`/api/insights?${query}`))
  const refused = await further(admin, insights[0].id)
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'named_people'])
  for (const { id } of people) assert.ok(!JSON.stringify(refused.body).includes(id))
  const author = await house.world.user({ id: house.userId })
  const again = await further(author, insights[0].id)
  assert.deepEqual([again.status, again.body.recipients.member_ids.length], [201, 9])
})

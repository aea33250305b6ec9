/**
 * An application that surrounds one person with members whom it made up, and whose mail it reads. No software can tell made-up people
 * from real ones, so anyone who is asked among them must be told.
 */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { newPeopledWorld } from '../../support/people.ts'
import type { Running } from '../../support/start.ts'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  figureOf,
  linksInMail,
  newHouse,
  peopleOf,
  pulseOf,
} from './acting.ts'

/** One of them stays silent: where everybody answers, one answer is left out. */
const fakes = 10
const bobsScore = 2
const bobsComment = 'I would rather leave than go on like this'

async function surrounded({ ageInDays = 0, ...options }: { running?: Running; ageInDays?: number } = {}) {
  const house = await newHouse(options)
  await house.world.running.db.pool.query(
    'update organisations set created_at = created_at - make_interval(days => $2) where id = $1',
    [house.world.organisationId, ageInDays],
  )
  const team = await house.team('Platform')
  const [bob, ...madeUp] = await peopleOf(house, team, fakes + 1)
  const pulse = await ask(house.author, pulseOf([team]))
  const link = (await linksInMail(house, pulse.title, [bob])).get(bob.email) ?? ''
  const page = await house.world.anyone.get(link, { accept: 'text/html' })
  const survey = await house.world.anyone.get(link)
  await answerByMail(house, pulse, new Map([[bob, answersOf(bobsScore, bobsComment)]]))
  const scores = madeUp.slice(1).map((_, at) => 1 + (at % 5))
  const answers = new Map(
    scores.map((score, at) => [madeUp[at + 1], answersOf(score, `We wait for reviews, no. ${at}`)]),
  )
  await answerByMail(house, pulse, answers)
  const results = await closedResults(house.author, pulse.path)
  const { n, mean } = figureOf(results, 'calm')
  const derived =
    n === undefined ? undefined : Math.round(n * mean) - scores.reduce((sum, one) => sum + one, 0)
  const read: string[] = figureOf(results, 'why').comments ?? []
  const won = [
    ...(derived === bobsScore ? ['score'] : []),
    ...(read.includes(bobsComment) ? ['comment'] : []),
  ]
  return { house, pulse, won, page: String(page.body), survey: JSON.stringify(survey.body) }
}

/** A sentence that counts those who were added recently, wherever it stands. */
const addedSentence =
  /\b(?:10|11|ten|eleven)\b[^.<]*\badded\b|\badded all (?:10|11|ten|eleven)\b[^.<]*\bdays before\b/i

attack('somebody among made-up members is told so before they answer', async () => {
  const { won, page, survey } = await surrounded()
  const isTold = addedSentence.test(page) && addedSentence.test(survey)
  assert.ok(
    won.length === 0 || isTold,
    `the attack won ${won.length} of 2: ${won.join(' and ')}, and nobody was told`,
  )
})

attack('admins hear of a group that is mostly made up', async () => {
  const { running, person } = await newPeopledWorld()
  const { house, pulse } = await surrounded({ running, ageInDays: 30 })
  const admin = await person(house.world.adminEmail)
  const { alerts } = await bodyOf(admin.get('/api/alerts'))
  assert.deepEqual(
    alerts.map((one: any) => [one.subject, one.scope.pulse_id]),
    [['recent_members', pulse.id]],
  )
  const { audit_events: events } = await bodyOf(admin.get('/api/audit-events?action=recipients.added_lately'))
  assert.deepEqual(
    events.map((one: any) => [one.target, one.detail]),
    [[pulse.id, { asked: 11, added_lately: 11, by_this_application: 11, alert: true }]],
  )
})

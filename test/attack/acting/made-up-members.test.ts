/**
 * An application that surrounds one person with members whom it made up, and whose mail it reads. No software can tell made-up people
 * from real ones, so whoever is asked among them must be told.
 */
import assert from 'node:assert/strict'
import {
  answerByMail,
  answersOf,
  ask,
  attacksOf,
  closedResults,
  figureOf,
  linksInMail,
  newHouse,
  type OpenBreaches,
  peopleOf,
  pulseOf,
} from './acting.ts'

const untold = 'nobody is told that most of those who are asked were added by the application'

const open: OpenBreaches = {
  'somebody among made-up members is told so before they answer': untold,
  'admins hear of a group that is mostly made up': untold,
}
const attack = attacksOf(open)

/** One of them stays silent: where everybody answers, one answer is left out. */
const fakes = 10
const bobsScore = 2
const bobsComment = 'I would rather leave than go on like this'

async function surrounded() {
  const house = await newHouse()
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

/** A sentence that counts those who were added lately, wherever it stands. */
const addedSentence = /\b(?:10|11|ten|eleven)\b[^.<]*\badded\b/i

attack('somebody among made-up members is told so before they answer', async () => {
  const { won, page, survey } = await surrounded()
  const isTold = addedSentence.test(page) && addedSentence.test(survey)
  assert.ok(
    won.length === 0 || isTold,
    `the attack won ${won.length} of 2: ${won.join(' and ')}, and nobody was told`,
  )
})

attack('admins hear of a group that is mostly made up', async () => {
  const { house, won, pulse } = await surrounded()
  const { body } = await house.admin.get('/api/audit-events?limit=200')
  const events: { action: string; target?: unknown }[] = body.audit_events ?? []
  const isAudited = events.some(
    (event) =>
      JSON.stringify(event).includes(pulse.id) && /recent|added|new_members/.test(JSON.stringify(event)),
  )
  assert.ok(
    won.length === 0 || isAudited,
    `the attack won ${won.length} of 2: ${won.join(' and ')}, and no admin hears of it`,
  )
})

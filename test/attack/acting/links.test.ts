/**
 * Somebody who holds other people's links: an author whom the API hands them to, or whoever delivers them. They look whether a link has
 * been used, and answer for those who have not answered.
 */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  figureOf,
  type House,
  linksInMail,
  linksListed,
  newHouse,
  peopleOf,
  type Person,
  pulseOf,
  type Pulse,
  tryToAsk,
  wonNone,
} from './acting.ts'

/** A pulse by mail whose author would like the links as well; where they are refused, by mail alone. */
async function askedByMail(house: House, people: readonly Person[], mode: string): Promise<Pulse> {
  const draft = pulseOf([], {
    recipients: { member_ids: people.map(({ id }) => id) },
    confidentiality: { mode },
  })
  const both = await tryToAsk(house.author, { ...draft, channels: ['email', 'link'] })
  return 'pulse' in both ? both.pulse : ask(house.author, draft)
}

async function asked(count: number, mode = 'anonymous') {
  const house = await newHouse()
  const people = await peopleOf(house, await house.team('Platform'), count)
  return { house, people, pulse: await askedByMail(house, people, mode) }
}

for (const mode of ['anonymous', 'confidential'])
  attack(`no call lists personal links of ${mode === 'anonymous' ? 'an' : 'a'} ${mode} survey`, async () => {
    const { house, people, pulse } = await asked(10, mode)
    const mailed = await linksInMail(house, pulse.title, people)
    const links = await linksListed(house.author, pulse.path)
    const usable = people.filter(({ id, email }) => links.has(id) && links.get(id) === mailed.get(email))
    wonNone(usable.length, people.length, 'links that their owners got by mail')
  })

/** All that a reply shows, except for what belongs to this link alone. */
const shownBy = (status: number, body: unknown, link: string): string =>
  `${status} ${JSON.stringify(body)}`.replaceAll(link.split('/').at(-1) ?? '', '…')

attack('a link of an anonymous survey tells nobody whether it was used', async () => {
  const { house, people, pulse } = await asked(18)
  const answering = people.slice(0, 7)
  await answerByMail(house, pulse, new Map(answering.map((one) => [one, answersOf(4)])))
  const links = await linksInMail(house, pulse.title, people)
  const looks = new Map<Person, string>()
  for (const person of people) {
    const link = links.get(person.email) ?? ''
    const asJson = await house.world.anyone.get(link)
    const asPage = await house.world.anyone.get(link, { accept: 'text/html' })
    // Secrets of a page are drawn again for each reading.
    const page = String(asPage.body).replaceAll(/value="[\w-]{16,64}"|nonce-?="?[\w+/=-]+"?/g, '')
    looks.set(person, shownBy(asJson.status, asJson.body, link) + shownBy(asPage.status, page, link))
  }
  const silent = new Set(people.slice(7).map((person) => looks.get(person)))
  assert.equal(silent.size, 1, 'pages of people who have not answered differ by themselves')
  const right = answering.filter((person) => !silent.has(looks.get(person))).length
  wonNone(
    right === 0 ? 0 : right + people.length - answering.length,
    people.length,
    'people whose participation the link tells',
  )
})

attack('a second answer to a link of an anonymous survey looks like the first', async () => {
  const { house, people, pulse } = await asked(10)
  const links = [...(await linksInMail(house, pulse.title, people)).values()]
  const used = links.slice(0, 5)
  for (const link of used) await house.world.anyone.post(link, { answers: answersOf(4) })
  const replies = new Map<string, string>()
  for (const link of links) {
    const { status, body } = await house.world.anyone.post(link, { answers: answersOf(2) })
    replies.set(link, `${status} ${Object.keys(body).toSorted().join(' ')}`)
  }
  const first = new Set(links.slice(5).map((link) => replies.get(link)))
  const told = used.filter((link) => !first.has(replies.get(link)))
  wonNone(told.length, used.length, 'links whose second answer is told from a first one')
})

const comments = [
  'Too many meetings on Mondays.',
  'The build takes very long.',
  'Our plans change every week.',
  'There is a lot of noise in the office.',
  'I would like to have better tools.',
  'Reviews wait for several days.',
  'Nobody knows who decides.',
  'The releases are late again.',
  'We need more time for training.',
]
const bobsComment = 'my manager never listens to any of us and the plan is a joke'
const bobsScore = 1

/** Bob alone answers; anyone who has the links answers for the nine who are silent, and closes. */
async function stuffed() {
  const { house, people, pulse } = await asked(10)
  const [bob, ...silent] = people
  await answerByMail(house, pulse, new Map([[bob, answersOf(bobsScore, bobsComment)]]))
  const links = await linksListed(house.author, pulse.path)
  let given = 0
  for (const [at, { id }] of silent.entries()) {
    const link = links.get(id)
    if (link === undefined) continue
    const score = 2 + (at % 4)
    const { status } = await house.world.anyone.post(link, { answers: answersOf(score, comments[at]) })
    if (status === 201) given += score
  }
  return { given, results: await closedResults(house.author, pulse.path) }
}

attack('whoever answers for everybody else does not learn the score of the one who is left', async () => {
  const { given, results } = await stuffed()
  const { n, mean } = figureOf(results, 'calm')
  const derived = n === undefined ? undefined : Math.round(n * mean) - given
  assert.notEqual(derived, bobsScore, `the attack won 1 of 1 scores: ${n} × ${mean} − ${given} = ${derived}`)
})

attack('whoever answers for everybody else does not read the comment of the one who is left', async () => {
  const { results } = await stuffed()
  const read: string[] = figureOf(results, 'why').comments ?? []
  const others = read.filter((comment) => !comments.includes(comment))
  assert.deepEqual(others, [], `the attack won 1 of 1 comments: ${others.join(' ')}`)
})

/**
 * Somebody who watches messages and not answers: who gets them, by the outbox, a mail server and the log; how many there are, what an
 * erasure deletes, and what a receipt says. A reminder that went to those who have not answered would name them.
 */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test as attack } from 'node:test'
import { logger } from '../../../src/log.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { messagesIn } from '../../support/outbox.ts'
import { startApp } from '../../support/start.ts'
import { eventually } from '../../support/world.ts'
import {
  answersOf,
  ask,
  closedResults,
  type House,
  linksInMail,
  newHouse,
  peopleOf,
  type Person,
  type Pulse,
  pulseOf,
  wonNone,
} from './acting.ts'

/** These people answer. @returns their receipts */
async function answer(house: House, pulse: Pulse, people: readonly Person[]): Promise<string[]> {
  const links = await linksInMail(house, pulse.title, people)
  const receipts: string[] = []
  for (const { email } of people)
    receipts.push(
      (await bodyOf(house.world.anyone.post(links.get(email) ?? '', { answers: answersOf(4) }), 201)).receipt,
    )
  return receipts
}

const modes = ['anonymous', 'confidential'] as const

/** A person is reached by one channel. All of them write to the outbox while none is set up. */
const addressesOf = (name: string) => [
  { type: 'email', address: `${name}@reminded.example` },
  { type: 'slack', address: `U0${name.toUpperCase()}` },
  { type: 'teams', address: `https://teams.example/${name}` },
  { type: 'chat', address: `https://chat.example/${name}` },
  { type: 'sms', address: `+4917012300${name.replace('person', '').padStart(2, '0')}` },
]

const patient = { 'sonde-attempt': 'a-secret-of-this-device' }

/** Twelve people of whom the first six use their link, each in another way. @returns what is known of each of them, and who has answered */
async function remindedTwelve(mode: (typeof modes)[number]) {
  let log = ''
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  const running = await startApp({ at: '2026-10-12T08:00:00Z', log: logger('trace', sink) })
  const house = await newHouse({ running })
  const team = await house.team('Twelve')
  const people: { id: string; address: string }[] = []
  for (let at = 0; at < 12; at++) {
    const channel = addressesOf(`person${at}`)[at % 5]
    const draft = { name: `Person ${at}`, team_ids: [team], channels: [channel] }
    const { id } = await bodyOf(house.program.post('/api/members', draft), 201)
    people.push({ id, address: channel.address })
  }
  const channels = ['email', 'slack', 'teams', 'chat', 'sms']
  const pulse = await ask(house.author, pulseOf([team], { confidentiality: { mode }, channels }))
  const messagesTo = async (address: string) =>
    (await messagesIn(running.outbox)).filter((one) => one.to === address && one.text.includes(pulse.title))
  await house.settle()
  const links = await Promise.all(
    people.map(async ({ address }) => new URL((await messagesTo(address))[0].link).pathname),
  )
  const { anyone } = house.world
  const receiptOf = async (link: string) =>
    `/receipts/${(await bodyOf(anyone.post(link, { answers: answersOf(4, 'Words') }), 201)).receipt}`
  for (const link of links.slice(0, 4)) await receiptOf(link)
  await bodyOf(anyone.patch(await receiptOf(links[4]), { answers: answersOf(2) }))
  const attempt = patient['sonde-attempt']
  await bodyOf(anyone.patch(links[5], { answers: answersOf(3), attempt }))
  await bodyOf(anyone.post(links[5], { answers: answersOf(3), attempt }), 201)
  await bodyOf(anyone.patch(links[6], { answers: answersOf(3), attempt }))
  await bodyOf(anyone.get(links[7]))
  running.clock?.advance(dayMs)
  await bodyOf(house.author.post(`${pulse.path}/remind`))
  await house.settle()
  const pictures = []
  for (const [at, { id, address }] of people.entries()) {
    const secrets = [id, address, links[at].slice('/r/'.length)]
    const messages = await messagesTo(address)
    pictures.push({
      subjects: messages.map(({ subject }) => subject).toSorted(),
      lines: log.split('\n').filter((line) => secrets.some((secret) => line.includes(secret))),
    })
  }
  await running.stop()
  return { pictures, log, answered: new Set([0, 1, 2, 3, 4, 5]) }
}

const dayMs = 86_400_000

for (const mode of modes)
  attack(`neither the outbox nor the log tells after a reminder who has answered, ${mode}`, async () => {
    const { pictures, log, answered } = await remindedTwelve(mode)
    assert.ok(log.includes('"level"'), 'the log was on')
    // Anyone who got fewer messages than somebody else has answered, says the attacker; of everybody alike they can say nothing.
    const counts = pictures.map(({ subjects }) => subjects.length)
    const most = Math.max(...counts)
    const won = counts.filter((count, at) => count < most === answered.has(at)).length
    wonNone(counts.every((count) => count === most) ? 0 : won, 12, 'people, by the messages to them')
    assert.equal(new Set(pictures.map((picture) => JSON.stringify(picture))).size, 1, 'all look the same')
    assert.equal(most, 2, 'everybody was invited and reminded')
    assert.deepEqual(pictures[0].lines, [], 'nobody is in the log')
  })

for (const mode of modes)
  attack(`how many messages were sent does not reveal how many have answered, ${mode}`, async () => {
    const house = await newHouse()
    const team = await house.team('Eight')
    const people = await peopleOf(house, team, 8)
    const seen: unknown[] = []
    const surveys = [6, 7, 8]
    for (const answering of surveys) {
      const pulse = await ask(
        house.author,
        pulseOf([team], { confidentiality: { mode }, questions: questionsOf(answering) }),
      )
      await answer(house, pulse, people.slice(0, answering))
      await bodyOf(house.author.post(`${pulse.path}/remind`))
      // Workers send them meanwhile: what is counted is what stays.
      const { deliveries } = await eventually(
        () => bodyOf(house.author.get(`${pulse.path}/deliveries`)),
        (counted) => counted.deliveries.every(({ state }: { state: string }) => state === 'sent'),
      )
      seen.push(deliveries)
    }
    const told = new Set(seen.map((one) => JSON.stringify(one)))
    wonNone(told.size - 1, surveys.length - 1, 'numbers of answers of a team of eight')
  })

/** Another question each time, so that every survey is by itself. */
const questionsOf = (time: number) => [
  { id: 'calm', type: 'scale', text: `How calm was time ${time}?`, min: 1, max: 5 },
]

for (const mode of modes)
  attack(`erasing somebody after a reminder does not reveal whether they had answered, ${mode}`, async () => {
    const house = await newHouse()
    const team = await house.team('Platform')
    const people = await peopleOf(house, team, 12)
    const pulse = await ask(house.author, pulseOf([team], { confidentiality: { mode } }))
    await answer(house, pulse, people.slice(0, 7))
    await bodyOf(house.author.post(`${pulse.path}/remind`))
    await house.settle()
    const eraser = await house.world.organisation()
    const replies = []
    for (const { id } of [people[0], people[11]])
      replies.push((await bodyOf(eraser.post(`/api/members/${id}/erase`))).erased)
    assert.deepEqual(replies[0], replies[1], 'the attack won 2 of 2 states')
  })

for (const mode of modes)
  attack(
    `a receipt says that an answer is in no figure, where its whole place was withdrawn, ${mode}`,
    async () => {
      const house = await newHouse()
      const [team, others] = [await house.team('Seven'), await house.team('Others')]
      const [people, crowd] = [await peopleOf(house, team, 7), await peopleOf(house, others, 9)]
      const pulse = await ask(house.author, pulseOf([team, others], { confidentiality: { mode } }))
      const receipts = {
        withdrawn: await answer(house, pulse, people.slice(1)),
        counted: await answer(house, pulse, crowd.slice(1)),
      }
      await bodyOf((await house.world.organisation()).post(`/api/members/${people[0].id}/erase`))
      const results = await closedResults(house.author, pulse.path)
      assert.equal(results.questions[0].n, 8, 'only the others are counted')
      const proofOf = async (receipt: string): Promise<any> =>
        bodyOf(house.world.anyone.get(`/receipts/${receipt}/proof`))
      for (const [state, list] of Object.entries(receipts))
        for (const receipt of list) assert.equal((await proofOf(receipt)).counted, state === 'counted', state)
      // It says nothing else, so nothing of the person who was erased.
      const [one, other] = [await proofOf(receipts.withdrawn[0]), await proofOf(receipts.counted[0])]
      assert.deepEqual(
        { ...one, keys_destroyed_at: null },
        { ...other, counted: false, keys_destroyed_at: null },
      )
    },
  )

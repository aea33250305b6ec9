/**
 * While a survey is open its number of answers moves in steps that begin after a secret number of answers. A program that may report bounces makes
 * recipients unreachable one by one: the number falls where the steps begin, so what was secret is known, and with it how many had answered
 * exactly when the step came. Whether the only answer of a cell is there, which after the close looks like none, can be read off.
 */
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { messagesIn } from '../../support/outbox.ts'
import { answersOf, ask, linksInMail, newHouse, peopleOf, pulseOf, wonNone } from './acting.ts'

attack('bounces that are reported do not reveal how many have answered exactly', async () => {
  const house = await newHouse({ at: '2026-09-01T08:00:00Z' })
  const { anyone, running } = house.world
  const rounds = 8
  let right = 0
  for (let nth = 0; nth < rounds; nth++) {
    const accomplices = await peopleOf(house, await house.team(`Accomplices ${nth}`), 14)
    const others = await peopleOf(house, await house.team(`Others ${nth}`), 6)
    const all = [...accomplices, ...others]
    const pulse = await ask(
      house.author,
      pulseOf([], {
        recipients: { member_ids: all.map(({ id }) => id) },
        confidentiality: { mode: 'anonymous' },
      }),
    )
    const links = await linksInMail(house, pulse.title, all)
    const answer = (email: string) => bodyOf(anyone.post(links.get(email)!, { answers: answersOf(3) }), 201)
    const shown = async (): Promise<number> =>
      (await bodyOf(house.author.get(pulse.path))).response_summary.responded
    const secret = nth % 2
    if (secret === 1) await answer(others[0].email)
    let own = 0
    while ((await shown()) === 0) await answer(accomplices[own++].email)
    // Each accomplice knows the Message-ID of their own mail.
    const names = new Map((await messagesIn(running.outbox)).map(({ to, name }) => [to, name]))
    let asked = all.length
    for (const { email } of accomplices) {
      const bounces = [{ message_id: `<${names.get(email)}@sonde>`, type: 'hard' }]
      await bodyOf(house.program.post('/api/deliveries/bounces', { bounces }))
      asked--
      if ((await shown()) === 0) break
    }
    const offset = (await shown()) === 0 ? asked - 5 : 0
    const guessed = 5 + offset - own
    if (guessed === secret) right++
  }
  wonNone(right === rounds ? rounds : 0, rounds, 'answers of others, exactly')
})

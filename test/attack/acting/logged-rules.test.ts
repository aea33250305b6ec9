/** A message in the log of requests that repeats a part of what was sent: of a value, not from its beginning. */
import { test as attack } from 'node:test'
import { createCheckIn } from '../../../contract/checkins.ts'
import { loggedFields } from '../../../src/usage/refused-fields.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { weekly } from '../../support/recurring.ts'
import { newHouse, peopleOf, wonNone } from './acting.ts'

attack('no message of a refusal keeps a part of a value', async () => {
  const house = await newHouse()
  const team = await house.team('Team')
  await peopleOf(house, team, 6)
  let won = 0
  const rules = [
    'FREQ=WEEKLY;BYDAY=ANNA',
    'FREQ=WEEKLY;ANNABERG=1',
    'FREQ=WEEKLY;ANNABERG',
    'FREQ=WEEKLY;WKST=ANNABERG',
    'FREQ=WEEKLY;UNTIL=ANNABERG',
    'FREQ=MONTHLY;BYMONTHDAY=ANNABERG',
  ]
  for (const rrule of rules) {
    const draft = weekly([team], { recurrence: { rrule, starts_on: '2026-12-12', time: '09:00' } })
    const { errors = [] } = await bodyOf(house.author.post('/api/check-ins', draft), 422)
    const kept = loggedFields(errors, createCheckIn, { body: draft, query: {}, params: {} })
    if (/ANNA/i.test(JSON.stringify(kept))) won++
  }
  wonNone(won, rules.length, 'values, by the log of requests')
})

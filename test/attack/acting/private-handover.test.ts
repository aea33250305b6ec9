/** A private draft that is handed over is known to its two authors; an admin reads neither its id nor that it is there. */
import { test as attack } from 'node:test'
import { bodyOf } from '../../support/clockwork.ts'
import { newPeopledWorld } from '../../support/people.ts'
import { newHouse, peopleOf, pulseOf, wonNone } from './acting.ts'

attack('no admin reads in the audit log that a private draft was handed over', async () => {
  const { running, person } = await newPeopledWorld()
  const house = await newHouse({ running })
  const { world, author } = house
  const team = await house.team('Team')
  await peopleOf(house, team, 6)
  const { userId: other } = await world.user()
  const { id } = await bodyOf(author.post('/api/pulses', pulseOf([team], { visibility: 'private' })), 201)
  await bodyOf(author.post(`/api/pulses/${id}/transfer`, { user_id: other }))
  const admin = await person(world.adminEmail)
  const log = await bodyOf(admin.get('/api/audit-events?limit=200'))
  wonNone(JSON.stringify(log).includes(id) ? 1 : 0, 1, 'private drafts, by the audit log')
})

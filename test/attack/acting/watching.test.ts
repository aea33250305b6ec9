/**
 * Somebody who reads every address of the API again and again while a survey is open: as its author, an admin, a program with every scope, and in
 * person. They compare all that comes back, with validators and sizes, before and after people open the page, save, answer and withdraw, in an
 * anonymous survey and a confidential one. Nothing moves that they could put a time to.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test as attack } from 'node:test'
import { operations } from '../../../contract/operations.ts'
import { scopeNames, scopes } from '../../../contract/scopes.ts'
import { agentOf } from '../../support/agent.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { newPeopledWorld } from '../../support/people.ts'
import { activated, instancesOf, weekly } from '../../support/recurring.ts'
import { type Client, client } from '../../support/world.ts'
import { answersOf, ask, type House, linksInMail, newHouse, pulseOf, questions, wonNone } from './acting.ts'

/** What differs between any two replies, and what the watcher's own reading leaves. */
const volatile = new Set([
  'date',
  'x-request-id',
  'traceparent',
  'ratelimit',
  'ratelimit-policy',
  'x-response-time',
])
const ownTraces = /\/applications\/|\/api\/me$|\/grants/

type Ids = Readonly<Record<string, string>>

/** Every address that reads, as far as its ids are known here. */
function addressesOf(ids: Ids): string[] {
  const paths = operations.flatMap(({ method, path, stream }) => {
    if (method !== 'GET' || stream || !path.startsWith('/api/') || ownTraces.test(path)) return []
    const id = ids[path.split('/')[2]]
    const known = id === undefined ? path : path.replace('{id}', id)
    return known.includes('{') ? [] : [known]
  })
  return [...new Set(paths)]
}

attack('no address tells when somebody answers', async () => {
  const { running, person } = await newPeopledWorld({ at: '2026-10-11T12:00:00Z' })
  const house: House = await newHouse({ running })
  const { world, author, userId } = house
  const team = await house.team('Platform')
  const people = await house.people(team, 12)
  const [one, other] = people
  const draft = weekly([team], { questions, channels: ['email'] })
  const { path, id: checkInId } = await activated(author, { ...draft, visibility: 'public' })
  running.clock!.set('2026-10-12T08:00:00Z')
  await house.settle()
  const pulse = await ask(author, pulseOf([team]))
  const [instance] = await instancesOf(author, path)
  const ids = {
    pulses: pulse.id,
    'check-ins': checkInId,
    'check-in-instances': instance.id,
    teams: team,
    members: one.id,
  }
  const expiresAt = new Date('2100-01-01T00:00:00Z')
  const tokenOf = async (of: { userId?: string }): Promise<Client> =>
    client(
      world.url,
      await world.token({
        ...of,
        scopes: scopeNames.filter((name) => of.userId !== undefined || scopes[name].organisation),
        expiresAt,
      }),
    )
  const watchers = [
    await tokenOf({ userId }),
    await tokenOf({ userId: world.adminId }),
    await tokenOf({}),
    await person(world.adminEmail),
  ]
  const addresses = addressesOf(ids)
  assert.ok(addresses.length > 60, `${addresses.length} addresses`)
  const agent = await agentOf(world.url, watchers[0].token!)
  const read = async (): Promise<Map<string, string>> => {
    const seen = new Map<string, string>()
    const look = async (who: number, address: string): Promise<void> => {
      const { status, body, headers } = await watchers[who].get(address)
      if (typeof body?.request_id === 'string') body.request_id = ''
      const shown = [...headers].filter(([name]) => !volatile.has(name))
      seen.set(`${who} ${address}`, JSON.stringify([status, shown, body]))
    }
    for (const address of addresses) await Promise.all(watchers.map((_, who) => look(who, address)))
    for (const collection of [pulse.id, instance.id])
      for (const tool of ['explain_promise', 'summarise_results'])
        seen.set(`${tool} ${collection}`, JSON.stringify(await agent.call(tool, { collection })))
    seen.set('find_collections', JSON.stringify(await agent.call('find_collections')))
    return seen
  }
  // What the watcher reads is recorded once a day, so it is read before.
  await read()
  await house.settle()
  const before = await read()
  const shown = [...before.values()].filter((text) => text.startsWith('[200'))
  assert.ok(shown.length > 120, `${shown.length} addresses are open to them`)
  for (const title of [pulse.title, draft.title]) {
    const links = await linksInMail(house, title, people)
    const link = links.get(one.email)!
    await bodyOf(world.anyone.get(link))
    await bodyOf(world.anyone.patch(link, { answers: answersOf(2), attempt: randomUUID() }))
    const { receipt } = await bodyOf(world.anyone.post(link, { answers: answersOf(4, 'All is well.') }), 201)
    await bodyOf(world.anyone.delete(`/receipts/${receipt}`), 204)
    await world.anyone.post(link, { answers: answersOf(5) })
    await bodyOf(world.anyone.post(links.get(other.email)!, { answers: answersOf(3) }), 201)
  }
  await house.settle()
  const moved = [...(await read())].filter(([address, text]) => text !== before.get(address))
  await agent.close()
  wonNone(moved.length, before.size, `addresses: ${JSON.stringify(moved)}`)
  await running.stop()
})

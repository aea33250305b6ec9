/** The people of an organisation that is under attack by an exchange, and what an admin does to them between two surveys. */
import { bodyOf } from '../support/clockwork.ts'
import type { Client, World } from '../support/world.ts'
import type { Dice } from './organisation.ts'

export type Mode = 'anonymous' | 'confidential'

export type Story = { seed: number; mode: Mode; rounds: number }

/** Two people by number, who exchange what they do. */
export type Pair = readonly [number, number]

type Asked = { id: string; home: number; site: string; level: string; state: 'here' | 'away' | 'gone' }

/** One organisation, as far as its story has come. */
export type Played = {
  world: World
  api: Client
  eraser: Client
  dice: Dice
  story: Story
  behaviourOf: (person: number) => number
  teams: string[]
  people: Asked[]
  checkIn: { id: string; path: string }
  places: string[]
  seen: number
}

const sites = ['north', 'south', 'west']
const levels = ['one', 'two']

export async function hire({ api, dice, people, teams }: Played, home: number): Promise<void> {
  // Most teams are all at one site, so that sites can be shown beside teams.
  const site = dice.chance(0.85) ? sites[home % 2] : dice.pick(sites)
  const level = dice.pick(levels)
  const name = `Person${String(people.length).padStart(3, '0')} Somebody`
  const draft = {
    name,
    email: `p${people.length}@${teams[0].slice(4)}.example`,
    team_ids: [teams[home]],
    attributes: { site, level },
  }
  const { id } = await bodyOf(api.post('/api/members', draft), 201)
  people.push({ id, home, site, level, state: 'here' })
}

export const hereOf = ({ people }: Played): number[] =>
  people.flatMap(({ state }, at) => (state === 'here' ? [at] : []))

/** One thing that an admin may do between two surveys. */
export async function anything(played: Played): Promise<void> {
  const { api, dice, people, teams } = played
  const at = dice.pick(hereOf(played))
  const person = people[at]
  const kind = dice.pick(['move', 'site', 'level', 'away', 'back', 'hire', 'hire', 'erase', 'sites', 'level'])
  const move = async (who: Asked, to: number): Promise<void> => {
    if (who.home === to) return
    await bodyOf(api.delete(`/api/teams/${teams[who.home]}/members/${who.id}`), 204)
    await bodyOf(api.post(`/api/teams/${teams[to]}/members/${who.id}`), 200)
    who.home = to
  }
  const change = async (who: Asked, more: Partial<Pick<Asked, 'site' | 'level'>>): Promise<void> => {
    Object.assign(who, more)
    const attributes = { site: who.site, level: who.level }
    await bodyOf(api.patch(`/api/members/${who.id}`, { attributes }), 200)
  }
  if (kind === 'move') await move(person, dice.whole(0, teams.length - 1))
  if (kind === 'site') await change(person, { site: dice.pick(sites) })
  if (kind === 'level') await change(person, { level: dice.pick(levels) })
  if (kind === 'sites')
    for (const one of people)
      if (one.home === person.home && one.state === 'here') await change(one, { site: 'west' })
  if (kind === 'hire') for (let more = dice.whole(1, 6); more > 0; more--) await hire(played, person.home)
  if (kind === 'away') {
    await bodyOf(api.patch(`/api/members/${person.id}`, { status: 'deactivated' }), 200)
    person.state = 'away'
  }
  if (kind === 'back')
    for (const one of people)
      if (one.state === 'away') {
        await bodyOf(api.patch(`/api/members/${one.id}`, { status: 'active' }), 200)
        one.state = 'here'
      }
  if (kind === 'erase') await erase(played, at)
}

export async function erase({ eraser, people }: Played, at: number): Promise<void> {
  await bodyOf(eraser.post(`/api/members/${people[at].id}/erase`), 200)
  people[at].state = 'gone'
}

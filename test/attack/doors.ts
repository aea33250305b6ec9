/**
 * The other doors to what the API gives, read with the same tokens: flat rows of exports, tools of the MCP server and the feed of events. Each
 * figure in them is a fact like one of a list, whatever the column is called.
 */
import assert from 'node:assert/strict'
import { agentOf } from '../support/agent.ts'
import type { Client } from '../support/world.ts'
import type { Fixture } from './fixture.ts'
import { type Fact, idOf, type Reading } from './readings.ts'

export type Doors = { readonly readings: Reading[]; readonly facts: Fact[] }

type Row = Record<string, any>
type Rule = { readonly quantity: (row: Row) => string; readonly figures: readonly string[] }

const byQuestion = ({ question_id: question }: Row): string => question ?? 'topics'
const answered = (): string => 'answered'
const shares = ['recipients', 'responded', 'responded_max', 'response_rate']

const ofKind = ({ kind, question_id: question }: Row): string =>
  kind === 'participation' ? 'answered' : kind === 'recommended_action' ? 'calm' : (question ?? 'topics')

/** What the columns of each dataset are about. */
const datasets: Record<string, Rule> = {
  collections: { quantity: answered, figures: shares.slice(1) },
  participation: { quantity: answered, figures: [...shares.slice(1), 'n', 'value', 'low', 'high'] },
  results: { quantity: byQuestion, figures: ['n', 'value'] },
  figures: { quantity: byQuestion, figures: ['n', 'value', 'low', 'high'] },
  insights: { quantity: ofKind, figures: ['n', 'value', 'low', 'high'] },
  actions: { quantity: () => 'calm', figures: ['priority', 'times', 'effect_difference'] },
  comments: { quantity: byQuestion, figures: ['comment'] },
}

async function pages(api: Client, path: string): Promise<Reading[]> {
  const readings: Reading[] = []
  const mark = path.includes('?') ? '&' : '?'
  for (let cursor = ''; ;) {
    const address = path + (cursor && `${mark}cursor=${encodeURIComponent(cursor)}`)
    const { status, body, headers } = await api.get(address)
    assert.equal(status, 200, `${address}: ${JSON.stringify(body)}`)
    readings.push({ path: address, status, body, etag: headers.get('etag') })
    // The feed has a cursor for what is still to come.
    if (!body.next_cursor || body.has_more === false) return readings
    cursor = body.next_cursor
  }
}

function factsOfRow(dataset: string, row: Row): Fact[] {
  // The sum of shown teams inside a hidden one: everybody can add it up.
  if (row.without_small_teams === true) return []
  assert.equal(row.attribute ?? null, null, 'these surveys have no breakdown by attribute')
  const { quantity, figures } = datasets[dataset]
  const about = { collection: row.check_in_instance_id ?? row.pulse_id, team: row.team_id ?? '' }
  return figures.flatMap((name) =>
    row[name] === null || row[name] === undefined || about.collection === null
      ? []
      : [
          {
            ...about,
            quantity: quantity(row),
            path: `exports/${dataset}/${name}`,
            number: Number(row[name]),
          },
        ],
  )
}

async function rowsOf(api: Client): Promise<Doors> {
  const doors: Doors = { readings: [], facts: [] }
  for (const dataset of Object.keys(datasets)) {
    const readings = await pages(api, `/api/exports/${dataset}/rows?limit=1000`)
    doors.readings.push(...readings)
    for (const { body } of readings)
      for (const row of body.rows) doors.facts.push(...factsOfRow(dataset, row))
  }
  return doors
}

/** No event of these carries a number of people, or an id of a person. */
async function eventsOf(api: Client): Promise<Doors> {
  const types = 'pulse.*,check_in.*,check_in_instance.*,insight.*,action.*'
  const readings = await pages(api, `/api/events?limit=200&types=${types}`)
  for (const { body } of readings)
    for (const { type, data } of body.events)
      for (const [name, value] of Object.entries(data))
        assert.ok(name === 'round' || typeof value !== 'number', `${type} says ${name}`)
  return { readings, facts: [] }
}

/** Everything that the tools say of these surveys, for everyone and each team. */
async function toolsOf({ world, surveys, teams }: Fixture, token: string): Promise<Doors> {
  const agent = await agentOf(world.url, token)
  const doors: Doors = { readings: [], facts: [] }
  const ask = async (tool: string, given: Row): Promise<any> => {
    const body = await agent.call(tool, given)
    doors.readings.push({ path: `/mcp/${tool}?${JSON.stringify(given)}`, status: 200, body, etag: null })
    return body.refused ? null : body
  }
  for (const { place } of surveys) {
    const collection = idOf(place)
    for (const team of [undefined, ...teams.map(({ id }) => id)]) {
      const given = { collection, ...(team && { team }) }
      const fact = (quantity: string, path: string, number: number, figure: Row = {}): void => {
        // The sum of shown teams inside a hidden one, as in rows.
        if (figure.without_small_teams !== true)
          doors.facts.push({ collection, team: team ?? '', quantity, path: `mcp/${path}`, number })
      }
      const summary = await ask('summarise_results', given)
      const people = summary?.participation
      if (people) fact('answered', 'summarise_results', people.responded, people)
      for (const finding of summary?.findings ?? [])
        if (finding.n !== null) fact(ofKind(finding), 'summarise_results', finding.n)
      for (const { scale, text } of (await ask('rank_drivers', given))?.drivers ?? []) {
        for (const figure of scale) fact(figure.question_id, 'rank_drivers', figure.n, figure)
        if (text) fact('topics', 'rank_drivers', text.people, text)
      }
      for (const { text } of (await ask('read_comments', { ...given, question_id: 'why' }))?.comments ?? [])
        fact('why', 'read_comments', text.length)
      if (!team) continue
      const other = { measure: 'score', question_id: 'calm', other_collection: collection }
      for (const figure of (await ask('compare', { ...given, ...other }))?.figures ?? [])
        if (figure.shown) fact('calm', 'compare', figure.n, figure)
    }
  }
  await ask('find_collections', {})
  await ask('next_actions', {})
  await agent.close()
  return doors
}

/** @param client  with every scope that its kind may have */
export async function doorsOf(fixture: Fixture, client: Client): Promise<Doors> {
  assert.ok(client.token)
  const all = [await rowsOf(client), await eventsOf(client), await toolsOf(fixture, client.token)]
  return {
    readings: all.flatMap(({ readings }) => readings),
    facts: all.flatMap(({ facts }) => facts),
  }
}

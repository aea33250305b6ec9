/** Everything that can be read of an organisation under attack, so that two of them can be compared word by word. */
import assert from 'node:assert/strict'
import { type Db, many, sql } from '../../src/db/db.ts'
import { shape } from '../../src/db/shape.ts'
import { alerts, collections } from '../../src/db/tables.ts'
import { everythingOf, type Reading } from './readings.ts'
import type { Client } from '../support/world.ts'

/** What of an organisation has a name in its story, in the order of the story. */
export type Known = {
  api: Client
  db: Db
  organisationId: string
  teams: readonly string[]
  people: readonly string[]
  places: readonly string[]
  checkInId: string
  /** When each round of the story began. */
  rounds: readonly number[]
}

/** By address, what everybody may read. */
export async function allReadings(known: Known): Promise<Map<string, string>> {
  return readable(known, [
    ...(await everythingOf(known.api, known.places, known.teams)),
    ...(await windowsOf(known)),
    await alertsOf(known),
  ])
}

/** What is read, with names in place of ids, in no order, and without times and what was drawn. */
function readable(
  { teams, people, places, checkInId, organisationId }: Known,
  readings: readonly Reading[],
): Map<string, string> {
  const names = new Map([
    ...teams.map((id, at): [string, string] => [id, `team${at}`]),
    ...people.map((id, at): [string, string] => [id, `person${at}`]),
    ...places.map((place, at): [string, string] => [place.split('/')[3], `survey${at}`]),
    [checkInId, 'checkin'],
    [organisationId, 'org'],
  ])
  const plain = (body: unknown): string =>
    JSON.stringify(sorted(body))
      .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, (id, prefix: string) => names.get(id) ?? prefix)
      .replaceAll(/\b[0-9a-f]{32,64}\b/g, 'hash')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/"(next_cursor|request_id)":"[^"]*"/g, '"$1":""')
  const seen = new Map<string, string>()
  for (const { path, status, body } of readings) {
    const key = path
      .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, (id, prefix: string) => names.get(id) ?? prefix)
      .replace(/cursor=.*/, 'cursor')
    const all = [...(seen.get(key)?.split('\n') ?? []), `${status} ${plain(body)}`]
    seen.set(key, all.toSorted().join('\n'))
  }
  return seen
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)]))
}

const alertRow = shape({ subject: alerts.subject, kinds: alerts.kinds, owner_id: collections.owner_id })

/** What alerts say, as they are stored: the API shows them to admins in person. */
async function alertsOf({ db, organisationId }: Known): Promise<Reading> {
  const body = await many(
    db.tx,
    alertRow,
    sql`
      select a.subject, a.kinds, c.owner_id
      from alerts a
      join collections c on c.organisation_id = a.organisation_id and c.id = a.collection_id
      where a.organisation_id = ${organisationId}`,
  )
  return { path: '/api/alerts', status: 200, body, etag: null }
}

/** Windows of the check-in from each round on, of everyone and of two teams. */
async function windowsOf({ api, checkInId, rounds, teams }: Known): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const kind of ['scores', 'enps', 'sentiment', 'drivers', 'participation'])
    for (const team of [null, teams[0], teams[1]])
      for (const from of rounds) {
        const query = new URLSearchParams({
          limit: '200',
          check_in_id: checkInId,
          from: new Date(from).toISOString(),
          ...(team !== null && { team_id: team }),
        })
        const path = `/api/insights/${kind}?${query}`
        const { status, body } = await api.get(path)
        assert.equal(status, 200, JSON.stringify(body))
        readings.push({ path, status, body, etag: null })
      }
  return readings
}

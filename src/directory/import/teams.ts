/**
 * Teams as a file names them. A reference is an external_id, or the name of one team, or a path of names from the top; what a path
 * or a name leads to and is not there is made, with the teams above it. Pure but for its two doors to the database.
 */
import { limits } from '../../../contract/limits.ts'
import { json, many, run, sql, type Tx } from '../../db/db.ts'
import { newId } from '../../ids.ts'
import { type Faults } from '../../imports/imports.ts'
import { lockDirectory } from '../teams-store.ts'

type Known = { id: string; external_id: string | null; name: string; parent_team_id: string | null }
type New = { id: string; name: string; parent_team_id: string | null; level: number }
type Reference = { reference: string; line: number }

/** Distinct references of one file: each is resolved by itself. */
const referencesMax = 10_000

class Unresolved extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Finds or makes the teams that the plan names. @returns how many are new; with a fault, nothing counts */
export async function resolveTeams(
  tx: Tx,
  organisationId: string,
  faults: Faults,
  now: Date,
): Promise<number> {
  const references = await many<Reference>(
    tx,
    sql`
      select reference, min(line) as line
      from import_plan, jsonb_array_elements_text(fields -> 'teams') as reference
      group by reference
      order by min(line), reference
      limit ${referencesMax + 1}`,
  )
  if (references.length > referencesMax) {
    const detail = `A file names at most ${referencesMax} teams`
    faults.add({ at: references[referencesMax].line, column: 'teams', code: 'too_many', detail })
    return 0
  }
  const resolve = resolver(await activeTeams(tx, organisationId))
  const found = references.flatMap(({ reference, line }) => {
    try {
      return [{ reference, team_id: resolve.idOf(reference) }]
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error
      faults.add({ at: line, column: 'teams', code: error.code, detail: error.message })
      return []
    }
  })
  await insertTeams(tx, organisationId, resolve.made, now)
  await run(
    tx,
    sql`
      insert into import_teams (reference, team_id)
      select reference, team_id
      from jsonb_to_recordset(${json(found)}) as one (reference text, team_id text)`,
  )
  return resolve.made.length
}

/**
 * Teams by what others call them, where no directory is imported.
 * @param missing  refuse: a fault; plan: told as if they were made; make: made. The directory is locked for that
 * @returns ids by reference, how many are new, and why a reference leads to no team
 */
export async function teamsNamed(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
  missing: 'refuse' | 'plan' | 'make',
  now: Date,
): Promise<{
  ids: Map<string, string>
  made: number
  faults: Map<string, { code: string; detail: string }>
}> {
  if (missing === 'make') await lockDirectory(tx, organisationId)
  const resolve = resolver(await activeTeams(tx, organisationId), missing !== 'refuse')
  const ids = new Map<string, string>()
  const faults = new Map<string, { code: string; detail: string }>()
  for (const reference of references) {
    try {
      ids.set(reference, resolve.idOf(reference))
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error
      faults.set(reference, { code: error.code, detail: error.message })
    }
  }
  if (missing === 'make' && resolve.made.length > 0) await insertTeams(tx, organisationId, resolve.made, now)
  return { ids, made: resolve.made.length, faults }
}

const activeTeams = (tx: Tx, organisationId: string): Promise<Known[]> =>
  many<Known>(
    tx,
    sql`
      select id, external_id, name, parent_team_id
      from teams
      where organisation_id = ${organisationId}
        and status = 'active'
      order by id`,
  )

/** Parents stand before their children. */
const insertTeams = (tx: Tx, organisationId: string, teams: readonly New[], now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into teams (organisation_id, id, name, parent_team_id, status, created_at, updated_at)
      select ${organisationId}, id, name, parent_team_id, 'active', ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${json(teams)}) as one (id text, name text, parent_team_id text)`,
  )

export function resolver(known: readonly Known[], mayMake = true) {
  const made: New[] = []
  const byId = new Map<string, Known | New>(known.map((team) => [team.id, team]))
  const byExternalId = new Map(
    known.flatMap(({ id, external_id }) => (external_id === null ? [] : [[external_id, id]])),
  )
  const byName = Map.groupBy<string, Known | New>(known, ({ name }) => name)
  const keyOf = (parent: string | null, name: string): string => `${parent} ${name}`
  const byPlace = Map.groupBy<string, Known | New>(known, (team) => keyOf(team.parent_team_id, team.name))

  const levelOf = (id: string | null): number => {
    let level = 0
    for (let at = id; at !== null && level <= limits.teamDepthMax; at = byId.get(at)?.parent_team_id ?? null)
      level++
    return level
  }
  const make = (parent: string | null, name: string): string => {
    if (!mayMake) throw new Unresolved('unknown', `There is no active team ${name}`)
    const level = levelOf(parent) + 1
    if (level > limits.teamDepthMax)
      throw new Unresolved('too_deep', `Teams stand at most ${limits.teamDepthMax} deep`)
    const team: New = { id: newId('team'), name, parent_team_id: parent, level }
    made.push(team)
    byId.set(team.id, team)
    byName.set(name, [...(byName.get(name) ?? []), team])
    byPlace.set(keyOf(parent, name), [team])
    return team.id
  }
  const one = (found: readonly { id: string }[], reference: string): string | undefined => {
    if (found.length > 1)
      throw new Unresolved(
        'ambiguous',
        `${found.length} teams are called ${reference}; give a path or an external_id`,
      )
    return found[0]?.id
  }
  const ofPath = (names: readonly string[]): string => {
    let at: string | null = null
    for (const name of names) {
      const place: string = keyOf(at, name)
      at = one(byPlace.get(place) ?? [], name) ?? make(at, name)
    }
    return at!
  }
  return {
    made,
    idOf: (reference: string): string =>
      byExternalId.get(reference) ??
      one(byName.get(reference) ?? [], reference) ??
      ofPath(reference.split('/')),
  }
}

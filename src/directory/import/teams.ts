/**
 * Teams as a file refers to them. A reference is an external_id, the name of one team, or a path of names from the top. A name or
 * path that leads to no team creates it, with the teams above it. Pure but for reading and inserting teams.
 */
import { limits } from '../../../contract/limits.ts'
import { json, many, run, sql, type Tx } from '../../db/db.ts'
import { int4, type RowOf, shape, shapeOf, text } from '../../db/shape.ts'
import { teams } from '../../db/tables.ts'
import { newId } from '../../ids.ts'
import type { Faults } from '../../imports/imports.ts'
import { lockDirectory } from '../teams-store.ts'

const existingTeam = shapeOf(teams, ['id', 'external_id', 'name', 'parent_team_id'])
type ExistingTeam = RowOf<typeof existingTeam>
type NewTeam = Omit<ExistingTeam, 'external_id'>

const referenceRow = shape({ reference: text, line: int4 })

/** Distinct references of one file: each is resolved by itself. */
const referencesMax = 10_000

type Unresolved = { code: string; detail: string }

class UnresolvedTeam extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Finds or creates the teams that the plan names. @returns how many are new; with a fault, nothing counts */
export async function resolveTeams(
  tx: Tx,
  organisationId: string,
  faults: Faults,
  now: Date,
): Promise<number> {
  const references = await many(
    tx,
    referenceRow,
    sql`
      select reference, min(line) as line
      from import_plan, jsonb_array_elements_text(fields -> 'teams') as reference
      group by reference
      order by min(line), reference
      limit ${referencesMax + 1}`,
  )
  const surplus = references.at(referencesMax)
  if (surplus) {
    const detail = `A file names at most ${referencesMax} teams`
    faults.add({ at: surplus.line, column: 'teams', code: 'too_many', detail })
    return 0
  }
  const resolver = teamResolver(await activeTeams(tx, organisationId))
  const resolved = references.flatMap(({ reference, line }) => {
    const team = resolver.resolve(reference)
    if (typeof team === 'string') return [{ reference, team_id: team }]
    faults.add({ at: line, column: 'teams', ...team })
    return []
  })
  await insertTeams(tx, organisationId, resolver.created, now)
  await run(
    tx,
    sql`
      insert into import_teams (reference, team_id)
      select reference, team_id
      from jsonb_to_recordset(${json(resolved)}) as one (reference text, team_id text)`,
  )
  return resolver.created.length
}

export type ResolvedTeams = {
  /** By reference. */
  ids: Map<string, string>
  created: number
  /** Why a reference leads to no team. */
  faults: Map<string, Unresolved>
}

/**
 * Teams by reference, outside an import of the directory.
 * @param missing  what happens to teams that do not exist: refuse, a fault; plan, counted as created; create, created with the
 *                 directory locked
 */
export async function resolveTeamReferences(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
  { missing, now }: { missing: 'refuse' | 'plan' | 'create'; now: Date },
): Promise<ResolvedTeams> {
  if (missing === 'create') await lockDirectory(tx, organisationId)
  const resolver = teamResolver(await activeTeams(tx, organisationId), missing !== 'refuse')
  const ids = new Map<string, string>()
  const faults = new Map<string, Unresolved>()
  for (const reference of references) {
    const team = resolver.resolve(reference)
    if (typeof team === 'string') ids.set(reference, team)
    else faults.set(reference, team)
  }
  const { created } = resolver
  if (missing === 'create' && created.length > 0) await insertTeams(tx, organisationId, created, now)
  return { ids, created: created.length, faults }
}

const activeTeams = (tx: Tx, organisationId: string): Promise<ExistingTeam[]> =>
  many(
    tx,
    existingTeam,
    sql`
      select ${existingTeam.columns}
      from teams
      where organisation_id = ${organisationId}
        and status = 'active'
      order by id`,
  )

/** Parents come before their children. */
const insertTeams = (tx: Tx, organisationId: string, rows: readonly NewTeam[], now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into teams (organisation_id, id, name, parent_team_id, status, created_at, updated_at)
      select ${organisationId}, id, name, parent_team_id, 'active', ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${json(rows)}) as one (id text, name text, parent_team_id text)`,
  )

type Resolver = {
  readonly created: readonly NewTeam[]
  /** @returns the team's id, or why the reference leads to no team */
  resolve(reference: string): string | Unresolved
}

function teamResolver(existing: readonly ExistingTeam[], mayCreate = true): Resolver {
  const created: NewTeam[] = []
  const byId = new Map<string, NewTeam>(existing.map((team) => [team.id, team]))
  const byExternalId = new Map(existing.map(({ id, external_id }) => [external_id, id]))
  const byName = Map.groupBy<string, NewTeam>(existing, ({ name }) => name)
  const keyOf = (parent: string | null, name: string): string => `${parent} ${name}`
  const byPlace = Map.groupBy<string, NewTeam>(existing, (team) => keyOf(team.parent_team_id, team.name))

  const levelOf = (id: string | null): number => {
    let level = 0
    for (let at = id; at !== null && level <= limits.teamDepthMax; at = byId.get(at)?.parent_team_id ?? null)
      level++
    return level
  }
  const create = (parent: string | null, name: string): string => {
    if (!mayCreate) throw new UnresolvedTeam('unknown', `There is no active team ${name}`)
    if (levelOf(parent) >= limits.teamDepthMax)
      throw new UnresolvedTeam('too_deep', `Teams nest at most ${limits.teamDepthMax} levels deep`)
    const team = { id: newId('team'), name, parent_team_id: parent }
    created.push(team)
    byId.set(team.id, team)
    byName.set(name, [...(byName.get(name) ?? []), team])
    byPlace.set(keyOf(parent, name), [team])
    return team.id
  }
  const single = (found: readonly NewTeam[] | undefined, reference: string): string | undefined => {
    if (found && found.length > 1) {
      const detail = `${found.length} teams are called ${reference}; give a path or an external_id`
      throw new UnresolvedTeam('ambiguous', detail)
    }
    return found?.[0].id
  }
  const ofPath = ([top, ...below]: readonly string[]): string => {
    const step = (parent: string | null, name: string): string =>
      single(byPlace.get(keyOf(parent, name)), name) ?? create(parent, name)
    return below.reduce(step, step(null, top))
  }
  return {
    created,
    resolve: (reference) => {
      try {
        return (
          byExternalId.get(reference) ??
          single(byName.get(reference), reference) ??
          ofPath(reference.split('/'))
        )
      } catch (error) {
        if (!(error instanceof UnresolvedTeam)) throw error
        return { code: error.code, detail: error.message }
      }
    },
  }
}

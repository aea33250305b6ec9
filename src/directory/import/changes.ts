/** What an import changes, told in the words of a file: a value before and after, by column. */
import { attributePrefix, type ImportChange } from '../../../contract/imports.ts'
import { limits } from '../../../contract/limits.ts'
import { type Tx } from '../../db/db.ts'
import { differing, namesOf, type TeamOf, teamsOf } from './apply.ts'

type Person = Record<string, any>
type Cells = Record<string, string | null>

/** The first changes by line, those whom the file leaves out behind them. Nothing may be written yet. */
export async function changesOf(tx: Tx, organisationId: string, dryRun: boolean): Promise<ImportChange[]> {
  const rows = await differing(tx, organisationId, limits.importChangesShownMax)
  const ids = rows.map(({ id }) => id)
  const teams = Map.groupBy(await teamsOf(tx, organisationId, ids), ({ member_id }) => member_id)
  const managers = rows
    .flatMap(({ was, will }) => [managerOf(was), managerOf(will)])
    .filter((id) => id !== null)
  const names = await namesOf(tx, organisationId, [...new Set(managers)])
  return rows.map(({ line, id, is_new, was, will }) => {
    const after = will ?? { ...was, status: 'deactivated' }
    const of = (person: Person | null, when: 'was' | 'will') =>
      person && cellsOf(person, names, teamsText(teams.get(id) ?? [], when))
    return {
      line,
      action: is_new ? 'create' : line === null ? 'deactivate' : 'update',
      member_id: is_new && dryRun ? null : id,
      name: String(after.name),
      fields: between(of(was, 'was') ?? {}, of(after, 'will')!),
    }
  })
}

const managerOf = (person: Person | null): string | null =>
  (person?.manager_id ?? person?.manager_member_id ?? null) as string | null

/** In order of their names, as they came. */
function teamsText(teams: readonly TeamOf[], when: 'was' | 'will'): string | null {
  const roles = new Map<string, string | null>()
  for (const { team_id, kind, role } of teams)
    if (kind === 'has') roles.set(team_id, role)
    else if (when === 'will') roles.set(team_id, kind === 'remove' ? null : role)
  const names = new Map(teams.map(({ team_id, name }) => [team_id, name]))
  const shown = [...names].flatMap(([id, name]) => {
    const role = roles.get(id) ?? null
    return role === null ? [] : [role === 'member' ? name : `${name} (${role})`]
  })
  return shown.join('; ') || null
}

function cellsOf(person: Person, names: Map<string, string>, teams: string | null): Cells {
  const manager = managerOf(person)
  const slack = (person.channels as Person[]).find(({ type }) => type === 'slack')
  const attributes = Object.entries(person.attributes as Record<string, string>)
  return {
    name: person.name,
    email: person.email,
    external_id: person.external_id,
    locale: person.locale,
    time_zone: person.time_zone,
    manager: manager && (names.get(manager) ?? manager),
    teams,
    status: person.status,
    quiet_hours: person.quiet_hours && `${person.quiet_hours.start}-${person.quiet_hours.end}`,
    slack: slack?.address ?? null,
    ...Object.fromEntries(attributes.map(([name, value]) => [`${attributePrefix}${name}`, value])),
  }
}

function between(was: Cells, will: Cells): ImportChange['fields'] {
  const columns = [...new Set([...Object.keys(was), ...Object.keys(will)])]
  return Object.fromEntries(
    columns
      .map((column) => [column, { from: was[column] ?? null, to: will[column] ?? null }] as const)
      .filter(([, { from, to }]) => from !== to),
  )
}

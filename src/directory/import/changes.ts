/** What an import changes, in the terms of a file: the value before and after, by column. */
import { attributePrefix } from '../../../contract/import-columns.ts'
import type { ImportChange } from '../../../contract/imports.ts'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../db/db.ts'
import { absenceTexts, textOfPeriods } from './absences.ts'
import { firstChanges, namesOf, type Person, type TeamOfMember, teamsOf } from './apply.ts'

type Cells = Record<string, string | null>
type Moment = 'before' | 'after'

/** The first changes by line, then members whom the file does not name. Nothing may be written before. */
export async function changesOf(tx: Tx, organisationId: string, dryRun: boolean): Promise<ImportChange[]> {
  const rows = await firstChanges(tx, organisationId, limits.importChangesShownMax)
  const ids = rows.map(({ id }) => id)
  const teams = Map.groupBy(await teamsOf(tx, organisationId, ids), ({ member_id }) => member_id)
  const managers = rows
    .flatMap(({ before, after }) => [managerOf(before), managerOf(after)])
    .filter((id) => id !== null)
  const names = await namesOf(tx, organisationId, [...new Set(managers)])
  const absences = await absenceTexts(tx, organisationId, ids)
  return rows.map(({ line, id, is_new, before, after }) => {
    const cells = (person: Person | null, moment: Moment): Cells =>
      person
        ? {
            ...cellsOf(person, names, teamsText(teams.get(id) ?? [], moment)),
            absences: person.fields?.absences
              ? textOfPeriods(person.fields.absences)
              : (absences.get(id) ?? null),
          }
        : {}
    const now = cells(before, 'before')
    const planned = after ? cells(after, 'after') : { ...cells(before, 'after'), status: 'deactivated' }
    return {
      line,
      action: is_new ? 'create' : line === null ? 'deactivate' : 'update',
      member_id: is_new && dryRun ? null : id,
      name: planned.name ?? '',
      fields: differences(now, planned),
    }
  })
}

const managerOf = (person: Person | null): string | null =>
  person?.manager_id ?? person?.manager_member_id ?? null

/** In order of their names, as the rows come. */
function teamsText(teams: readonly TeamOfMember[], moment: Moment): string | null {
  const roles = new Map<string, string | null>()
  for (const { team_id, kind, role } of teams)
    if (kind === 'has') roles.set(team_id, role)
    else if (moment === 'after') roles.set(team_id, kind === 'remove' ? null : role)
  const names = new Map(teams.map(({ team_id, name }) => [team_id, name]))
  const texts = [...names].flatMap(([id, name]) => {
    const role = roles.get(id) ?? null
    return role === null ? [] : [role === 'member' ? name : `${name} (${role})`]
  })
  return texts.join('; ') || null
}

function cellsOf(person: Person, names: Map<string, string>, teams: string | null): Cells {
  const manager = managerOf(person)
  const addressIn = (channel: 'slack' | 'microsoft_teams' | 'sms'): string | null =>
    person.channels.find(({ type }) => type === channel)?.address ?? null
  const attributes = Object.entries(person.attributes)
  return {
    name: person.name,
    email: person.email,
    pending_email: person.pending_email ?? null,
    external_id: person.external_id,
    locale: person.locale,
    time_zone: person.time_zone,
    joined_on: person.joined_on,
    leaves_on: person.leaves_on,
    manager: manager && (names.get(manager) ?? manager),
    teams,
    status: person.status,
    quiet_hours: person.quiet_hours && `${person.quiet_hours.start}-${person.quiet_hours.end}`,
    slack: addressIn('slack'),
    microsoft_teams: addressIn('microsoft_teams'),
    sms: addressIn('sms'),
    code: person.channels.some(({ type }) => type === 'code') ? 'yes' : null,
    ...Object.fromEntries(attributes.map(([name, value]) => [`${attributePrefix}${name}`, value])),
  }
}

function differences(before: Cells, after: Cells): ImportChange['fields'] {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    columns
      .map((column) => [column, { from: before[column] ?? null, to: after[column] ?? null }] as const)
      .filter(([, { from, to }]) => from !== to),
  )
}

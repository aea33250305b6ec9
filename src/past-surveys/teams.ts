/** The teams of an import's rows: found, planned or created, as its option `missing_teams` says. */
import { recordAudit } from '../audit/audit.ts'
import { transaction, type Tx } from '../db/db.ts'
import { resolveTeamReferences } from '../directory/directory.ts'
import { recordEvent } from '../events/events.ts'
import type { Faults } from '../imports/imports.ts'
import type { PastSurveysImport } from './source.ts'
import * as store from './store.ts'

/** Distinct teams of one file: each is found by itself. */
export const teamReferencesMax = 10_000

type Placement = {
  references: readonly { reference: string; line: number }[]
  faults: Faults
  /** false: teams that the option would create are counted only. */
  create: boolean
  now: Date
}

/** Writes the team of each row. @returns how many teams are new */
export async function placeTeams(
  session: Tx,
  { author: { organisationId, by }, options }: PastSurveysImport,
  { references, faults, create, now }: Placement,
): Promise<number> {
  const { missing_teams: missingTeams = 'refuse' } = options
  if (references.length > teamReferencesMax) {
    const at = references[references.length - 1].line
    const detail = `A file names at most ${teamReferencesMax} teams`
    faults.add({ at, column: 'team', code: 'too_many', detail })
    return 0
  }
  return transaction(session, async (tx) => {
    const names = references.map(({ reference }) => reference)
    const missing = missingTeams === 'create' ? (create ? 'create' : 'plan') : 'refuse'
    const teams = await resolveTeamReferences(tx, organisationId, names, { missing, now })
    await store.placeTeams(tx, teams.ids)
    for (const { reference, line } of references) {
      const fault = teams.faults.get(reference)
      if (fault && !(missingTeams === 'none' && fault.code === 'unknown'))
        faults.add({ at: line, column: 'team', ...fault })
    }
    if (missing === 'create' && teams.created > 0) {
      const entry = { organisationId, at: now }
      const counts = { teams_created: teams.created }
      await recordEvent(tx, { ...entry, type: 'directory.imported', payload: {} })
      await recordAudit(tx, { ...entry, actor: by, action: 'directory.imported', detail: counts })
    }
    return teams.created
  })
}

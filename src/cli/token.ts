/**
 * The application that the command line signs people in by: "Command line" of an organisation, which is public, as what runs on somebody's
 * computer has no secret. The first one of an installation has the client ID that `sonde login` knows; people of other organisations name
 * theirs by `--client-id`.
 */
import { firstPartyScopes, offlineAccess } from '../../contract/scopes.ts'
import { commandLineClientId, loopbackRedirectUri } from '../../commands/sign-in.ts'
import type { Config } from '../config.ts'
import { many, one, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { applications, organisations } from '../db/tables.ts'
import { organisationNamed } from '../identity/identity.ts'
import { createApplicationFor, type OperatorDraft } from '../oauth/oauth.ts'
import { Problem } from '../problem.ts'
import type { Runtime } from './open.ts'

const applicationName = 'Command line'

const organisationRow = shapeOf(organisations, ['id', 'name'])

/** Where a command looked. Without the data folder of the service it looks into another, which it makes if need be. */
const placeOf = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string =>
  databaseUrl === null
    ? `the data folder ${dataDir}. Does the service use another one? Then give this command the same SONDE_DATA_DIR. Otherwise`
    : 'the database of DATABASE_URL. Does the service use another one? Then give this command the same DATABASE_URL. Otherwise'

/** @throws not_found  no organisation, or none with that id | invalid_request  several, and none was named */
export async function organisationOf(
  { db, config }: Pick<Runtime, 'db' | 'config'>,
  named: string | undefined,
): Promise<string> {
  const all = await many(
    db.tx,
    organisationRow,
    sql`select ${organisationRow.columns} from organisations order by id limit 100`,
  )
  if (named !== undefined) {
    if (all.some(({ id }) => id === named)) return named
    throw new Problem('not_found', { detail: `There is no organisation ${named}` })
  }
  if (all.length === 0)
    throw new Problem('not_found', {
      detail: `There is no organisation in ${placeOf(config)} \`sonde-server bootstrap\` makes one`,
    })
  if (all.length > 1) {
    const names = all.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
    throw new Problem('invalid_request', {
      detail: `There are several organisations; name one by --organisation:\n${names}`,
    })
  }
  return all[0].id
}

/**
 * Registers the application, unless the organisation has it. It may do what pages of the service may; an admin can add scopes, or revoke it.
 * @returns its client ID
 */
export async function commandLineClient(tx: Tx, organisationId: string, now: Date): Promise<string> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('command line', 0))`)
  const row = shapeOf(applications, ['client_id'])
  const known = await one(
    tx,
    row,
    sql`
      select ${row.columns}
      from applications
      where organisation_id = ${organisationId}
        and name = ${applicationName}
        and kind = 'public'
        and status = 'active'
        and ${loopbackRedirectUri} = any (redirect_uris)
      limit 1`,
  )
  if (known) return known.client_id
  const holder = await organisationNamed(tx, { kind: 'client_id', name: commandLineClientId })
  const draft: OperatorDraft = {
    name: applicationName,
    kind: 'public',
    redirect_uris: [loopbackRedirectUri],
    scopes: [...firstPartyScopes, offlineAccess],
    ...(holder === undefined && { client_id: commandLineClientId }),
  }
  return (await createApplicationFor(tx, { organisationId, userId: null }, draft, now)).client_id
}

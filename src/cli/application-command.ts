/** `sonde-server application …`, of which the rest is loaded when it is called. */
import type { Command } from 'commander'
import { registeredScopeNames } from '../../contract/scopes.ts'
import { systemClock } from '../clock.ts'
import { Problem } from '../problem.ts'
import type { ApplicationDraft } from './applications.ts'
import type { Runtime } from './open.ts'

type Ways = {
  using: (work: (runtime: Runtime) => Promise<void>) => Promise<void>
  print: (json: boolean, value: unknown, lines: string[]) => void
}

type Organisation = { organisation?: string }
type Named = Organisation & { id: string; json: boolean }

/** The one there is, unless one is named. */
const organisationId = async (runtime: Runtime, { organisation }: Organisation): Promise<string> =>
  (await import('./token.ts')).organisationOf(runtime, organisation)

const ofOrganisation = (command: Command): Command =>
  command.option('--organisation <id>', 'where there are several')

export function addApplicationCommand(program: Command, { using, print }: Ways): void {
  const application = program.command('application').description('OAuth clients of an organisation')

  ofOrganisation(application.command('create'))
    .description('register an application; its secret is shown only once')
    .requiredOption('--name <name>')
    .option('--redirect-uri <uri...>', 'where the authorization code flow may lead back to', [])
    .option(
      '--scope <scopes>',
      `separated by spaces, of: ${registeredScopeNames.join(' ')}`,
      'pulses:read teams:read',
    )
    .option('--public', 'an app on people’s devices: no secret, PKCE instead', false)
    .option('--json', 'print one JSON object', false)
    .action((options: Omit<ApplicationDraft, 'organisationId'> & Organisation & { json: boolean }) =>
      using(async (runtime) => {
        const { db } = runtime
        const { registerApplication } = await import('./applications.ts')
        const draft = { ...options, organisationId: await organisationId(runtime, options) }
        const created = await registerApplication(db, draft, systemClock.now())
        print(options.json, created, [
          `client_id      ${created.client_id}`,
          ...(created.client_secret
            ? [`client_secret  ${created.client_secret}`, 'The secret is shown only once.']
            : []),
        ])
      }),
    )

  ofOrganisation(application.command('list'))
    .option('--json', 'print one JSON object', false)
    .action(({ json, ...named }: Organisation & { json: boolean }) =>
      using(async (runtime) => {
        const { db } = runtime
        const { listApplications } = await import('./applications.ts')
        const rows = await listApplications(db, await organisationId(runtime, named))
        print(
          json,
          { applications: rows },
          rows.length === 0
            ? ['No applications yet.']
            : rows.map((row) => `${row.client_id}  ${row.status}  ${row.name}  ${row.scopes.join(' ')}`),
        )
      }),
    )

  const ofApplication = (name: string, description: string): Command =>
    ofOrganisation(application.command(name))
      .description(description)
      .requiredOption('--id <app_…>')
      .option('--json', 'print one JSON object', false)

  ofApplication('rotate-secret', 'make a new secret; the old one ends after the overlap')
    .option('--overlap-seconds <n>', 'how long the old one still works', '86400')
    .action(({ id, json, overlapSeconds, ...named }: Named & { overlapSeconds: string }) =>
      using(async (runtime) => {
        const { db } = runtime
        if (!/^\d{1,6}$/.test(overlapSeconds))
          throw new Problem('invalid_request', { detail: '--overlap-seconds must be a number of seconds' })
        const actor = { organisationId: await organisationId(runtime, named), userId: null }
        const body = { overlap_seconds: Number(overlapSeconds) }
        const { rotateSecret } = await import('../oauth/oauth.ts')
        const created = await db.transaction((tx) =>
          rotateSecret({ tx, actor, params: { id }, body, now: systemClock.now() }),
        )
        print(json, created, [`client_secret  ${created.client_secret}`, 'The secret is shown only once.'])
      }),
    )

  ofApplication('revoke', 'end an application and every token it holds, for good').action(
    ({ id, json, ...named }: Named) =>
      using(async (runtime) => {
        const { db } = runtime
        const actor = { organisationId: await organisationId(runtime, named), userId: null }
        const { revokeApplication } = await import('../oauth/oauth.ts')
        const revoked = await db.transaction((tx) =>
          revokeApplication({ tx, actor, params: { id }, now: systemClock.now() }),
        )
        print(json, revoked, [`${revoked.name} is revoked.`])
      }),
  )
}

/** `sonde-server audit …`, of which the rest is loaded when it is called. */
import type { Command } from 'commander'
import type { AuditVerifyCommand } from './audit-verify.ts'
import type { Runtime } from './open.ts'

type Using = (work: (runtime: Runtime) => Promise<void>) => Promise<void>

export function addAuditCommand(program: Command, using: Using): void {
  program
    .command('audit')
    .description('the audit log')
    .command('verify')
    .description('check the chain of hashes; ends with 1 at the first entry that was changed or removed')
    .option('--organisation <id>', 'by default every organisation')
    .option(
      '--expect <hash>',
      'a hash of the chain that was noted elsewhere; may be repeated',
      (value: string, before: string[]) => [...before, value],
      [],
    )
    .option('--json', 'print one JSON object for each organisation', false)
    .action((options: AuditVerifyCommand) =>
      using(async ({ db }) => (await import('./audit-verify.ts')).verifyAudit(db, options)),
    )
}

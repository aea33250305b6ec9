/** The command line of callers: `sonde <noun> <verb>`. It knows the service by its API alone. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAccountCommands } from './account.ts'
import { addApiCommand } from './api.ts'
import { addCheckInCommands } from './check-in.ts'
import { addMemberCommands, addTeamCommands } from './directory.ts'
import { addEventCommands } from './event.ts'
import { report } from './exits.ts'
import { addExportCommand } from './export.ts'
import { addHolidayCalendarCommands } from './holiday-calendar.ts'
import { addInsightCommands } from './insight.ts'
import { addPulseCommands } from './pulse.ts'
import { scopeRemedy } from './session.ts'
import { addTemplateCommands } from './template.ts'
import { addWebhookCommands } from './webhook.ts'

const help = `
Environment:
  SONDE_URL                                address of the service
  SONDE_TOKEN                              an access token, instead of signing in
  SONDE_CLIENT_ID, SONDE_CLIENT_SECRET     an application's, for a token of the organisation
  SONDE_CONFIG_DIR                         where sign-ins are stored

Ends with 0 when done, 1 when it failed, 2 when it was cancelled or misused, 4 when nobody is signed in.`

/** Beside this folder, in a checkout as in the package. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export function commandLine(): Command {
  const program = new Command('sonde')
    .description('Ask people, and read what they answered.')
    .version(version, '-V, --version', 'print the version')
    .showHelpAfterError('(--help says more)')
    .exitOverride()
    .addHelpText('after', help)
  addAccountCommands(program)
  addPulseCommands(program)
  addCheckInCommands(program)
  addHolidayCalendarCommands(program)
  addTemplateCommands(program)
  addInsightCommands(program)
  addTeamCommands(program)
  addMemberCommands(program)
  addEventCommands(program)
  addWebhookCommands(program)
  addExportCommand(program)
  addApiCommand(program)
  return program
}

/** @param words  what was typed after the name of the command */
export async function run(words: readonly string[]): Promise<void> {
  // Somebody who reads the first lines only (`| head`) has closed the other end.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  let common: { url?: string } = {}
  const program = commandLine().hook('preAction', (_program, command) => {
    common = command.opts()
  })
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = report(error, words.includes('--json'), await scopeRemedy(error, common))
  }
}

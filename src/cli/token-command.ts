/** `sonde token`, of which the rest is loaded when it is called. */
import { type Command } from 'commander'
import { messageOf } from '../caught.ts'
import { systemClock } from '../clock.ts'
import { type Runtime } from './open.ts'
import { type TokenCommand } from './token.ts'

type Using = (work: (runtime: Runtime) => Promise<void>) => Promise<void>

export function addTokenCommand(program: Command, using: Using): void {
  program
    .command('token')
    .description('print a token that acts for you: signs you in by the browser and asks for your consent')
    .requiredOption('--as-me', 'the only kind so far; programs get theirs from POST /oauth/token')
    .option(
      '--scope <scopes>',
      'separated by spaces',
      'pulses:read pulses:write checkins:read checkins:write teams:read insights:read',
    )
    .option('--url <address>', 'of the service; by default on this machine')
    .option(
      '--client-id <id>',
      'a public application of your own, with the redirect URI http://127.0.0.1/callback',
    )
    .option('--organisation <id>', 'where there are several')
    .option('--no-browser', 'print the address only')
    .option('--json', 'print one JSON object', false)
    .action((options: Omit<TokenCommand, 'url'> & { url?: string; json: boolean }) =>
      using(async ({ config, db }) => {
        const { commandLineClient, ownToken } = await import('./token.ts')
        const { clientId, organisation, scope, browser } = options
        const url = (options.url ?? config.baseUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '')
        const client = clientId ?? (await commandLineClient(db, organisation, systemClock.now()))
        try {
          const token = await ownToken({ url, scope, browser }, client, (line) => console.error(line))
          console.log(options.json ? JSON.stringify(token) : token.access_token)
        } catch (error) {
          console.error(messageOf(error))
          process.exitCode = 1
        }
      }),
    )
}

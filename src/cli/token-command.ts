/** `sonde-server token`: signs in without a stored sign-in, by the application that it registers first if need be. */
import type { Command } from 'commander'
import { messageOf } from '../caught.ts'
import { systemClock } from '../clock.ts'
import type { Runtime } from './open.ts'

type Using = (work: (runtime: Runtime) => Promise<void>) => Promise<void>

type TokenOptions = {
  url?: string
  scope: string
  clientId?: string
  organisation?: string
  browser: boolean
  json: boolean
}

export function addTokenCommand(program: Command, using: Using): void {
  program
    .command('token')
    .description('print a token that acts for you: signs you in by the browser and asks for your consent')
    .requiredOption('--as-me', 'the only kind of token so far; programs get theirs from POST /oauth/token')
    .option(
      '--scope <scopes>',
      'separated by spaces',
      'pulses:read pulses:write checkins:read checkins:write teams:read insights:read',
    )
    .option('--url <address>', 'of the service; by default that of SONDE_URL, then the one on this machine')
    .option(
      '--client-id <id>',
      'a public application of your own, with the redirect URI http://127.0.0.1/callback',
    )
    .option('--organisation <id>', 'where there are several')
    .option('--no-browser', 'print the address only')
    .option('--json', 'print one JSON object', false)
    .action((options: TokenOptions) =>
      using(async (runtime) => {
        const { config, db } = runtime
        const { commandLineClient, organisationOf } = await import('./token.ts')
        const { signIn } = await import('../../commands/sign-in.ts')
        const { scope, browser } = options
        const url = (
          options.url ??
          process.env.SONDE_URL ??
          config.baseUrl ??
          `http://localhost:${config.port}`
        ).replace(/\/$/, '')
        const clientId =
          options.clientId ??
          (await db.transaction(async (tx) =>
            commandLineClient(tx, await organisationOf(runtime, options.organisation), systemClock.now()),
          ))
        const success = 'The token is in your terminal.'
        const tell = (line: string): void => console.error(line)
        try {
          const { refresh_token: _, ...token } = await signIn({
            url,
            clientId,
            scope,
            browser,
            success,
            tell,
          })
          console.log(options.json ? JSON.stringify(token) : token.access_token)
        } catch (error) {
          console.error(messageOf(error))
          process.exitCode = 1
        }
      }),
    )
}

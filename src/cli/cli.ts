/**
 * The operator's command line: `sonde-server <command>`, in a checkout `npm run -s sonde-server -- <command>`. Commands work while the service runs.
 * Each loads its modules when it is called: the whole service takes some 40 MB, of which analysing a file needs 10.
 */
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { Command } from 'commander'
import { problems } from '../../contract/problems.ts'
import { systemClock } from '../clock.ts'
import { Problem } from '../problem.ts'
import type { AdminCommand, BootstrapCommand } from './accounts.ts'
import { addApplicationCommand } from './application-command.ts'
import { addAuditCommand } from './audit-command.ts'
import { addBackupCommands } from './backup-command.ts'
import type { ImportCommand } from './import.ts'
import type { HistoryCommand } from './import-history.ts'
import type { Runtime } from './open.ts'
import type { ProveCommand } from './prove.ts'
import type { SimulateCommand } from './simulate.ts'
import type { ThemesCommand } from './themes.ts'
import { addTokenCommand } from './token-command.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const program = new Command('sonde-server')
  .description('Lets software ask people.')
  .version(version, '-V, --version', 'print the version')
  .showHelpAfterError()

type Work = (runtime: Runtime) => Promise<void>

/** The same work, with a refusal printed in its own words. */
const printingRefusals =
  <A extends unknown[]>(work: (...given: A) => Promise<void>) =>
  async (...given: A): Promise<void> => {
    try {
      await work(...given)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      console.error(error.extra.detail ?? problems[error.code].title)
      const { errors = [] } = error.extra
      if (errors.length > 1) console.error(errors.map(({ detail }) => detail).join('\n'))
      process.exitCode = 1
    }
  }

/** Runs a command on its database, which is migrated first. */
const using = async (work: Work): Promise<void> => {
  const { withDatabase } = await import('./open.ts')
  await withDatabase(printingRefusals(work))
}

/** Runs a command on its database and changes nothing about it. */
const usingAsItIs = async (work: Work): Promise<void> => {
  const { connectAsItIs, withDatabase } = await import('./open.ts')
  await withDatabase(printingRefusals(work), connectAsItIs)
}

const print = (json: boolean, value: unknown, lines: string[]): void =>
  console.log(json ? JSON.stringify(value) : lines.join('\n'))

program
  .command('serve')
  .description('run the service (API, pages and worker; see SONDE_ROLE)')
  .action(async () => (await import('./serve.ts')).serve())
program
  .command('worker')
  .description('run the worker alone')
  .action(async () => (await import('./serve.ts')).serve('worker'))
program
  .command('migrate')
  .description('run the migrations that the database lacks')
  .option(
    '--distributed',
    'also distribute its tables by organisation over the servers of a Citus cluster',
    false,
  )
  .action(({ distributed }: { distributed: boolean }) =>
    using(async ({ db }) => {
      console.log('The database is up to date.')
      if (!distributed) return
      const { distribute, hasCitus } = await import('../db/distribute.ts')
      if (!(await hasCitus(db.tx)))
        throw new Problem('invalid_request', {
          detail:
            'The database has no extension citus, so its tables cannot be divided. They are as they were.',
        })
      const tables = await distribute(db)
      console.log(
        tables.length === 0
          ? 'Every table is divided already.'
          : `Divided by organisation: ${tables.length} tables.`,
      )
    }),
  )
program
  .command('doctor')
  .description('check everything that the service needs')
  .action(async () => (await import('./doctor.ts')).doctor())

program
  .command('bootstrap')
  .description('make an organisation and its first admin')
  .requiredOption('--organisation <name>')
  .requiredOption(
    '--admin <email>',
    'linked when this address first signs in, verified by the identity provider',
  )
  .option('--name <name>', 'the admin’s name')
  .option('--another', 'make another one even if there is an organisation already', false)
  .option('--json', 'print one JSON object', false)
  .action((options: BootstrapCommand & { json: boolean }) =>
    using(async (runtime) => {
      const { makeOrganisation, bootstrapWords } = await import('./accounts.ts')
      const created = await makeOrganisation(runtime, options, systemClock.now())
      print(options.json, created, bootstrapWords(options, created))
    }),
  )

program
  .command('admin')
  .description('make somebody an admin of an organisation, even if no admin is left')
  .argument('<email>')
  .requiredOption('--organisation <id>')
  .option('--name <name>', 'the name of somebody who does not sign in yet')
  .option('--json', 'print one JSON object', false)
  .action((email: string, options: Omit<AdminCommand, 'email'> & { json: boolean }) =>
    using(async (runtime) => {
      const { adminWords, makeAdmin } = await import('./accounts.ts')
      const wanted = { ...options, email }
      const made = await makeAdmin(runtime, wanted, systemClock.now())
      print(options.json, made, adminWords(wanted, made))
    }),
  )

program
  .command('reload-idp-keys')
  .description('in an emergency: discard the cached keys of an identity provider')
  .option('--issuer <url>', 'the issuer as its tokens name it; by default SONDE_IDP_ISSUER')
  .action(({ issuer }: { issuer?: string }) =>
    using(async ({ config, db }) => {
      const known = issuer ?? config.idp?.issuer
      if (!known) throw new Problem('invalid_request', { detail: '--issuer is missing' })
      const { reloadKeys } = await import('../identity/identity.ts')
      await reloadKeys(db.tx, known, systemClock.now())
      console.log(`Every node reads the keys of ${known} again.`)
    }),
  )

addApplicationCommand(program, { using, print })

program
  .command('password')
  .description('make a new password for an account of the embedded identity provider')
  .argument('<email>')
  .option('--create', 'make the account if there is none', false)
  .option('--reset-second-factor', 'also remove their app, passkeys and recovery codes', false)
  .action((email: string, { create, resetSecondFactor }: { create: boolean; resetSecondFactor: boolean }) =>
    using(async ({ db }) => {
      const { renewPassword } = await import('./accounts.ts')
      const password = await renewPassword(db, { email, create, resetSecondFactor }, systemClock.now())
      console.log(`Password of ${email} (shown only once): ${password}`)
    }),
  )

program
  .command('import')
  .description(
    'import members and teams from a file of CSV or of JSON by line (.ndjson); - reads standard input',
  )
  .argument('<file>')
  .requiredOption('--organisation <id>')
  .option('--dry-run', 'show what would change, and change nothing', false)
  .option('--missing <keep|deactivate>', 'what happens to members who are not in the file', 'keep')
  .option('--confirm-deactivate', 'deactivate them even if they are more than half of the directory', false)
  .option('--json', 'print one JSON object', false)
  .action((file: string, options: ImportCommand & { json: boolean }) =>
    using(async ({ db }) => {
      const { importFile, wordsOf } = await import('./import.ts')
      const done = await importFile(db, file, options, systemClock.now())
      print(options.json, done, wordsOf(done))
    }),
  )

program
  .command('import-history')
  .description(
    'bring in past surveys as closed instances of a check-in, from a file of CSV or of JSON by line; - reads standard input',
  )
  .argument('<file>')
  .requiredOption('--organisation <id>')
  .requiredOption('--author <email>', 'the author of the check-in')
  .option('--check-in <chk_…>', 'the check-in of the surveys')
  .option('--title <title>', 'the author’s check-in with this title; if there is none, it is made and paused')
  .option('--language <language>', 'the main language of the questions, for a new check-in')
  .option('--mode <confidential|attributed>', 'what respondents were promised, for a new check-in')
  .option('--questions <file>', 'JSON: wordings, types, drivers of the questions, by their keys')
  .option('--unknown-respondents <pseudonyms|refuse>', 'respondents who are not members', 'pseudonyms')
  .option('--missing-teams <refuse|create|none>', 'teams that do not exist', 'refuse')
  .option('--dry-run', 'show what would be made, and make nothing', false)
  .option('--json', 'print one JSON object', false)
  .action((file: string, options: HistoryCommand & { json: boolean }) =>
    using(async ({ db }) => {
      const progress = (done: number, all: number, period: string): void =>
        console.error(`${done} of ${all}: ${period}`)
      const { analyse } = await import('../analysis.ts')
      const { historyWords, importHistoryFile } = await import('./import-history.ts')
      const done = await importHistoryFile(db, file, {
        ...options,
        hooks: { analyse, progress },
        now: systemClock.now(),
      })
      print(options.json, done, historyWords(done))
    }),
  )

const several = (value: string, before: string[]): string[] => [...before, value]

program
  .command('simulate')
  .description('show what teams will see, before anything is sent')
  .requiredOption('--organisation <id>')
  .option('--team <tem_…>', 'recipients: a team with the teams below it; can be repeated', several, [])
  .option('--member <mem_…>', 'recipients: also this member; can be repeated', several, [])
  .requiredOption('--rate <share>', 'the share of recipients who will answer, such as 0.7')
  .option('--skip <share>', 'the share of respondents who skip a question', '0.05')
  .option('--mode <mode>', 'anonymous, confidential or attributed', 'confidential')
  .option('--k-score <n>', 'minimum group size for scores')
  .option('--k-comment <n>', 'minimum group size for comments')
  .option('--by <attribute>', 'an attribute of members to break scores down by')
  .option(
    '--questions <file>',
    'what will be asked, as in POST /api/pulses: shows who is not counted this season',
  )
  .option('--check-in <chk_…>', 'the check-in whose next survey this is')
  .option(
    '--channel <name>',
    'by which it is sent; with code, people count as in its pools; may be repeated',
    several,
    [],
  )
  .option('--json', 'print one JSON object', false)
  .action((options: SimulateCommand & { json: boolean }) =>
    using(async ({ db }) => {
      const { runSimulation, wordsOf } = await import('./simulate.ts')
      const done = await runSimulation(db, options)
      print(options.json, done, wordsOf(done))
    }),
  )

program
  .command('prove')
  .description(
    'try to join anonymous answers to people from the files of the database; ends with 1 if keys are found',
  )
  .option('--collection <id>', 'a pulse or a check-in instance; by default all of them')
  .option(
    '--data-directory <path>',
    'the data directory of the PostgreSQL server; by default that of the embedded one',
  )
  .option('--json', 'print one JSON object', false)
  .action(async (options: ProveCommand) => (await import('./prove.ts')).prove(options))

addAuditCommand(program, using)
addBackupCommands(program, { usingAsItIs, printingRefusals, print })
addTokenCommand(program, using)

program
  .command('analyse')
  .description('read {"id","text"} lines from standard input, write lines with sentiment and drivers')
  .option('--model <folder>', 'score answers with your own model, in the languages that it reads')
  .action(async ({ model }: { model?: string }) => {
    const { analyseInput } = await import('./analyse.ts')
    await analyseInput(model)
  })

program
  .command('themes')
  .description(
    'read {"id","text"} by line from standard input, write the themes among them as one JSON object',
  )
  .option('--k <n>', 'how many themes to look for, instead of as many as the answers suggest')
  .option('--seed <n>', 'the same seed and answers give the same themes', '1')
  .option('--question <text>', 'the question: its words are not a theme')
  .option('--language <code>', 'the language of the answers', 'en')
  .option('--ids', 'list the answers of each theme', false)
  .action(async (options: ThemesCommand) => {
    const { themesOfInput } = await import('./themes.ts')
    await themesOfInput(options)
  })

program
  .command('bounce')
  .description('read one returned message from standard input, as an alias of a mail server passes it on')
  .action(() =>
    using(async ({ db }) => {
      const { recordReturned } = await import('../delivery/delivery.ts')
      const raw = await buffer(process.stdin)
      const count = await db.transaction((tx) => recordReturned(tx, raw, systemClock.now()))
      console.log(count === 0 ? 'It is about no message of ours.' : 'Recorded.')
    }),
  )

program
  .command('demo')
  .description('play one organisation’s story through the API, then keep running so that you can look around')
  .option('--answers <dir>', 'use real answers from this folder instead of the story')
  .option('--once', 'end after the story', false)
  .option('--json', 'print one JSON object instead of the summary', false)
  .action(async (options: { answers?: string; once: boolean; json: boolean }) => {
    const { demo } = await import('../../demo/demo.ts')
    await demo(options)
  })

/** @param words  what was typed after `sonde-server` */
export async function run(words: readonly string[]): Promise<void> {
  await program.parseAsync(words, { from: 'user' })
}

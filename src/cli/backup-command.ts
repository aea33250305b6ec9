/** `sonde-server backup` and `sonde-server restore`, of which the rest is loaded when one of them is called. */
import type { Command } from 'commander'
import { systemClock } from '../clock.ts'
import type { BackupOptions } from './backup.ts'
import { configuration } from './configuration.ts'
import type { Runtime } from './open.ts'

type Tools = {
  usingAsItIs(work: (runtime: Runtime) => Promise<void>): Promise<void>
  printingRefusals(work: () => Promise<void>): () => Promise<void>
  print(json: boolean, value: unknown, lines: string[]): void
}
type Options = Pick<BackupOptions, 'programs'> & { json: boolean }

export function addBackupCommands(program: Command, { usingAsItIs, printingRefusals, print }: Tools): void {
  program
    .command('backup')
    .description('write the database into a file, with a description beside it')
    .argument('<file>')
    .option(
      '--programs <folder>',
      'of pg_dump; by default the PATH and where packages put it. The embedded database needs none, and is dumped where you name one',
    )
    .option('--json', 'print one JSON object', false)
    .action((file: string, options: Options) =>
      usingAsItIs(async ({ db, config }) => {
        const { backUp, backupWords } = await import('./backup.ts')
        const how = { ...options, isEmbedded: config.databaseUrl === null }
        const made = await backUp(db, file, how, systemClock.now())
        print(options.json, made, backupWords(file, made))
      }),
    )
  program
    .command('restore')
    .description('read a backup into an empty database or a new data folder, as a whole or not at all')
    .argument('<file>')
    .option('--programs <folder>', 'of pg_restore; by default the PATH and where packages put it')
    .option('--json', 'print one JSON object', false)
    .action((file: string, options: Options) =>
      printingRefusals(async () => {
        const { checkBackup, restore, restoreWords, unpackFiles } = await import('./backup.ts')
        const description = await checkBackup(file)
        if (description.kind === 'files') await unpackFiles(configuration(), file, description)
        await usingAsItIs(async ({ db }) => {
          const { hasCitus } = await import('../db/distribute.ts')
          await restore(db, file, description, options)
          print(options.json, description, restoreWords(file, description, await hasCitus(db.tx)))
        })
      })(),
    )
}

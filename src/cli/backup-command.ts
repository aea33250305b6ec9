/** `sonde-server backup` and `sonde-server restore`, of which the rest is loaded when one of them is called. */
import type { Command } from 'commander'
import { systemClock } from '../clock.ts'
import type { BackupOptions } from './backup.ts'
import type { Runtime } from './open.ts'

type Tools = {
  usingAsItIs(work: (runtime: Runtime) => Promise<void>): Promise<void>
  print(json: boolean, value: unknown, lines: string[]): void
}
type Options = BackupOptions & { json: boolean }

export function addBackupCommands(program: Command, { usingAsItIs, print }: Tools): void {
  program
    .command('backup')
    .description('write the database into a file, by pg_dump; with a description beside it')
    .argument('<file>')
    .option('--programs <folder>', 'of pg_dump; by default the PATH and where packages put it')
    .option('--json', 'print one JSON object', false)
    .action((file: string, options: Options) =>
      usingAsItIs(async ({ db }) => {
        const { backUp, backupWords } = await import('./backup.ts')
        const made = await backUp(db, file, options, systemClock.now())
        print(options.json, made, backupWords(file, made))
      }),
    )
  program
    .command('restore')
    .description('read a backup into an empty database, by pg_restore, as a whole or not at all')
    .argument('<file>')
    .option('--programs <folder>', 'of pg_restore; by default the PATH and where packages put it')
    .option('--json', 'print one JSON object', false)
    .action((file: string, options: Options) =>
      usingAsItIs(async ({ db }) => {
        const { restore, restoreWords } = await import('./backup.ts')
        const restored = await restore(db, file, options)
        print(options.json, restored, restoreWords(file, restored))
      }),
    )
}

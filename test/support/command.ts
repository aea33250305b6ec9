/** The command line as it is installed: real processes, each with its own environment. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'

export type CommandEnd = { code: number; out: string; err: string }
export type RunningCommand = {
  end: Promise<CommandEnd>
  line(pattern: RegExp): Promise<string>
  stop(): void
}
export type CommandOptions = {
  env: Record<string, string | undefined>
  input?: string
  program?: string
  /** Another Node than this one. */
  node?: string
}

export const programOf = (name: 'sonde' | 'sonde-server'): string =>
  fileURLToPath(new URL(`../../bin/${name}`, import.meta.url))

/** Starts it. `line` waits for what it tells on standard error. */
export function startCommand(words: readonly string[], options: CommandOptions): RunningCommand {
  const { env, input, program = programOf('sonde'), node = process.execPath } = options
  const child = spawn(node, [program, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  if (input !== undefined) child.stdin?.end(input)
  let told = ''
  const waiting: (() => void)[] = []
  const wake = (): void => waiting.splice(0).forEach((next) => next())
  let isOver = false
  child.stderr?.on('data', (piece: Buffer) => {
    told += String(piece)
    wake()
  })
  const code = new Promise<number>((resolve) =>
    child.once('close', (status) => {
      isOver = true
      wake()
      resolve(status ?? 1)
    }),
  )
  const out = child.stdout === null ? Promise.resolve('') : text(child.stdout)
  return {
    end: code.then(async (status) => ({ code: status, out: await out, err: told })),
    line: async (pattern) => {
      for (;;) {
        const found = pattern.exec(told)
        if (found) return found[1] ?? found[0]
        if (isOver) throw new Error(`The command ended without ${pattern}: ${told}`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    stop: () => void child.kill('SIGTERM'),
  }
}

export const runCommand = (words: readonly string[], options: CommandOptions): Promise<CommandEnd> =>
  startCommand(words, options).end

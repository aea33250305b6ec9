/**
 * Processes of a run: our server as its operators start it, and the bench's own programs. Each process that is started here is ended here,
 * by its process id, also when the run is aborted.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Done, Job, Loaded } from './load.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const running = new Set<ChildProcess>()

/** Long enough for a server to drain and to stop its database. */
const graceMs = 20_000

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(timer)
  }
  running.delete(child)
}

export const endAll = async (): Promise<void> => {
  await Promise.all([...running].map(end))
}

/** A program of this folder that gets its options in one message and replies with its address. */
export async function program(name: string, told: unknown): Promise<{ port: number; child: ChildProcess }> {
  const child = helper(name)
  child.send(told as object)
  const [{ port }] = (await onceOrExit(child, 'message')) as [{ port: number }]
  return { port, child }
}

function helper(name: string): ChildProcess {
  // What the peer's library has to say about Node and its adapter is neither a result nor a fault.
  const stderr = name === 'peer.ts' ? 'ignore' : 'inherit'
  const child = fork(here(name), { stdio: ['ignore', 'ignore', stderr, 'ipc'], serialization: 'advanced' })
  running.add(child)
  return child
}

export type Loader = { run(job: Job): Promise<Loaded>; child: ChildProcess }

export function loader(): Loader {
  const child = helper('load.ts')
  return {
    child,
    run: async (job) => {
      child.send(job)
      const [done] = (await onceOrExit(child, 'message')) as [Done]
      if ('failure' in done) throw new Error(done.failure)
      return done.sample
    },
  }
}

export type Served = { url: string; port: number; child: ChildProcess; readyMs: number }

/** @param profileDir where V8 leaves a CPU profile of it when it ends */
export async function sonde(
  dataDir: string,
  { profileDir, env = {} }: { profileDir?: string; env?: Record<string, string> } = {},
): Promise<Served> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [...(profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []), here('../bin/sonde'), 'serve'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: '',
        SONDE_DATA_DIR: dataDir,
        SONDE_PORT: '0',
        SONDE_HOST: '127.0.0.1',
        SONDE_BASE_URL: '',
        SONDE_DEVELOPER_URL: '',
        SONDE_RATE_LIMITS: 'off',
        SONDE_LOG_LEVEL: 'warn',
        ...env,
      },
    },
  )
  running.add(child)
  const url = await addressOf(child)
  const port = Number(new URL(url).port)
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    await reply?.body?.cancel()
    if (reply?.status === 200) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { url, port, child, readyMs: performance.now() - began }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const lines = createInterface(child.stdout!)
  const said = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const url = /^Sonde is at (\S+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
  return Promise.race([said, failureOf(child)])
}

const failureOf = (child: ChildProcess): Promise<never> =>
  once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.join(' ')} ended with ${String(code)}`)
  })

const onceOrExit = (child: ChildProcess, event: string): Promise<unknown[]> => {
  const stop = new AbortController()
  const failed = once(child, 'exit', { signal: stop.signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.join(' ')} ended with ${String(code)}`)
  })
  failed.catch(() => {})
  return Promise.race([once(child, event, { signal: stop.signal }), failed]).finally(() => stop.abort())
}

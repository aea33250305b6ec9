/**
 * Runs a program of this package on Node 26, which the package installs. If an older node is first in the path, it starts the installed
 * one, and prints an error if there is none.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const requiredVersion = 26
const installedNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

/** @param {string} program  the URL of the file that was called */
/** @param {() => Promise<unknown>} run  what it does on the right Node */
export async function start(program, run) {
  if (Number(process.versions.node.split('.')[0]) >= requiredVersion) {
    const { rememberSources } = await import('./sources.js')
    rememberSources()
    await run()
  } else if (existsSync(installedNode) && !process.env.SONDE_NODE_HANDED_OVER) {
    const child = spawn(installedNode, [fileURLToPath(program), ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, SONDE_NODE_HANDED_OVER: '1' },
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  } else {
    console.error(
      `Sonde needs Node ${requiredVersion} or newer; this is ${process.version}. \`npm ci\` installs it for Linux and macOS; elsewhere, install Node ${requiredVersion} yourself.`,
    )
    process.exit(1)
  }
}

/**
 * Builds the package for callers into package/dist: JavaScript and types of the client, the verifier of webhooks, the contract and the command
 * line, by tsc alone. Node strips no types inside node_modules, so JavaScript is what is published. `npm pack package/dist` makes the file.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** @param folder  where it is built; what is there goes */
export function buildPackage(folder = join(root, 'package', 'dist')): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const { status, stdout } = spawnSync(tsc, ['-p', join(root, 'package'), '--outDir', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The package does not compile:\n${stdout}`)
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    copyFileSync(join(root, 'package', name), join(folder, name))
  copyFileSync(join(root, 'contract', 'openapi.json'), join(folder, 'contract', 'openapi.json'))
  return folder
}

if (import.meta.main) console.log(buildPackage())

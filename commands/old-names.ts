/**
 * Which words after `sonde` mean the operator: in a checkout, `sonde serve` and the like go on working beside `sonde-server serve`. The
 * published package has no server, and none of these names.
 */
import { originOf } from './address.ts'
import { readHosts } from './hosts.ts'

export const operatorCommands: readonly string[] = [
  'serve',
  'worker',
  'migrate',
  'doctor',
  'bootstrap',
  'admin',
  'reload-idp-keys',
  'application',
  'password',
  'import',
  'import-history',
  'simulate',
  'prove',
  'audit',
  'analyse',
  'themes',
  'bounce',
  'backup',
  'restore',
  'demo',
]

const valueOf = (words: readonly string[], option: string): string | undefined => {
  const place = words.findIndex((word) => word === option || word.startsWith(`${option}=`))
  if (place === -1) return undefined
  return words[place].includes('=') ? words[place].slice(option.length + 1) : words[place + 1]
}

/** `token` means the operator's at an address where nobody is signed in by `sonde login`: it makes the application that signing in takes. */
async function isOperatorsToken(words: readonly string[]): Promise<boolean> {
  const { current, hosts } = await readHosts()
  const url = valueOf(words, '--url') ?? process.env.SONDE_URL ?? current
  return url !== null && hosts[originOf(url)] === undefined
}

/** @param words  what was typed after `sonde` */
export async function isOperators(words: readonly string[]): Promise<boolean> {
  const [name] = words
  if (name === undefined) return false
  if (name === 'token' && !words.includes('--help')) return isOperatorsToken(words).catch(() => false)
  return operatorCommands.includes(name)
}

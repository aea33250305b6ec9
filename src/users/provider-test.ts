/**
 * Tries an identity provider, one step after the other, and says in words what is wrong. It is asked over the same guarded
 * way as at a sign-in, anew, and nothing of what it answers is shown but whether it fits.
 */
import { type ProviderCheck } from '../../contract/identity-providers.ts'
import { getPublic, providerKeys } from '../identity/identity.ts'
import { type Guard, refusalOf } from '../outbound/outbound.ts'
import { type ProviderRow } from './provider-store.ts'

export type TestResult = { ok: boolean; checks: ProviderCheck[] }

const check = (name: ProviderCheck['check'], ok: boolean, detail: string): ProviderCheck => ({
  check: name,
  ok,
  detail,
})

export async function testProvider(
  { issuer, client_id }: Pick<ProviderRow, 'issuer' | 'client_id'>,
  guard: Guard,
): Promise<TestResult> {
  const checks: ProviderCheck[] = []
  const done = (): TestResult => ({ ok: checks.every(({ ok }) => ok), checks })

  const refusal = refusalOf(issuer, guard)
  checks.push(check('address', refusal === null, refusal ? `The address ${refusal}` : 'It may be asked'))
  if (refusal) return done()

  const keys = providerKeys(issuer, { get: getPublic(guard) })
  const found = await keys.discovery().catch((error: Error) => error)
  if (found instanceof Error) {
    checks.push(check('discovery', false, wordsOf(found)))
    return done()
  }
  checks.push(check('discovery', true, 'Its discovery document speaks for this issuer'))

  const count = await keys.count().catch((error: Error) => error)
  if (count instanceof Error) checks.push(check('keys', false, wordsOf(count)))
  else checks.push(check('keys', count > 0, count > 0 ? `Keys that it shows: ${count}` : 'It shows no keys'))

  const endpoints = found.authorization_endpoint !== undefined && found.token_endpoint !== undefined
  checks.push(
    client_id === null
      ? check('sign_in', true, 'No client is set: people cannot sign in by it on our pages')
      : check(
          'sign_in',
          endpoints,
          endpoints ? 'People can sign in by it on our pages' : 'It names no address to sign in at',
        ),
  )
  return done()
}

const wordsOf = ({ message }: Error): string => message.slice(0, 300)

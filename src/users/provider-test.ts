/**
 * Tries an identity provider, one step after the other, and says in words what is wrong. It is reached over the same guarded
 * way as at a sign-in, with nothing cached, and of its answers nothing is shown but whether they fit.
 */
import type { ProviderCheck } from '../../contract/identity-providers.ts'
import { getPublic, providerKeys } from '../identity/identity.ts'
import { type Guard, refusalOf } from '../outbound/outbound.ts'
import type { ProviderRow } from './provider-store.ts'

export type TestResult = { ok: boolean; checks: ProviderCheck[] }

export async function testProvider(
  { issuer, client_id }: Pick<ProviderRow, 'issuer' | 'client_id'>,
  guard: Guard,
): Promise<TestResult> {
  const checks: ProviderCheck[] = []
  const add = (check: ProviderCheck['check'], ok: boolean, detail: string) =>
    checks.push({ check, ok, detail })
  const result = (): TestResult => ({ ok: checks.every(({ ok }) => ok), checks })

  const refusal = refusalOf(issuer, guard)
  add('address', refusal === null, refusal ? `The address ${refusal}` : 'The address is allowed')
  if (refusal) return result()

  const keys = providerKeys(issuer, { get: getPublic(guard) })
  const discovery = await keys.discovery().catch((error: Error) => error)
  if (discovery instanceof Error) {
    add('discovery', false, reasonOf(discovery))
    return result()
  }
  add('discovery', true, 'Its discovery document names this issuer')

  const count = await keys.count().catch((error: Error) => error)
  if (count instanceof Error) add('keys', false, reasonOf(count))
  else add('keys', count > 0, count > 0 ? `Keys found: ${count}` : 'It publishes no keys')

  const { authorization_endpoint, token_endpoint } = discovery
  const hasEndpoints = authorization_endpoint !== undefined && token_endpoint !== undefined
  if (client_id === null) add('sign_in', true, 'No client is set: people cannot sign in by it on our pages')
  else if (hasEndpoints) add('sign_in', true, 'People can sign in by it on our pages')
  else add('sign_in', false, 'Its discovery document names no address to sign in at')
  return result()
}

/** What admins meet most is said so that they know what to look at. */
const inWords: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'There is no server at this address: check the issuer'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'No server answers at this address: check the issuer'],
]

const reasonOf = ({ message }: Error): string =>
  inWords.find(([code]) => code.test(message))?.[1] ?? message.slice(0, 300)

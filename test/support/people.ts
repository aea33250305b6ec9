/**
 * A world whose people can sign in, with session tokens of an identity provider for tests. One provider and one application serve all
 * tests that use it.
 */
import { startIssuer } from './issuer.ts'
import { startDns, type Zone } from './dns.ts'
import { startMicrosoft } from './microsoft.ts'
import { startSlack } from './receiver.ts'
import { startTranslator, type Translator } from './translator.ts'
import { atEndOf } from './endings.ts'
import { type Running, startApp, type StartOptions } from './start.ts'
import { client, type Client, newWorld, type World } from './world.ts'

export type PeopledWorld = World & {
  /** The organisation's admin, signed in. */
  admin: Client
  /** A member of the organisation's directory, signed in. */
  colleague: Client
  /** A person with an account at the provider and no organisation. */
  stranger: Client
  /** The person with this verified address, who has just signed in. */
  person(email: string): Promise<Client>
  /** What DNS says of domains. */
  zone: Zone
}

let provider: ReturnType<typeof startIssuer> | undefined
let dns: ReturnType<typeof startDns> | undefined
let slack: ReturnType<typeof startSlack> | undefined
let microsoft: ReturnType<typeof startMicrosoft> | undefined
let translator: Promise<Translator> | undefined
let application: Promise<Running> | undefined

async function signedIn(options?: StartOptions) {
  const idp = await (provider ??= startIssuer())
  const { zone, address } = await (dns ??= startDns('process'))
  const { appEnv } = await (slack ??= startSlack(undefined, 'process'))
  const { env: teamsEnv } = await (microsoft ??= startMicrosoft(undefined, 'process'))
  const { env: modelEnv } = await (translator ??= startTranslator('process'))
  const env = { ...idp.env, SONDE_DNS_SERVERS: address, ...appEnv, ...teamsEnv, ...modelEnv }
  const running = await (options
    ? startApp({ ...options, env: { ...env, ...options.env } })
    : (application ??= startApp({ env, shared: true })))
  return {
    running,
    zone,
    person: async (email: string) => {
      const signIn = (): Promise<string> =>
        idp.token({ sub: email, email, email_verified: true, name: email })
      let token = await signIn()
      // A sign-in is recent for ten minutes, and a machine may be slow.
      setInterval(() => void signIn().then((next) => (token = next)), 240_000).unref()
      return client(running.url, () => token)
    },
  }
}

atEndOf('process', async () => (await provider)?.close())

let serial = 0

/** @param options  of an application of its own; without them, all share one */
export async function newPeopledWorld(options?: StartOptions): Promise<PeopledWorld> {
  const { running, zone, person } = await signedIn(options)
  const world = await newWorld({ running })
  const email = `colleague${++serial}@test.example`
  const adder = await world.user({ id: world.adminId, scopes: ['teams:write'] })
  await adder.post('/api/members', { name: 'Colleague', email })
  return {
    ...world,
    zone,
    admin: await person(world.adminEmail),
    colleague: await person(email),
    stranger: await person(`stranger${serial}@test.example`),
    person,
  }
}

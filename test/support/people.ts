/**
 * A world whose people can sign in: an identity provider of the test's own stands behind the session tokens. One provider
 * and one application serve every test that asks.
 */
import { startIssuer } from './issuer.ts'
import { atEndOf } from './endings.ts'
import { type Running, startApp } from './start.ts'
import { client, type Client, newWorld, type World } from './world.ts'

export type PeopledWorld = World & {
  /** The organisation's admin in person. */
  admin: Client
  /** Somebody of the organisation's directory in person. */
  colleague: Client
  /** Somebody whom the provider knows and no organisation. */
  stranger: Client
  /** Whoever has this address, verified, signed in just now. */
  person(email: string): Promise<Client>
}

let provider: ReturnType<typeof startIssuer> | undefined
let application: Promise<Running> | undefined

async function signedIn() {
  const idp = await (provider ??= startIssuer())
  const running = await (application ??= startApp({ env: idp.env, shared: true }))
  return {
    running,
    person: async (email: string) =>
      client(running.url, await idp.token({ sub: email, email, email_verified: true, name: email })),
  }
}

atEndOf('process', async () => (await provider)?.close())

let serial = 0

export async function newPeopledWorld(): Promise<PeopledWorld> {
  const { running, person } = await signedIn()
  const world = await newWorld({ running })
  const email = `colleague${++serial}@test.example`
  await (await world.organisation(['teams:write'])).post('/api/members', { name: 'Colleague', email })
  return {
    ...world,
    admin: await person(world.adminEmail),
    colleague: await person(email),
    stranger: await person(`stranger${serial}@test.example`),
    person,
  }
}

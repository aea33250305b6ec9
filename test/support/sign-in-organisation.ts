/**
 * An organisation whose people sign in: a provider of the service, an admin of it, and mail that is read from the outbox.
 * The clock is turned by hand and starts at the time of the world, in which the providers of the tests live.
 */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Running, startApp } from './start.ts'
import { client, type Client, eventually, newWorld, type Reply, type World } from './world.ts'
import { type Claims, startIssuer, type TestIssuer } from './issuer.ts'
import { atEndOf } from './endings.ts'

let serial = 0

export const ok = (reply: Reply): any => {
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body
}

export const refused = (reply: Reply, status: number, code: string): void =>
  assert.deepEqual([reply.status, reply.body?.code], [status, code], JSON.stringify(reply.body))

export type House = Awaited<ReturnType<typeof newHouse>>

/** @param at  the clock at the beginning: earlier than now, where a test turns it far and people have still just signed in */
export async function startService(env: Record<string, string> = {}, at = new Date()) {
  const idp = await startIssuer()
  atEndOf('file', () => idp.close())
  const running = await startApp({
    at: at.toISOString(),
    env: { ...idp.env, SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes', ...env },
  })
  return { idp, running }
}

export async function newHouse({ idp, running }: { idp: TestIssuer; running: Running }) {
  const world: World = await newWorld({ running })
  /** Somebody of a provider: of the service's unless said. Unverified claims and all others are the test's to choose. */
  const token = (claims: Claims, by: TestIssuer = idp): Promise<string> =>
    by.token({
      sub: `sub ${++serial}`,
      ...(typeof claims.email === 'string' && { email_verified: true, name: claims.email.split('@')[0] }),
      ...claims,
    })
  const person = async (claims: Claims, by?: TestIssuer): Promise<Client> =>
    client(running.url, await token(claims, by))
  const adminClaims = { sub: world.adminEmail, email: world.adminEmail }
  const admin = await person(adminClaims)
  ok(await admin.get('/api/organisation'))
  const { slug } = ok(await admin.get('/api/organisation'))

  const letters = async (): Promise<any[]> => {
    await running.app.due.settle()
    const files = await readdir(running.outbox).catch(() => [])
    const all = await Promise.all(
      files
        .filter((file) => file.endsWith('.json'))
        .map(async (file) => JSON.parse(await readFile(join(running.outbox, file), 'utf8'))),
    )
    return all.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  }
  /** The token of the latest invitation to an address. */
  const invitedBy = async (email: string): Promise<string> => {
    const isTo = ({ to }: { to: string }): boolean => to === email
    // Where several are invited at once, one of them has taken up the letters of all.
    const letter = (await eventually(letters, (all) => all.some(isTo))).findLast(isTo)!
    return new URL(letter.link).hash.slice(1)
  }
  const invite = async (email: string, role = 'member'): Promise<{ id: string; token: string }> => {
    // No two letters of one instant.
    running.clock!.advance(1000)
    const { id } = ok(await admin.post('/api/invitations', { email, role }))
    return { id, token: await invitedBy(email) }
  }
  return { ...world, idp, running, slug, admin, adminClaims, token, person, letters, invitedBy, invite }
}

/** A provider of an organisation's own, with what its settings are. */
export async function ownProvider(
  it: House,
  more: Record<string, unknown> = {},
): Promise<{ idp: TestIssuer; id: string }> {
  const idp = await startIssuer()
  atEndOf('file', () => idp.close())
  const { id } = ok(
    await it.admin.post('/api/identity-providers', {
      name: 'Our own',
      issuer: idp.issuer,
      audiences: ['https://api.sonde.test'],
      ...more,
    }),
  )
  return { idp, id }
}

/** An admin adds an identity of the provider to their own account. */
export const proveBy = async (it: House, idp: TestIssuer, claims: Claims = {}): Promise<Reply> => {
  const admin = await it.person(it.adminClaims)
  return admin.post('/api/me/identities', {
    session_token: await it.token({ sub: `admin of ${it.organisationId}`, ...claims }, idp),
  })
}

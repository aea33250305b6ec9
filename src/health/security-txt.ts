/** /.well-known/security.txt (RFC 9116): whom to tell of a weakness. It is there once SONDE_SECURITY_CONTACT is set. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Addresses } from '../http/server.ts'
import { problem } from '../problem.ts'

const path = '/.well-known/security.txt'
/** RFC 9116 §2.5.5 recommends less than a year. What a running service says is never out of date. */
const validMs = 90 * 86_400_000

type Setup = { app: FastifyInstance; addresses: Addresses; clock: Clock; contacts: readonly string[] }

export function securityTextRoute({ app, addresses, clock, contacts }: Setup): void {
  app.get(path, async (_request, reply) => {
    if (contacts.length === 0) throw problem('not_found')
    const expires = new Date(clock.now().getTime() + validMs).toISOString().replace(/T.*/, 'T00:00:00Z')
    const hosts = new Set([addresses.baseUrl, addresses.developerUrl])
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      ...[...hosts].map((host) => `Canonical: ${host}${path}`),
    ]
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}

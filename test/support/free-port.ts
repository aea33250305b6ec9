/**
 * Ports for servers that have to know their address before they start. They lie below those that systems give to outgoing connections
 * (Linux from 32768, others from 49152): of those, any connection of any test could take one before its server listens.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'

const first = 20_000
const count = 12_000

/** A port of this machine that nothing listens at now. */
export async function freePort(): Promise<number> {
  const port = first + Math.floor(Math.random() * count)
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    // Something else has it.
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

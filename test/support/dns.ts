/** A DNS server of the tests, asked over UDP as any other: TXT records that a test sets. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { atEndOf } from './endings.ts'

/** TXT records by name, in lower case; `broken` names get SERVFAIL. */
export type Zone = { records: Map<string, string[][]>; broken: Set<string>; asked: string[] }

const nameAt = (message: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]))
    at += message[at] + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** RFC 1035 §4: the question comes back, with an answer for each TXT record. */
function replyTo(query: Buffer, { records, broken, asked }: Zone): Buffer {
  const { name, end } = nameAt(query)
  asked.push(name)
  const found = records.get(name) ?? []
  const code = broken.has(name) ? 2 : found.length > 0 ? 0 : 3
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  const answers = found.map((parts) => {
    const data = Buffer.concat(
      parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
    )
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(16, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(60, 6)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([header, query.subarray(12, end), ...answers])
}

/** It ends with the file that started it, or with the process. @returns its records, and its address as SONDE_DNS_SERVERS takes it */
export async function startDns(until: 'file' | 'process' = 'file'): Promise<{ zone: Zone; address: string }> {
  const zone: Zone = { records: new Map(), broken: new Set(), asked: [] }
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(replyTo(query, zone), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  atEndOf(until, async () => {
    socket.close()
    await once(socket, 'close')
  })
  return { zone, address: `127.0.0.1:${socket.address().port}` }
}

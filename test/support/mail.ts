/** A real SMTP server that fails in the ways that servers fail, and the messages that it got. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEndOf } from './endings.ts'

export type ReceivedMail = { to: string; raw: string }

/** What the server does with a message for an address: a reply, `reset` or `hang`; undefined: it accepts the message. */
export type Behaviour = (to: string, earlier: number) => string | number | undefined

export async function startMail(behave: Behaviour = () => undefined, port = 0) {
  const taken: ReceivedMail[] = []
  const tried = new Map<string, number>()
  const senders: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = (session.envelope.rcptTo[0] as { address: string }).address
        const earlier = tried.get(to) ?? 0
        tried.set(to, earlier + 1)
        const how = behave(to, earlier)
        if (how === 'hang') return
        if (typeof how === 'number' || (typeof how === 'string' && how !== 'reset')) {
          const [code, ...words] = String(how).split(' ')
          const said = words.join(' ') || `No such luck for ${to}`
          return done(Object.assign(new Error(said), { responseCode: Number(code) }))
        }
        senders.push((session.envelope.mailFrom as { address: string }).address)
        taken.push({ to, raw: Buffer.concat(chunks).toString() })
        if (how === 'reset') {
          for (const connection of server.connections as Set<any>)
            if (connection.session.id === session.id) connection._socket.destroy()
          return
        }
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  let closed: Promise<void> | undefined
  const close = () => (closed ??= new Promise<void>((resolve) => server.close(() => resolve())))
  atEndOf('file', close)
  const address = server.server.address() as AddressInfo
  return {
    taken,
    tried,
    senders,
    close,
    port: address.port,
    env: { SONDE_SMTP_URL: `smtp://127.0.0.1:${address.port}` },
  }
}

export const quotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The value of a header, with its encoded words decoded. */
export const header = (raw: string, name: string): string | undefined => {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'mi')
    .exec(head)?.[1]
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?= ?/gi, (_all, word: string) => Buffer.from(word, 'base64').toString())
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?= ?/gi, (_all, word: string) =>
      quotedPrintable(word.replaceAll('_', ' ')),
    )
}

/** The decoded text of each part. */
export const partsOf = (raw: string): { type: string; text: string }[] =>
  raw
    .split(/\r\n--[^\r\n]+\r\n/)
    .slice(1, -1)
    .map((part) => {
      const body = part.slice(part.indexOf('\r\n\r\n') + 4)
      const isBase64 = /Content-Transfer-Encoding: base64/i.test(part)
      return {
        type: /Content-Type: ([\w/]+)/.exec(part)![1],
        text: isBase64 ? Buffer.from(body, 'base64').toString() : quotedPrintable(body),
      }
    })

/** An SMTP server that accepts and counts all messages of a run, as a process of its own. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

let messages = 0

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.on('end', () => {
      messages++
      done()
    })
    stream.resume()
  },
})

process.on('message', (request: { count?: boolean }) => {
  if (request.count) process.send!({ messages })
  else
    server.listen(0, '127.0.0.1', () =>
      process.send!({ port: (server.server.address() as AddressInfo).port }),
    )
})

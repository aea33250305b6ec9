/**
 * SIGTERM in the middle of everything that can delay a service: live streams, endless uploads, idle connections, an analysis and
 * deliveries under way. It ends in order, and its database with it.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { startIssuer } from '../support/issuer.ts'
import { follow } from '../support/follow.ts'
import { type Client, client, eventually, links, pulseDraft } from '../support/world.ts'
import { command, inParallel, newService, organisationOf, ownDatabase, type Service } from './killable.ts'

const peopleCount = 40
const streams = 8
const idleConnections = 8
const uploads = 4

/** A slow mail server: deliveries are under way for as long as a test lasts. */
async function slowMail(): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => setTimeout(done, 1_000))
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  assert.ok(address !== null && typeof address === 'object')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const idp = await startIssuer()
after(() => idp.close())

/** Opens everything that could delay the service. @returns what releases it */
async function occupy(service: Service, user: Client, team: string): Promise<() => void> {
  const draft = pulseDraft([team], { channels: ['email', 'link'] })
  const [watched, analysed] = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await user.post('/api/pulses', draft)
      assert.equal((await user.post(`/api/pulses/${body.id}/open`)).status, 200)
      return `/api/pulses/${body.id}`
    }),
  )
  const following = await Promise.all(
    Array.from({ length: streams }, () => follow(`${service.url}${watched}/live`, user.token)),
  )
  assert.ok(following.every(({ status }) => status === 200))
  await inParallel(8, await links(user, analysed), async ({ url }) => {
    const answers = [
      { question_id: 'calm', value: 3 },
      { question_id: 'why', text: 'Too many meetings, and nobody knows who decides.' },
    ]
    await client(service.url).post(new URL(url).pathname, { answers })
  })

  const { hostname, port } = new URL(service.url)
  const idle: Socket[] = Array.from({ length: idleConnections }, () => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    return socket
  })
  const uploading: ClientRequest[] = Array.from({ length: uploads }, () => {
    const upload = request({ hostname, port, path: '/api/imports', method: 'POST' })
    upload.on('error', () => {})
    upload.setHeader('authorization', `Bearer ${user.token}`)
    upload.setHeader('content-type', 'text/csv')
    upload.write('email,name\nsomebody@acme.test,Somebody\n')
    return upload
  })
  const dripping = setInterval(() => uploading.forEach((upload) => upload.write('\n')), 100)
  await eventually(
    () => Promise.resolve(idle.every((socket) => socket.bytesRead > 0)),
    (answered) => answered,
  )
  // An analysis begins.
  assert.equal((await user.post(`${analysed}/close`)).status, 200)
  return () => {
    clearInterval(dripping)
    uploading.forEach((upload) => upload.destroy())
    idle.forEach((socket) => socket.destroy())
    following.forEach((one) => one.stop())
  }
}

type Way = {
  by: 'node' | 'npm'
  end(service: Service): Promise<{ code: number | null; signal: string | null }>
  isHeard: boolean
}

const ways: Record<string, Way> = {
  'a service that is told to stop': { by: 'node', end: (service) => service.stop(), isHeard: true },
  'a service that is told twice': {
    by: 'node',
    end: (service) => {
      void service.stop()
      return service.stop()
    },
    isHeard: true,
  },
  'a service whose output nobody reads any longer': {
    by: 'node',
    end: (service) => {
      service.hangUp()
      return service.stop()
    },
    isHeard: false,
  },
  'all processes of npm start': { by: 'npm', end: (service) => service.stopGroup(), isHeard: true },
}

/** One service for all ways: it is started again with what the one before left. */
const served = await (async () => {
  const mail = await slowMail()
  const service = await newService({ ...idp.env, SONDE_SMTP_URL: mail.url, SONDE_LOG_LEVEL: 'info' })
  after(async () => {
    await service.end()
    await mail.close()
  })
  let people: ReturnType<typeof organisationOf> | undefined
  return { service, organisation: () => (people ??= organisationOf(service, idp, peopleCount)) }
})()

for (const [name, { by, end, isHeard }] of Object.entries(ways)) {
  test(`${name} ends in order in the middle of its work, and its database with it`, ownDatabase, async () => {
    const { service, organisation } = served
    await service.start(by)
    const { user, team } = await organisation()
    const said = service.said().length
    const letGo = await occupy(service, user, team)
    const ended = await end(service)
    letGo()
    assert.deepEqual(ended, { code: 0, signal: null }, service.said())
    if (isHeard) assert.match(service.said().slice(said), /"msg":"stopping"/)
    assert.ok(!service.databaseRuns(), 'the database is gone')
  })
}

for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  test(`a command that ${signal} interrupts leaves no database behind`, ownDatabase, async () => {
    const service = await newService({})
    try {
      const env = { PATH: process.env.PATH, SONDE_DATA_DIR: service.dataDir, SONDE_LOG_LEVEL: 'debug' }
      // It waits for a message on its standard input, forever.
      const child = spawn(process.execPath, [command, 'bounce'], { env, stdio: ['pipe', 'ignore', 'pipe'] })
      const gone = once(child, 'exit')
      await eventually(
        () => Promise.resolve(service.databaseRuns()),
        (runs) => runs,
        60_000,
      )
      child.kill(signal)
      assert.deepEqual(await gone, [exitCode, null])
      assert.ok(!service.databaseRuns(), 'the database is gone')
    } finally {
      await service.end()
    }
  })

test('a service that is stopped while it starts leaves no database behind', ownDatabase, async () => {
  const service = await newService({ SONDE_LOG_LEVEL: 'info' })
  try {
    const starting = service.start().catch(() => 'stopped before it served')
    await eventually(
      () => Promise.resolve(service.databaseRuns()),
      (runs) => runs,
      60_000,
    )
    await service.stop()
    await starting
    assert.match(service.said(), /"msg":"stopping"/)
    assert.ok(!service.databaseRuns(), 'the database is gone')
  } finally {
    await service.end()
  }
})

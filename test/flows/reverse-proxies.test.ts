/** The configurations of deploy/proxies, run by the proxies themselves in front of the service, as far as they are installed. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { atEndOf } from '../support/endings.ts'
import { freePort } from '../support/free-port.ts'
import { type Running, startApp } from '../support/start.ts'
import { eventually, links, newWorld, pulseDraft } from '../support/world.ts'

const guessesMax = 3
const folder = mkdtempSync(join(tmpdir(), 'sonde-proxies-'))
atEndOf('file', () => rmSync(folder, { recursive: true, force: true }))

type Proxy = {
  name: string
  program: string
  /** Whether it logs requests, as far as they may be. */
  logs: boolean
  /** Of callers, so that each proxy has its own. */
  addresses: [string, string]
  start(ports: { own: number; service: number }): string[]
  /** Its own check of the configuration that it was started with. */
  check(words: string[]): string[]
}

const configuration = (file: string): string =>
  readFileSync(new URL(`../../deploy/proxies/${file}`, import.meta.url), 'utf8')

/** Without TLS, which is not what is tried, and at ports that are free. */
const proxies: Proxy[] = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    logs: true,
    addresses: ['127.0.0.2', '127.0.0.3'],
    start: ({ own, service }) => {
      const server = configuration('nginx.conf')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${own};`)
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replace('127.0.0.1:4000', `127.0.0.1:${service}`)
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const whole = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx-errors;\nevents {}\nhttp { access_log ${folder}/nginx.log;\n${paths.join('\n')}\n${server}\n}\n`
      writeFileSync(join(folder, 'nginx.conf'), whole)
      return ['-c', join(folder, 'nginx.conf')]
    },
    check: (words) => ['-t', ...words],
  },
  {
    name: 'haproxy',
    program: '/usr/sbin/haproxy',
    logs: true,
    addresses: ['127.0.0.4', '127.0.0.5'],
    start: ({ own, service }) => {
      const whole = configuration('haproxy.cfg')
        .replace(/bind :443 .*$/m, `bind 127.0.0.1:${own}`)
        .replace('127.0.0.1:4000', `127.0.0.1:${service}`)
      writeFileSync(join(folder, 'haproxy.cfg'), whole)
      return ['-db', '-f', join(folder, 'haproxy.cfg')]
    },
    check: (words) => ['-c', ...words.slice(1)],
  },
  {
    name: 'caddy',
    program: '/usr/bin/caddy',
    logs: false,
    addresses: ['127.0.0.6', '127.0.0.7'],
    start: ({ own, service }) => {
      const site = configuration('Caddyfile')
        .replace(/^sonde\.example \{/m, `http://sonde.example:${own} {\n\tbind 127.0.0.1`)
        .replace('127.0.0.1:4000', `127.0.0.1:${service}`)
        .replace(/^\{$/m, '{\n\tadmin off')
      writeFileSync(join(folder, 'Caddyfile'), site)
      return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
    },
    check: (words) => ['validate', ...words.slice(1)],
  },
]

const env = {
  SONDE_TRUSTED_PROXIES: 'loopback',
  SONDE_RATE_LIMITS: `guesses=${guessesMax}`,
  SONDE_BASE_URL: 'http://sonde.example',
}
/** One for all proxies, once one of them is there. */
let service: Promise<Running> | undefined

for (const { name, program, logs, addresses, start, check } of proxies)
  suite(
    `behind ${name}`,
    { skip: !existsSync(program) && `NOT TESTED: deploy/proxies for ${name}, which is not installed` },
    () => {
      /** The proxy in front of a port, and what it has logged. */
      async function inFrontOf(port: number) {
        const own = await freePort()
        const child = spawn(program, start({ own, service: port }), {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { PATH: process.env.PATH, HOME: folder },
        })
        let said = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => void (said += piece))
        const closed = once(child, 'close')
        const stop = async (): Promise<void> => {
          child.kill('SIGTERM')
          await closed
        }
        atEndOf('file', stop)
        const log = (): string =>
          [`${name}.log`, `${name}-errors`]
            .map((file) => join(folder, file))
            .filter((file) => existsSync(file))
            .reduce((text, file) => text + readFileSync(file, 'utf8'), said)
        /** From an address of this machine, with headers as a caller may forge them. */
        const ask = (
          path: string,
          {
            headers = {},
            from = '127.0.0.1',
          }: { headers?: Record<string, string | string[]>; from?: string } = {},
        ) =>
          new Promise<{ status: number; headers: Record<string, unknown>; first: string }>(
            (resolve, reject) => {
              request(
                {
                  host: '127.0.0.1',
                  port: own,
                  localAddress: from,
                  path,
                  agent: false,
                  headers: { host: 'sonde.example', ...headers },
                },
                (reply) => {
                  reply.once('data', (piece) => {
                    resolve({ status: reply.statusCode ?? 0, headers: reply.headers, first: String(piece) })
                    reply.destroy()
                  })
                  reply.once('end', () =>
                    resolve({ status: reply.statusCode ?? 0, headers: reply.headers, first: '' }),
                  )
                  reply.on('error', () => {})
                },
              )
                .once('error', reject)
                .end()
            },
          )
        /** @returns the first status that is none of these; 0: nobody listens */
        const untilNot = (...early: number[]): Promise<number> =>
          eventually(
            () =>
              ask('/readyz').then(
                ({ status }) => status,
                () => 0,
              ),
            (status) => {
              assert.equal(child.exitCode, null, log())
              return !early.includes(status)
            },
          )
        return { ask, log, stop, untilNot }
      }

      /** The service behind the proxy. */
      async function behindIt() {
        const running = await (service ??= startApp({ env }))
        const { port } = running.app.server.server.address() as AddressInfo
        const front = await inFrontOf(port)
        assert.equal(await front.untilNot(0, 502, 503), 200)
        return { running: { ...running, url: `http://127.0.0.1:${port}` }, ...front }
      }

      test('callers are told apart by their address, whatever they write; streams come at once; nobody logs who answers', async () => {
        const { running, ask, log } = await behindIt()
        const guess = async (from: string, n: number): Promise<number> => {
          const forged = {
            'x-forwarded-for': [`198.51.100.${n}`, '10.0.0.1'],
            'x-forwarded-host': 'elsewhere.example',
            forwarded: `for=198.51.100.${n}`,
          }
          return (
            await ask('/api/teams', { from, headers: { authorization: 'Bearer sonde_at_wrong', ...forged } })
          ).status
        }
        for (const from of addresses) {
          const seen: number[] = []
          for (let n = 0; n <= guessesMax; n++) seen.push(await guess(from, n))
          assert.deepEqual(seen, [401, 401, 401, 429], from)
        }
        const page = await ask('/app/teams?x=1', { headers: { 'x-forwarded-host': 'elsewhere.example' } })
        assert.ok(!JSON.stringify(page.headers).includes('elsewhere'), JSON.stringify(page.headers))

        const world = await newWorld({ running })
        const author = await world.user()
        const team = await world.team('Everyone', 6, { email: false })
        const path = `/api/pulses/${(await author.post('/api/pulses', pulseDraft([team.id]))).body.id}`
        assert.equal((await author.post(`${path}/open`)).status, 200)
        const stream = await ask(`${path}/live`, { headers: { authorization: `Bearer ${author.token}` } })
        assert.deepEqual(
          [stream.status, stream.headers['content-type']],
          [200, 'text/event-stream; charset=utf-8'],
        )
        assert.match(stream.first, /^(event|id|data|retry):/m)

        const [{ url }] = await links(author, path)
        const link = new URL(url).pathname
        assert.equal((await ask(link)).status, 200)
        assert.equal((await ask('/docs?seen')).status, 200)
        if (logs)
          await eventually(
            async () => log(),
            (lines) => lines.includes('/docs?seen'),
          )
        assert.ok(!log().includes(link), 'a personal link in the log')
      })

      test('nobody logs who answers while the service is not there', async () => {
        const { ask, log, stop, untilNot } = await inFrontOf(await freePort())
        await untilNot(0)
        const paths = [
          '/r/secret',
          '/receipts/secret',
          '/privacy/secret',
          '/exports/secret',
          '/api/me/open-surveys/secret',
        ]
        const replies = await Promise.all([...paths, '/docs?gone'].map((path) => ask(path)))
        for (const { status } of replies) assert.ok([502, 503].includes(status), String(status))
        // It has written everything once it has ended.
        await stop()
        assert.equal(log().includes('/docs?gone'), logs, log())
        assert.ok(!log().includes('secret'), log())
      })

      test('its own check finds nothing wrong with the file', () => {
        const checked = spawnSync(program, check(start({ own: 1, service: 2 })), { encoding: 'utf8' })
        assert.equal(checked.status, 0, checked.stderr)
      })
    },
  )

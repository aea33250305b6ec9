/**
 * The conformance suite of the Model Context Protocol against this service: what each revision asks of a server of tools, and what the suite asks
 * of an authorization server. Its packages are not installed with ours (decision 54); `.ci/run` adds them for this file.
 *
 * Many checks call tools, prompts and resources of the suite's own, which we do not have. conformance-baseline.json lists each check that fails
 * for that reason; one that fails without being listed is a fault, and so is one that is listed and passes.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import baseline from './conformance-baseline.json' with { type: 'json' }
import { atEndOf } from '../support/endings.ts'
import { freePort } from '../support/free-port.ts'
import { client } from '../support/world.ts'
import { type Flow, newFlow } from '../support/oauth-flow.ts'

const program = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
const skip = existsSync(program)
  ? false
  : 'NOT TESTED: the conformance suite (npm install --no-save @modelcontextprotocol/conformance@0.2.0-alpha.12)'

/** @returns its address, by number: the suite sends other names on purpose */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEndOf('file', () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Passes requests on with a token, which the suite cannot send. A name that is not the proxy's own stays as it is. */
const withToken = (url: string, token: string): Promise<string> =>
  listening((incoming, outgoing) => {
    const own = `127.0.0.1:${incoming.socket.localPort}`
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    if (headers.host === own) headers.host = new URL(url).host
    if (headers.origin === `http://${own}`) headers.origin = url
    const passed = request(url + (incoming.url ?? ''), { method: incoming.method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })

async function suiteOf(
  words: readonly string[],
  heard: (text: string) => void = () => {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      heard(output)
    })
  const [code] = await once(child, 'close')
  return { code, output }
}

type Check = { id: string; status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO' }

/** What each scenario found. @returns by scenario: the checks that passed, and those that did not */
async function resultsIn(folder: string): Promise<Map<string, { passed: number; failed: string[] }>> {
  const scenarios = new Map<string, { passed: number; failed: string[] }>()
  for (const name of await readdir(folder)) {
    const checks: Check[] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
    scenarios.set(scenario, {
      passed: checks.filter(({ status }) => status === 'SUCCESS').length,
      failed: checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id),
    })
  }
  return scenarios
}

/** Extensions, which no revision requires and we do not offer. */
const isExtension = (scenario: string): boolean => /^(tasks|sep-2640)-/.test(scenario)

suite('the conformance suite', { skip }, () => {
  for (const [revision, { scenarios, passed, failing }] of Object.entries(baseline))
    test(`asks of a server what ${revision} requires`, async () => {
      const flow = await newFlow()
      const asked = { grant_type: 'client_credentials', ...flow.credentials }
      const url = await withToken(flow.url, (await flow.token(asked)).body.access_token)
      const folder = await mkdtemp(join(tmpdir(), 'sonde-conformance-'))
      atEndOf('file', () => rm(folder, { recursive: true, force: true }))
      const { output } = await suiteOf([
        'server',
        '--url',
        `${url}/mcp`,
        '--requirements',
        revision,
        '--output-dir',
        folder,
      ])
      const found = [...(await resultsIn(folder))].filter(([scenario]) => !isExtension(scenario))
      const failed = Object.fromEntries(
        found.filter(([, one]) => one.failed.length > 0).map(([scenario, one]) => [scenario, one.failed]),
      )
      assert.deepEqual(failed, failing, output)
      assert.equal(found.length, scenarios)
      assert.equal(
        found.reduce((sum, [, one]) => sum + one.passed, 0),
        passed,
      )
    })

  test('asks of an authorization server what it takes to let an agent in', async () => {
    const flow = await newFlow({ env: { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' } })
    await admitted(flow)
    let clientId = ''
    const origin = await listening((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          client_id: clientId,
          client_name: 'Suite',
          redirect_uris: ['http://127.0.0.1/callback'],
          token_endpoint_auth_method: 'none',
        }),
      )
    })
    clientId = `${origin}/client.json`
    let hasAllowed = false
    const { code, output } = await suiteOf(
      [
        'authorization',
        '--url',
        flow.url,
        '--client-id',
        clientId,
        '--port',
        String(await freePort()),
        '--resource',
        `${flow.url}/mcp`,
      ],
      (text) => {
        const [address] = /^http\S+\/authorize\?\S+$/m.exec(text) ?? []
        if (address === undefined || hasAllowed) return
        hasAllowed = true
        void allow(flow, new URL(address))
      },
    )
    assert.equal(code, 0, output)
    assert.match(output, /Total: 3 passed, 0 failed/)
  })
})

const admitted = async (flow: Flow): Promise<void> => {
  const reply = await (await flow.session()).patch('/api/organisation', { agents: 'any' })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

/** As the consent page does, and then its browser. */
async function allow(flow: Flow, address: URL): Promise<void> {
  const { response_type: _always, ...parameters } = Object.fromEntries(address.searchParams)
  const reply = await client(flow.url, await flow.sessionToken()).post('/api/oauth/code', parameters)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  await (await fetch(reply.body.redirect_to)).text()
}

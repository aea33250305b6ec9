/** A logged call, to be made again. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { sameCallExamples } from '../../web/applications/same-call.ts'
import { atEndOf } from '../support/endings.ts'

const logged = {
  operation: 'changeTeam',
  method: 'PATCH',
  path: '/api/teams/tem_1',
  query: {},
  request_bytes: 20,
}

test('a path with placeholders, a query and a body reach the service as they are in the example', async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen.push([method, url, headers.authorization, headers['content-type'], body].join(' '))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  atEndOf('file', () => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const run = async (one: typeof logged) => {
    const code = sameCallExamples(url, one, "It isn't kept")[0].code
    await promisify(execFile)('sh', ['-c', code], { env: { PATH: process.env.PATH, TOKEN: 'mine' } })
    return seen.pop()
  }
  assert.equal(await run(logged), 'PATCH /api/teams/tem_1 Bearer mine application/json {}')
  assert.equal(
    await run({ ...logged, path: '/api/teams/{id}', query: { q: "[redacted] o'clock" } }),
    'PATCH /api/teams/{id}?q=%5Bredacted%5D+o%27clock Bearer mine application/json {}',
  )
  assert.equal(
    await run({ ...logged, method: 'GET', path: '/api/teams/[redacted]', request_bytes: 0 }),
    'GET /api/teams/[redacted] Bearer mine  ',
  )
})

test('the call of the client names parameters, query and body', () => {
  const [, { code }] = sameCallExamples(
    'https://sonde.example',
    { ...logged, operation: 'getTeam', method: 'GET', query: { limit: '5' }, request_bytes: null },
    'Not kept',
  )
  assert.equal(code, `await sonde.call('getTeam', {\n  params: {"id":"tem_1"},\n  query: {"limit":"5"},\n})`)
  const [, list] = sameCallExamples(
    'https://sonde.example',
    { operation: 'listTeams', method: 'GET', path: '/api/teams', query: {}, request_bytes: null },
    '',
  )
  assert.equal(list.code, `await sonde.call('listTeams')`)
})

/**
 * server.json describes the tools to the MCP registry: its shape, and that it says what is true.
 * Source: modelcontextprotocol.io/registry, schema of 2025-12-11 and requirements of the registry.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

const read = async (file: string): Promise<any> =>
  JSON.parse(await readFile(new URL(`../${file}`, import.meta.url), 'utf8'))

test('server.json has the shape that the registry takes, the version of the package and the path of the tools', async () => {
  const server = await read('server.json')
  const { version } = await read('package.json')
  assert.match(
    server.$schema,
    /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/,
  )
  assert.match(server.name, /^[a-z0-9-]+(\.[a-z0-9-]+)+\/[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$/)
  assert.ok(server.name.length >= 3 && server.name.length <= 200)
  assert.ok(server.title.length >= 1 && server.title.length <= 100)
  assert.ok(server.description.length >= 1 && server.description.length <= 100)
  assert.equal(server.version, version)
  assert.equal(server.remotes.length, 1)
  const [{ type, url, variables }] = server.remotes
  assert.equal(type, 'streamable-http')
  assert.equal(new URL(url.replace('{host}', 'sonde.example')).pathname, '/mcp')
  assert.deepEqual(
    [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    Object.keys(variables),
  )
  for (const { description, isRequired } of Object.values<any>(variables))
    assert.ok(description && isRequired === true)
})

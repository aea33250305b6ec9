/** What we take of a document, at which addresses, and of whom. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { documentAddressFault } from './document-address.ts'
import { admits } from './document-clients.ts'
import { freshSeconds, readDocument } from './document.ts'

const address = 'https://claude.ai/oauth/mcp-oauth-client-metadata'

/** As programs publish them, shortened; and one that says more than it should. */
const documents = {
  hosted: {
    client_id: address,
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  installed: {
    client_id: address,
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
  },
  editor: {
    client_id: address,
    redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect', 'vscode://login'],
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  },
  /** What Cursor registers (erp-mafia/accounted #2225, September 2026); newer versions come back to localhost. */
  cursor: {
    client_id: address,
    redirect_uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  },
  chat: {
    client_id: address,
    redirect_uris: ['https://chatgpt.com/connector/oauth/callback'],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  },
}

suite('a document', () => {
  const read = (document: unknown) => readDocument(address, JSON.stringify(document))

  test('of a program that people use is taken, with the redirect URIs that we take', () => {
    assert.deepEqual(read(documents.hosted), { redirectUris: documents.hosted.redirect_uris })
    assert.deepEqual(read(documents.installed), { redirectUris: documents.installed.redirect_uris })
    assert.deepEqual(read(documents.editor), {
      redirectUris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
    })
    assert.deepEqual(read(documents.cursor), {
      redirectUris: ['https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
    })
    assert.deepEqual(read(documents.chat), { redirectUris: documents.chat.redirect_uris })
  })

  test('that is for another address, has a secret, no method or grant of ours, or leads nowhere safe, is refused', () => {
    const { hosted } = documents
    for (const faulty of [
      null,
      [],
      'text',
      { ...hosted, client_id: `${address}/` },
      { ...hosted, client_id: undefined },
      { ...hosted, client_secret: 'x' },
      { ...hosted, token_endpoint_auth_method: 'client_secret_basic' },
      { ...hosted, grant_types: ['client_credentials'] },
      { ...hosted, redirect_uris: undefined },
      { ...hosted, redirect_uris: ['http://evil.example/cb', 'javascript:alert(1)', 7] },
    ])
      assert.equal(typeof read(faulty), 'string', JSON.stringify(faulty))
    assert.equal(typeof readDocument(address, '{"client_id"'), 'string')
  })

  test('is kept as its server says, from five minutes to a day', () => {
    for (const [cacheControl, seconds] of [
      [undefined, 300],
      ['no-store', 300],
      ['public, max-age=3600', 3600],
      ['max-age=1', 300],
      ['max-age=99999999', 86_400],
      ['x-max-age=3600', 300],
    ] as const)
      assert.equal(freshSeconds(cacheControl), seconds, String(cacheControl))
  })

  test('has an address that every parser reads alike', () => {
    assert.equal(documentAddressFault(address, false), null)
    assert.equal(documentAddressFault('http://localhost:1/a.json', true), null)
    for (const faulty of [
      'http://localhost:1/a.json',
      'http://claude.ai/a.json',
      'https://claude.ai',
      'https://claude.ai/',
      'https://CLAUDE.ai/a',
      'https://claude.ai:443/a',
      'https://claude.ai/a/../b',
      'https://claude.ai/a?b',
      'https://claude.ai/a?',
      'https://claude.ai/a#b',
      'https://user@claude.ai/a',
      'https://claude.ai\\@evil.example/a',
      'https://0x7f.1/a',
      `https://claude.ai/${'a'.repeat(200)}`,
    ])
      assert.notEqual(documentAddressFault(faulty, false), null, faulty)
  })

  test('is admitted by its exact host', () => {
    const listed = { agents: 'listed', agent_hosts: ['agents.acme.example'] } as const
    for (const host of ['claude.ai', 'cursor.com', 'agents.acme.example'])
      assert.ok(admits(listed, host), host)
    for (const host of ['evil.claude.ai', 'claude.ai:8443', 'claude.ai.evil.example', 'acme.example'])
      assert.ok(!admits(listed, host), host)
    assert.ok(admits({ agents: 'any', agent_hosts: [] }, 'evil.example'))
    assert.ok(!admits({ agents: 'off', agent_hosts: ['claude.ai'] }, 'claude.ai'))
  })
})

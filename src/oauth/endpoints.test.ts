/** The endpoints under /oauth are what the OpenAPI document says: their replies, their refusals and the form of both. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { Ajv } from 'ajv'
import { type OAuthEndpoint, oauthEndpoints } from '../../contract/oauth-endpoints.ts'
import { oauthErrors } from '../../contract/oauth-errors.ts'
import { newWorld, type Reply, type World } from '../../test/support/world.ts'
import { unknownSecret } from '../../test/support/unknown-secrets.ts'

let world: World
let document: any

/** Whether a reply is one that the document has for its status. */
function isDescribed({ path }: OAuthEndpoint, { status, body, headers }: Reply): void {
  const described = document.paths[path].post.responses[status]
  assert.ok(described, `${path} ${status}`)
  const media = headers.get('content-type')!.split(';', 1)[0]
  const { schema } = described.content[media]
  const ajv = new Ajv({ strict: false })
  assert.ok(ajv.validate({ ...schema, components: document.components }, body), ajv.errorsText())
}

const form = async (path: string, body: Record<string, string>, headers = {}): Promise<Reply> =>
  world.anyone.post(path, new URLSearchParams(body).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })

suite('the endpoints under /oauth', () => {
  before(async () => {
    world = await newWorld()
    document = (await world.anyone.get('/openapi.json')).body
  })

  const bodies: Record<string, () => Promise<Record<string, string>>> = {
    requestToken: async () => ({ grant_type: 'client_credentials', scope: 'teams:read' }),
    revokeToken: async () => ({ token: await world.token({ scopes: ['teams:read'] }) }),
    introspectToken: async () => ({ token: await world.token({ scopes: ['teams:read'] }) }),
    reportLeak: async () => ({ token: await world.token({ scopes: ['teams:read'] }) }),
  }
  for (const endpoint of oauthEndpoints) {
    const { id, path, caller } = endpoint
    test(`${id}: JSON and a form get the reply of the document`, async () => {
      const { client_id, client_secret } = world.application
      const credentials: Record<string, string> = caller === 'client' ? { client_id, client_secret } : {}
      const json = await world.anyone.post(path, { ...(await bodies[id]()), ...credentials })
      const asForm = await form(path, { ...(await bodies[id]()), ...credentials })
      const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
      const byHeader = await form(path, await bodies[id](), { authorization: basic })
      for (const reply of [json, asForm, ...(caller === 'client' ? [byHeader] : [])]) {
        assert.equal(reply.status, 200, JSON.stringify(reply.body))
        isDescribed(endpoint, reply)
      }
    })

    test(`${id}: refusals have the shape of RFC 6749, with a status of the document`, async () => {
      const refused = [
        await world.anyone.post(path),
        await world.anyone.post(path, '{'),
        await form(path, { token: 'x'.repeat(20_000) }),
        ...(caller === 'client'
          ? [
              await form(path, {
                ...(await bodies[id]()),
                client_id: 'nobody',
                client_secret: unknownSecret('cs'),
              }),
            ]
          : []),
      ]
      for (const reply of refused) {
        assert.ok(reply.status >= 400 && reply.status < 500, String(reply.status))
        assert.ok(endpoint.errors.includes(reply.body.error), reply.body.error)
        isDescribed(endpoint, reply)
      }
      assert.deepEqual(document.components.schemas.OAuthError.properties.error.enum, Object.keys(oauthErrors))
    })
  }
})

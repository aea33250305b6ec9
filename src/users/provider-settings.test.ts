/** Settings of an organisation's identity provider that would admit strangers, or nobody, are refused, each at its own field. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type House, newHouse, refused, startService } from '../../test/support/sign-in-organisation.ts'

let it: House

const wrong: [string, object, string][] = [
  ['an issuer without TLS', { issuer: 'http://idp.example' }, '/issuer'],
  ['an issuer in our own network', { issuer: 'https://10.0.0.1' }, '/issuer'],
  [
    'an issuer that is the machine’s metadata service',
    { issuer: 'https://169.254.169.254/latest' },
    '/issuer',
  ],
  ['an issuer with a password', { issuer: 'https://a:b@idp.example' }, '/issuer'],
  ['an issuer with a query', { issuer: 'https://idp.example/?a=b' }, '/issuer'],
  ['an issuer written in another way', { issuer: 'HTTPS://IDP.example' }, '/issuer'],
  ['an issuer that is no URL', { issuer: 'idp' }, '/issuer'],
  ['no audience', { audiences: [] }, '/audiences'],
  ['Clerk without the origin of a page', { profile: 'clerk', audiences: [] }, '/authorized_parties'],
  [
    'an issuer of WorkOS that is everybody’s',
    { profile: 'workos', issuer: 'https://api.workos.com' },
    '/issuer',
  ],
  ['ID tokens for nobody in particular', { profile: 'okta', audiences: [] }, '/client_id'],
  ['ID tokens for somebody else as well', { profile: 'okta', client_id: 'abc' }, '/audiences'],
  [
    'Google without the secret of its client',
    { profile: 'google', audiences: [], client_id: 'abc', issuer: 'https://accounts.google.com' },
    '/client_secret',
  ],
  [
    'everybody with an account at Google',
    {
      profile: 'google',
      audiences: [],
      client_id: 'abc',
      client_secret: 'x',
      issuer: 'https://accounts.google.com',
    },
    '/organisation/claim',
  ],
  ['a secret without its client', { client_secret: 'x' }, '/client_id'],
  [
    'all tenants of Entra',
    {
      profile: 'entra',
      audiences: [],
      client_id: 'abc',
      issuer: 'https://login.microsoftonline.com/common/v2.0',
    },
    '/issuer',
  ],
  ['a claim without values', { organisation: { claim: 'o.id', values: [] } }, '/organisation/values'],
  ['values without a claim', { organisation: { claim: null, values: ['x'] } }, '/organisation/claim'],
  ['roles without a claim', { roles: { claim: null, values: { a: 'analyst' } } }, '/roles/claim'],
]

suite('settings of an identity provider', () => {
  before(async () => {
    it = await newHouse(await startService())
  })

  for (const [what, more, pointer] of wrong) {
    test(`${what} is refused`, async () => {
      const reply = await it.admin.post('/api/identity-providers', {
        name: 'Ours',
        issuer: 'https://idp.example',
        audiences: ['https://api.example'],
        ...more,
      })
      refused(reply, 422, 'unprocessable')
      assert.equal(reply.body.errors[0].pointer, pointer)
    })
  }
})

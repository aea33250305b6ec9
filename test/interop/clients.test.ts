/**
 * Client libraries as people install them get tokens in both flows and use them, with no option but that loopback is plain http.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAuth2Client } from '@badgateway/oauth2-client'
import {
  auth,
  ClientCredentialsProvider,
  type OAuthClientProvider,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import OAuth2Strategy from 'passport-oauth2'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { agentOf } from '../support/agent.ts'
import { interop, required } from './consent.ts'

const { url, clientId, clientSecret, redirectUri, allow, worksFor } = await interop()
const scope = 'pulses:read pulses:write'
const withRefresh = `${scope} offline_access`

test('oauth4webapi', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(url)
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  )
  const me = { client_id: clientId }
  const by = oauth.ClientSecretBasic(clientSecret)
  const itself = await oauth.processClientCredentialsResponse(
    as,
    me,
    await oauth.clientCredentialsGrantRequest(as, me, by, {}, insecure),
  )
  await worksFor('organisation', itself.access_token)

  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(required(as.authorization_endpoint))
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: withRefresh,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const back = oauth.validateAuthResponse(as, me, await allow(address), state)
  const person = await oauth.processAuthorizationCodeResponse(
    as,
    me,
    await oauth.authorizationCodeGrantRequest(as, me, by, back, redirectUri, verifier, insecure),
  )
  await worksFor('person', person.access_token)
  const renewed = await oauth.processRefreshTokenResponse(
    as,
    me,
    await oauth.refreshTokenGrantRequest(as, me, by, required(person.refresh_token), insecure),
  )
  await worksFor('person', renewed.access_token)
  const known = await oauth.processIntrospectionResponse(
    as,
    me,
    await oauth.introspectionRequest(as, me, by, renewed.access_token, insecure),
  )
  assert.equal(known.active, true)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(as, me, by, required(renewed.refresh_token), insecure),
  )
  const gone = await oauth.processIntrospectionResponse(
    as,
    me,
    await oauth.introspectionRequest(as, me, by, renewed.access_token, insecure),
  )
  assert.deepEqual(gone, { active: false })
})

test('oauth4webapi reads the reason of a refusal from the challenge', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(url)
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  )
  const me = { client_id: clientId }
  const reply = await oauth.clientCredentialsGrantRequest(
    as,
    me,
    oauth.ClientSecretPost(`${clientSecret}x`),
    {},
    insecure,
  )
  await assert.rejects(oauth.processClientCredentialsResponse(as, me, reply), (error: any) => {
    assert.equal(error.cause[0].parameters.error, 'invalid_client')
    return true
  })
})

test('openid-client', async () => {
  const config = await openid.discovery(new URL(url), clientId, clientSecret, undefined, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const itself = await openid.clientCredentialsGrant(config)
  await worksFor('organisation', itself.access_token)

  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: withRefresh,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const person = await openid.authorizationCodeGrant(config, await allow(address), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  await worksFor('person', person.access_token)
  const renewed = await openid.refreshTokenGrant(config, required(person.refresh_token))
  await worksFor('person', renewed.access_token)
  assert.equal((await openid.tokenIntrospection(config, renewed.access_token)).active, true)
  await openid.tokenRevocation(config, renewed.access_token)
  assert.equal((await openid.tokenIntrospection(config, renewed.access_token)).active, false)
})

test('simple-oauth2', async () => {
  const config = {
    client: { id: clientId, secret: clientSecret },
    auth: { tokenHost: url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
  }
  const itself = await new ClientCredentials(config).getToken({ scope: 'pulses:read' })
  await worksFor('organisation', itself.token.access_token)

  const flow = new AuthorizationCode(config)
  const address = flow.authorizeURL({ redirect_uri: redirectUri, scope: withRefresh, state: 'a b' })
  const back = await allow(address)
  assert.equal(back.searchParams.get('state'), 'a b')
  const person = await flow.getToken({ code: back.searchParams.get('code'), redirect_uri: redirectUri })
  await worksFor('person', person.token.access_token)
  const renewed = await person.refresh()
  await worksFor('person', renewed.token.access_token)
  await renewed.revokeAll()
})

test('@badgateway/oauth2-client', async () => {
  const client = new OAuth2Client({ server: url, clientId, clientSecret })
  const itself = await client.clientCredentials()
  await worksFor('organisation', itself.accessToken)

  const codeVerifier = 'v'.repeat(43)
  const address = await client.authorizationCode.getAuthorizeUri({
    redirectUri,
    state: 'state',
    codeVerifier,
    scope: withRefresh.split(' '),
  })
  const back = await allow(address)
  const person = await client.authorizationCode.getTokenFromCodeRedirect(back.href, {
    redirectUri,
    state: 'state',
    codeVerifier,
  })
  await worksFor('person', person.accessToken)
  const renewed = await client.refreshToken(person)
  await worksFor('person', renewed.accessToken)
  assert.equal((await client.introspect(renewed)).active, true)
  await client.revoke(renewed)
  assert.equal((await client.introspect(renewed)).active, false)
})

test('passport-oauth2 signs a person in', async () => {
  const options = {
    authorizationURL: `${url}/oauth/authorize`,
    tokenURL: `${url}/oauth/token`,
    clientID: clientId,
    clientSecret,
    callbackURL: redirectUri,
    scope: withRefresh.split(' '),
    scopeSeparator: ' ',
    state: true,
    pkce: true,
  }
  const session = {}
  const run = (request: object): Promise<{ redirected?: string; user?: any }> =>
    new Promise((resolve, reject) => {
      const strategy = new OAuth2Strategy(
        options,
        (accessToken: string, refreshToken: string, _profile: unknown, done: Function) =>
          done(null, { accessToken, refreshToken }),
      )
      strategy.redirect = (redirected: string) => resolve({ redirected })
      strategy.success = (user: unknown) => resolve({ user })
      strategy.fail = (reason: unknown) => reject(new Error(JSON.stringify(reason)))
      strategy.error = reject
      strategy.authenticate({ session, query: {}, body: {}, headers: {}, ...request }, {})
    })
  const { redirected } = await run({})
  const back = await allow(required(redirected))
  const { user } = await run({ query: Object.fromEntries(back.searchParams) })
  await worksFor('person', user.accessToken)
  assert.match(user.refreshToken, /^sonde_rt_/)
})

/** What an MCP client stores between its steps. */
function mcpProvider(): OAuthClientProvider & { address?: URL } {
  let verifier = ''
  let tokens: OAuthTokens | undefined
  return {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Agent', redirect_uris: [redirectUri] },
    clientInformation: () => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
    }),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization(address: URL) {
      this.address = address
    },
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
  }
}

/** The token is for the tools, and for nothing else. */
async function worksWithTools(token: string): Promise<void> {
  const agent = await agentOf(url, token)
  assert.ok((await agent.call('find_collections')).collections)
  await agent.close()
  const { status } = await fetch(`${url}/api/pulses`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(status, 401)
}

test('the client of the Model Context Protocol, by itself', async () => {
  const provider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: url })
  assert.equal(await auth(provider, { serverUrl: `${url}/mcp` }), 'AUTHORIZED')
  await worksWithTools(required(provider.tokens()).access_token)
})

test('the client of the Model Context Protocol, for a person, guided by our challenge alone', async () => {
  const provider = mcpProvider()
  const refused = await fetch(`${url}/mcp`, { method: 'POST' })
  const challenge = required(refused.headers.get('www-authenticate'))
  const [, resource] = required(/resource_metadata="([^"]+)"/.exec(challenge))
  const options = { serverUrl: `${url}/mcp`, resourceMetadataUrl: new URL(resource), scope: withRefresh }
  assert.equal(await auth(provider, options), 'REDIRECT')
  const back = (await allow(required(provider.address))).searchParams
  const authorizationCode = required(back.get('code'))
  const done = await auth(provider, { ...options, authorizationCode, iss: required(back.get('iss')) })
  assert.equal(done, 'AUTHORIZED')
  const first = required(await provider.tokens())
  await worksWithTools(first.access_token)
  assert.equal(await auth(provider, options), 'AUTHORIZED', 'refreshed without asking')
  const second = required(await provider.tokens())
  assert.notEqual(second.access_token, first.access_token)
  await worksWithTools(second.access_token)
})

test('the client of the Model Context Protocol finds its way by the path of the resource alone', async () => {
  const provider = mcpProvider()
  assert.equal(await auth(provider, { serverUrl: `${url}/mcp` }), 'REDIRECT')
  assert.equal(required(provider.address).searchParams.get('scope'), 'pulses:read teams:read')
  const back = (await allow(required(provider.address))).searchParams
  await auth(provider, {
    serverUrl: `${url}/mcp`,
    authorizationCode: required(back.get('code')),
    iss: required(back.get('iss')),
  })
  await worksWithTools(required(await provider.tokens()).access_token)
})

/** Signing in at the embedded provider without a screen: a browser that keeps cookies, codes of an app, and a passkey in software. */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { decodeJwt } from 'jose'
import * as oidc from 'oauth4webapi'
import { Secret, TOTP } from 'otpauth'
import { formOf } from './browse.ts'
import { client, type Client } from './world.ts'

const insecure = { [oidc.allowInsecureRequests]: true }
const site = { client_id: 'developer-site' }

/** Keeps cookies, follows one redirect at a time. */
export function visitor(url: string) {
  const cookies = new Map<string, string>()
  return async (address: string, form?: Record<string, string>) => {
    const reply = await fetch(new URL(address, url), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const set of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() }
  }
}

type Step = Awaited<ReturnType<ReturnType<typeof visitor>>>

/** @param go  a browser that may have signed in before */
export async function beginSignIn(url: string, go = visitor(url), more: Record<string, string> = {}) {
  const redirectUri = `${url}/sign-in/callback`
  const issuer = new URL(`${url}/idp`)
  const as = await oidc.processDiscoveryResponse(issuer, await oidc.discoveryRequest(issuer, insecure))
  const verifier = oidc.generateRandomCodeVerifier()
  const query = new URLSearchParams({
    ...site,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 'state',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: url,
    ...more,
  })
  const first = await go(`${as.authorization_endpoint}?${query}`)
  return {
    go,
    first,
    page: first.location!,
    send: (form: Record<string, string>): Promise<Step> => go(first.location!, form),
    /** Follows the redirects after the last step. @returns the session token */
    finish: async (last: Step): Promise<string> => {
      let step = last
      while (step.location && !step.location.startsWith(redirectUri)) step = await go(step.location)
      assert.ok(step.location, `the sign-in has not ended: ${step.status} ${step.text.slice(0, 2000)}`)
      const callback = oidc.validateAuthResponse(as, site, new URL(step.location), 'state')
      const reply = await oidc.authorizationCodeGrantRequest(
        as,
        site,
        oidc.None(),
        callback,
        redirectUri,
        verifier,
        insecure,
      )
      return (await oidc.processAuthorizationCodeResponse(as, site, reply)).access_token
    },
  }
}

export type Person = { email: string; password: string }

/** With the password, and what is asked then. @returns the session token */
export async function signInWith(
  url: string,
  { email, password }: Person,
  then: Record<string, string>[] = [],
): Promise<string> {
  const signIn = await beginSignIn(url)
  let step = await signIn.send({ email, password })
  for (const form of then) step = await signIn.send(form)
  return signIn.finish(step)
}

export const inSession = (url: string, token: string): Client => client(url, token)
export const amrOf = (token: string): unknown => decodeJwt(token).amr

/** The code of an app at a time. */
export const codeAt = (secret: string, at: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')), timestamp: at.getTime() })

/** The secret on the page on which an app is set up. */
export const secretOn = (html: string): string =>
  /<code class="key">([^<]+)</.exec(html)![1].replaceAll(/\s/g, '')
export const codesOn = (html: string): string[] =>
  [...html.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code]) => code)
export const actionOn = (html: string): string => formOf(html).action

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** An authenticator: one key, which verifies its person always. */
export function softwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, challenge: string, at = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number, count: number): Buffer => {
    const head = Buffer.alloc(37)
    sha256(rpId).copy(head)
    head[32] = flags
    head.writeUInt32BE(count, 33)
    return head
  }
  return {
    id: id.toString('base64url'),
    /** The body of addPasskey. */
    create: ({ challenge, rp }: any, name = 'Key', at?: string) => {
      const point = (text: string) =>
        Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')])
      const cose = Buffer.concat([
        Buffer.from('a5010203262001', 'hex'),
        Buffer.from([0x21]),
        point(x),
        Buffer.from([0x22]),
        point(y),
      ])
      const data = Buffer.concat([
        authenticatorData(rp.id, 0x45, counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        name,
        credential: {
          id: id.toString('base64url'),
          client_data: clientData('webauthn.create', challenge, at).toString('base64url'),
          attestation: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What the form of the sign-in page sends. */
    get: ({ challenge, rpId }: any, { count = ++counter, at = origin, flags = 0x05 } = {}): string => {
      const data = authenticatorData(rpId, flags, count)
      const json = clientData('webauthn.get', challenge, at)
      const signature = sign('sha256', Buffer.concat([data, sha256(json)]), privateKey)
      return JSON.stringify({
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      })
    },
  }
}

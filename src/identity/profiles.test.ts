/** Tokens as the makers write them: which are accepted, and what their traps are. Pure. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ProfileName } from '../../contract/identity-providers.ts'
import {
  type Claims,
  claimValues,
  faultOf,
  mappedBy,
  profiles,
  type Trust,
  verifiesAddress,
} from './profiles.ts'

const api = 'https://api.sonde.example'
const site = 'https://site.example'

/** A token of each maker that must be accepted, after their references. */
const right: Record<ProfileName, { claims: Claims; typ: string | undefined; trust?: Partial<Trust> }> = {
  oidc: { claims: { aud: api, client_id: 'site' }, typ: 'at+jwt' },
  entra: {
    claims: { aud: 'abc', ver: '2.0', tid: '5f0c', oid: '81a0', roles: ['Analysts'], uti: 'x' },
    typ: 'JWT',
    trust: { audiences: ['abc'], parties: ['abc'], client: 'abc' },
  },
  okta: {
    claims: { aud: 'abc', ver: 1, amr: ['pwd'], idp: '00o1', at_hash: 'x', auth_time: 1 },
    typ: undefined,
    trust: { audiences: ['abc'], parties: ['abc'], client: 'abc' },
  },
  google: {
    claims: { aud: 'abc', azp: 'abc', hd: 'acme.example', at_hash: 'x', email_verified: true },
    typ: 'JWT',
    trust: { audiences: ['abc'], parties: ['abc'], client: 'abc' },
  },
  auth0: {
    claims: {
      aud: [api, 'https://acme.eu.auth0.com/userinfo'],
      azp: 'abc',
      org_id: 'org_1',
      scope: 'openid',
    },
    typ: 'JWT',
    trust: { client: 'abc' },
  },
  clerk: {
    claims: { azp: site, sid: 'sess_1', o: { id: 'org_1', rol: 'admin', slg: 'acme' }, v: 2 },
    typ: 'JWT',
    trust: { audiences: [], parties: [site] },
  },
  keycloak: {
    claims: { aud: [api, 'account'], azp: 'site', typ: 'Bearer', realm_access: { roles: ['lead'] } },
    typ: 'JWT',
    trust: { client: 'site' },
  },
  workos: { claims: { sid: 'session_1', org_id: 'org_1', role: 'member' }, typ: undefined },
  supabase: {
    claims: {
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
      session_id: 'x',
      user_metadata: { email_verified: true },
    },
    typ: 'JWT',
    trust: { audiences: ['authenticated'] },
  },
}

const trustOf = (profile: ProfileName): Trust => ({
  profile,
  audiences: [api],
  parties: [],
  client: null,
  ...right[profile].trust,
})
const fault = (profile: ProfileName, change: Record<string, unknown> = {}, typ = right[profile].typ) =>
  faultOf({ ...right[profile].claims, ...change }, typ, trustOf(profile))?.detail ?? null

suite('profiles', () => {
  for (const profile of Object.keys(profiles) as ProfileName[]) {
    const { type } = profiles[profile]
    test(`${profile}: its ${type} is accepted, and nothing else that it signs`, () => {
      assert.equal(fault(profile), null)
      if (type === 'ID token') {
        for (const claim of ['scp', 'cid', 'azpacr', 'appid', 'client_id', 'scope'])
          assert.equal(fault(profile, { [claim]: 'x' }), 'not an ID token')
        for (const typ of ['at+jwt', 'application/at+jwt'])
          assert.match(fault(profile, {}, typ)!, /token of type/)
      } else {
        for (const claim of ['nonce', 'at_hash', 'c_hash', 's_hash'])
          assert.equal(fault(profile, { [claim]: 'x' }), 'an ID token')
      }
      for (const typ of ['ID', 'Refresh', 'Offline', 'Logout', '', null, 1])
        assert.ok(fault(profile, { typ }), `typ ${typ}`)
      for (const typ of ['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'id+jwt'])
        assert.match(fault(profile, {}, typ)!, /token of type/)
    })
  }

  const wrong: [string, ProfileName, Record<string, unknown>][] = [
    ['another audience', 'oidc', { aud: 'https://other.example' }],
    ['an audience that begins like ours', 'oidc', { aud: `${api}/` }],
    ['no audience', 'oidc', { aud: undefined }],
    ['an audience that is not a text', 'oidc', { aud: { [api]: true } }],
    ['an ID token for another client of the tenant', 'entra', { aud: 'def' }],
    ['one for ours and another', 'entra', { aud: ['abc', 'def'] }],
    ['one for nobody', 'entra', { aud: undefined }],
    ['the first version, whose issuer is another', 'entra', { ver: '1.0' }],
    ['a token that an application of the tenant got for itself', 'entra', { azp: 'abc' }],
    ['an ID token for another client', 'okta', { aud: 'def' }],
    ['an account of nobody’s Workspace', 'google', { hd: undefined }],
    ['an ID token that another client asked for', 'google', { azp: 'def' }],
    ['another client of the same tenant', 'auth0', { azp: 'other' }],
    ['several audiences and no party', 'auth0', { azp: undefined }],
    ['a page of somebody else', 'clerk', { azp: 'https://evil.example' }],
    ['our page with a slash', 'clerk', { azp: `${site}/` }],
    ['no page at all', 'clerk', { azp: undefined }],
    ['a token that does not say what it is', 'keycloak', { typ: undefined }],
    ['another client of the realm', 'keycloak', { azp: 'other' }],
    ['somebody who is nobody', 'supabase', { is_anonymous: true }],
    ['the service itself', 'supabase', { role: 'service_role' }],
    ['the public key of the project', 'supabase', { role: 'anon' }],
    ['an audience that is not ours', 'workos', { aud: 'https://other.example' }],
  ]
  for (const [what, profile, change] of wrong) {
    test(`${profile} refuses ${what}`, () => assert.notEqual(fault(profile, change), null))
  }

  test('where access tokens are marked, nothing without the mark is accepted', () => {
    for (const typ of ['JWT', 'jwt', undefined])
      assert.match(faultOf(right.oidc.claims, typ, trustOf('oidc'))!.detail, /token of type/)
    for (const typ of ['at+jwt', 'AT+JWT', 'application/at+jwt']) assert.equal(fault('oidc', {}, typ), null)
  })

  test('a fault names the setting to look at, and what the token holds', () => {
    const faults: [ProfileName, Record<string, unknown>, string, string][] = [
      ['oidc', { aud: ['x', 'y'] }, 'another_audience', 'aud: x, y'],
      ['oidc', { aud: undefined }, 'another_audience', 'aud: none'],
      ['keycloak', { typ: 'Refresh' }, 'another_kind', 'not a bearer token'],
      ['keycloak', { azp: 'other' }, 'another_party', 'azp: other'],
      ['supabase', { role: 'anon' }, 'another_claim', 'role: "anon"'],
      ['supabase', { role: undefined }, 'another_claim', 'role: none'],
      ['entra', { aud: 'def' }, 'another_client', 'aud: def'],
      ['okta', { scp: ['openid'] }, 'another_kind', 'not an ID token'],
    ]
    for (const [profile, change, code, detail] of faults) {
      const claims = { ...right[profile].claims, ...change }
      const trust = { ...trustOf(profile), ...(profile === 'keycloak' && { parties: ['site'] }) }
      assert.deepEqual(faultOf(claims, right[profile].typ, trust), { code, detail })
    }
  })

  test('Clerk without a configured page accepts nothing', () => {
    const trust = { ...trustOf('clerk'), parties: [] }
    assert.match(faultOf(right.clerk.claims, 'JWT', trust)!.detail, /configured/)
  })

  test('without a client of ours no ID token is for us', () => {
    for (const profile of ['entra', 'okta', 'google'] as const)
      assert.equal(
        faultOf(right[profile].claims, 'JWT', { ...trustOf(profile), client: null })?.code,
        'another_client',
      )
  })

  test('an address counts as verified only where its maker says so, in its own words', () => {
    const verified = (profile: ProfileName, claims: Claims) => verifiesAddress(claims, profile)
    assert.deepEqual(
      [true, 'true', 1, '1', false, 'false', 0, '0', null, undefined, ''].map((xms_edov) =>
        verified('entra', { xms_edov }),
      ),
      [true, true, true, true, false, false, false, false, false, false, false],
    )
    assert.equal(verified('entra', { email_verified: true }), false, 'a claim that Entra does not write')
    for (const profile of ['oidc', 'okta', 'auth0'] as const) {
      assert.equal(verified(profile, { email_verified: true }), true)
      for (const email_verified of ['true', 1, undefined])
        assert.equal(verified(profile, { email_verified }), false)
      assert.equal(verified(profile, { xms_edov: true }), false)
    }
  })

  test('an issuer of Entra is one tenant, by its ID', () => {
    const { issuer } = profiles.entra
    const tenant = '8c6a4d5e-0a3f-4b5e-9d2c-1f2e3d4c5b6a'
    for (const well of [
      `https://login.microsoftonline.com/${tenant}/v2.0`,
      `https://login.microsoftonline.us/${tenant}/v2.0`,
    ])
      assert.match(well, issuer!)
    for (const ill of [
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/organizations/v2.0',
      'https://login.microsoftonline.com/acme.onmicrosoft.com/v2.0',
      `https://login.microsoftonline.com/${tenant}/v2.0/`,
      `https://login.microsoftonline.com/${tenant}`,
      `https://sts.windows.net/${tenant}/`,
      `https://login.microsoftonline.com.evil.example/${tenant}/v2.0`,
    ])
      assert.doesNotMatch(ill, issuer!)
  })

  test('an issuer of WorkOS must be made for one client', () => {
    const { issuer } = profiles.workos
    for (const well of ['https://api.workos.com/user_management/client_01H', 'https://auth.acme.example'])
      assert.match(well, issuer!)
    for (const ill of [
      'https://api.workos.com',
      'https://api.workos.com/',
      'https://api.workos.com/user_management',
    ])
      assert.doesNotMatch(ill, issuer!)
  })
})

suite('claims of organisation and role', () => {
  const cases: [string, Claims, string, string[]][] = [
    ['a plain name', { org_id: 'a' }, 'org_id', ['a']],
    ['a name with dots', { 'https://acme.example/org': 'a' }, 'https://acme.example/org', ['a']],
    ['a path', { o: { id: 'a' } }, 'o.id', ['a']],
    ['a list', { groups: ['a', 1, 'b', null] }, 'groups', ['a', 'b']],
    ['an object by name', { organization: { acme: { id: 'x' } } }, 'organization', ['acme']],
    ['nothing', {}, 'o.id', []],
    ['a text where a path goes on', { o: 'id' }, 'o.id', []],
    ['what every object has', {}, 'constructor.name', []],
    ['what every object inherits', { o: {} }, 'o.toString', []],
    ['a number', { org_id: 7 }, 'org_id', []],
    ['null', { o: null }, 'o.id', []],
  ]
  for (const [what, claims, name, values] of cases) {
    test(what, () => assert.deepEqual(claimValues(claims, name), values))
  }

  const mapping = {
    organisationClaim: 'org',
    organisationValues: ['ours'],
    roleClaim: 'roles',
    roleValues: { lead: 'analyst', all: 'member' } as const,
  }
  test('a person belongs by a listed value, byte for byte', () => {
    const belongs = (org: unknown) => mappedBy(mapping, { org }).belongs
    for (const org of ['ours', ['theirs', 'ours']]) assert.equal(belongs(org), true)
    for (const org of ['Ours', 'ours ', '', null, ['our', 's'], undefined, true])
      assert.equal(belongs(org), false)
    assert.equal(mappedBy({ ...mapping, organisationClaim: null }, {}).belongs, true)
  })
  test('of several roles the highest listed one counts; without one the person is a member', () => {
    const role = (roles: unknown) => mappedBy(mapping, { org: 'ours', roles }).role
    assert.deepEqual(
      [role(['all', 'lead']), role('lead'), role('all'), role('admin'), role(undefined), role(['toString'])],
      ['analyst', 'analyst', 'member', 'member', 'member', 'member'],
    )
    assert.equal(mappedBy({ ...mapping, roleClaim: null }, { roles: 'lead' }).role, null)
  })
})

/**
 * An admin's browser that was left open, or an admin's token from this morning: anyone who finds it does nothing that lasts. Neither by the
 * operation itself, nor by a new application whose tokens never grow old, nor by many small steps.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { decodeJwt } from 'jose'
import { type Flow, newFlow } from '../support/oauth-flow.ts'
import { needsRecentSignIn } from '../support/replies.ts'
import { type House, newHouse, ok, startService } from '../support/sign-in-organisation.ts'
import { client, type Client } from '../support/world.ts'

const twoHoursMs = 7_200_000
const unknown = '01h455vb4pex5vsknk084sn02q'

suite('an application', () => {
  let flow: Flow
  let stale: Client
  let fresh: Client

  before(async () => {
    flow = await newFlow()
    const claims = decodeJwt(await flow.sessionToken())
    const since = async (at: number) =>
      client(flow.url, await flow.idp.token({ ...claims, auth_time: Math.floor(at / 1000) }))
    stale = await since(Date.now() - twoHoursMs)
    fresh = await since(Date.now())
  })

  test('is not made by an old sign-in, whatever it may do, and is after signing in', async () => {
    for (const scopes of [['directory:admin', 'teams:write'], ['pulses:read']]) {
      const draft = { name: 'Back door', scopes }
      needsRecentSignIn(await stale.post('/api/applications', draft))
      assert.equal((await fresh.post('/api/applications', draft)).status, 201)
    }
  })

  test('gets no new secret by an old sign-in', async () => {
    const path = `/api/applications/${(await flow.register()).id}/rotate-secret`
    needsRecentSignIn(await stale.post(path))
    assert.equal((await fresh.post(path)).status, 200)
  })

  test('gets no scope, redirect URI, kind, team or weaker PKCE by an old sign-in, but a name', async () => {
    const app = await flow.register({ scopes: ['pulses:read'], require_pkce: true })
    const path = `/api/applications/${app.id}`
    for (const patch of [
      { scopes: ['pulses:read', 'teams:write'] },
      { redirect_uris: ['https://thief.example/callback'] },
      { kind: 'public' },
      { results_team_ids: [] },
      { require_pkce: false },
    ]) {
      needsRecentSignIn(await stale.patch(path, { name: 'Renamed', ...patch }))
      assert.equal((await fresh.get(path)).body.version, app.version, JSON.stringify(patch))
    }
    const same = { name: 'Renamed', scopes: ['pulses:read'], redirect_uris: app.redirect_uris }
    assert.equal((await stale.patch(path, same)).status, 200)
    assert.equal((await fresh.patch(path, { scopes: ['pulses:read', 'teams:write'] })).status, 200)
  })
})

suite('an organisation', () => {
  let it: House
  let stale: Client
  let fresh: Client

  before(async () => {
    it = await newHouse(await startService())
    fresh = it.admin
    const signedInAt = Math.floor((it.running.clock!.now().getTime() - twoHoursMs) / 1000)
    stale = await it.person({ ...it.adminClaims, auth_time: signedInAt })
  })

  test('keeps its answers, messages, events and log as long as before', async () => {
    const { retention } = ok(await fresh.get('/api/organisation'))
    for (const [name, days] of Object.entries<number>(retention)) {
      const fewer = { retention: { [name]: days - 1 } }
      needsRecentSignIn(await stale.patch('/api/organisation', fewer))
      ok(await fresh.patch('/api/organisation', fewer))
    }
    const { retention: shortened } = ok(await fresh.get('/api/organisation'))
    for (const [name, days] of Object.entries<number>(retention)) assert.equal(shortened[name], days - 1)
    ok(await stale.patch('/api/organisation', { retention: { audit_days: retention.audit_days } }))
  })

  test('keeps its admins: an old sign-in neither demotes nor disables one', async () => {
    const other = await it.user({ role: 'admin' })
    const path = `/api/people/${other.userId}`
    for (const patch of [{ role: 'member' }, { state: 'disabled' }, { role: 'analyst', state: 'disabled' }])
      needsRecentSignIn(await stale.patch(path, patch))
    assert.equal((await fresh.get('/api/people?role=admin')).body.people.length, 2)
    ok(await fresh.patch(path, { role: 'member' }))
  })

  test('keeps its people: those whom an old sign-in disables count with those whom it deactivates', async () => {
    const { members } = await it.team('Platform', 6)
    const users = await Promise.all(Array.from({ length: 8 }, () => it.user({ role: 'member' })))
    const disable = (by: Client, at: number) =>
      by.patch(`/api/people/${users[at].userId}`, { state: 'disabled' })
    for (let at = 0; at < 5; at++) ok(await disable(stale, at))
    // The same person, through an application.
    const signedInAt = new Date(it.running.clock!.now().getTime() - twoHoursMs)
    const token = await it.user({ id: it.adminId, signedInAt })
    for (const id of members.slice(0, 5)) ok(await token.delete(`/api/members/${id}`))
    needsRecentSignIn(await disable(stale, 5))
    needsRecentSignIn(await token.delete(`/api/members/${members[5]}`))
    // Letting somebody in again, and another role, take nobody out.
    ok(await stale.patch(`/api/people/${users[0].userId}`, { state: 'active' }))
    ok(await stale.patch(`/api/people/${users[6].userId}`, { role: 'analyst' }))
    needsRecentSignIn(await disable(stale, 7))
    ok(await disable(fresh, 7))
  })

  test('keeps its teams: an old token empties none of more than ten, whole or one by one', async () => {
    const signedInAt = new Date(it.running.clock!.now().getTime() - twoHoursMs)
    const old = await it.user({ id: it.adminId, signedInAt })
    const recent = await it.user({ id: it.adminId })
    const { id, members } = await it.team('Assembly', 12)
    const set = (by: Client, ids: string[]) =>
      by.put(`/api/teams/${id}/members`, { members: ids.map((member_id) => ({ member_id })) })
    needsRecentSignIn(await set(old, []))
    needsRecentSignIn(await set(old, members.slice(11)))
    needsRecentSignIn(await old.delete(`/api/teams/${id}`))
    needsRecentSignIn(await old.patch(`/api/teams/${id}`, { status: 'archived' }))
    for (const member of members.slice(0, 10)) ok(await old.delete(`/api/teams/${id}/members/${member}`))
    needsRecentSignIn(await old.delete(`/api/teams/${id}/members/${members[10]}`))
    needsRecentSignIn(await set(old, members.slice(11)))
    assert.equal((await recent.get(`/api/teams/${id}`)).body.member_count, 2)
    ok(await recent.delete(`/api/teams/${id}`))
    // A program moves people as the directory says.
    const program = await it.organisation()
    const large = await it.team('Works', 12)
    ok(await program.put(`/api/teams/${large.id}/members`, { members: [] }))
  })

  test('confirms no domain and gives none up, lifts no hold', async () => {
    needsRecentSignIn(await stale.post(`/api/organisation/domains/dom_${unknown}/confirm`))
    needsRecentSignIn(await stale.delete(`/api/organisation/domains/dom_${unknown}`))
    needsRecentSignIn(await stale.delete(`/api/retention/holds/pls_${unknown}`, { reason: 'It has ended' }))
    assert.equal((await fresh.delete(`/api/retention/holds/pls_${unknown}`, { reason: 'x' })).status, 404)
  })
})

/** Who may call SCIM, and how what cannot be read is refused. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  entraUser,
  group,
  made,
  newSynced,
  patchOf,
  provider,
  scimRefused as refused,
} from '../../test/support/scim.ts'

suite('who may call', () => {
  test('a token of sync or of its scope, and nobody else', async () => {
    const { world, idp, admin } = await newSynced('trial')
    const call = (token: string | null) => provider(world.url, token).get('/Users')
    assert.equal((await idp.get('/Users')).status, 200)
    assert.equal((await call(await world.token({ scopes: ['directory:sync'] }))).status, 200)
    for (const token of [
      null,
      'nonsense',
      idp.token!.slice(0, -1),
      `sonde_scim_${'a'.repeat(26)}_${'a'.repeat(49)}`,
    ]) {
      const reply = await call(token)
      refused(reply, 401)
      assert.match(reply.headers.get('www-authenticate')!, /^Bearer realm="scim"/)
    }
    refused(await call(await world.token({ scopes: ['teams:write', 'directory:admin'] })), 403)
    const { userId } = await world.user({ role: 'admin' })
    refused(await call(await world.token({ userId, scopes: ['directory:sync'] })), 403)
    refused(await provider(world.url, admin.token).get('/Users'), 401)
    // It opens SCIM and nothing else.
    for (const token of [idp.token, await world.token({ scopes: ['directory:sync'] })]) {
      const elsewhere = await world.anyone.get('/api/teams', { authorization: `Bearer ${token}` })
      assert.ok([401, 403].includes(elsewhere.status))
    }
  })

  test('another organisation has nothing of it, and its ids are unknown there', async () => {
    const [ours, theirs] = [await newSynced(), await newSynced()]
    const ada = made(await ours.idp.post('/Users', entraUser('Ada')))
    const sales = made(await ours.idp.post('/Groups', group('Sales')))
    assert.equal(made(await theirs.idp.get('/Users')).totalResults, 0)
    const attempts: [string, string, object?][] = [
      ['get', `/Users/${ada.id}`],
      ['put', `/Users/${ada.id}`, entraUser('Ada')],
      ['patch', `/Users/${ada.id}`, patchOf({ op: 'replace', value: { active: false } })],
      ['delete', `/Users/${ada.id}`],
      ['get', `/Groups/${sales.id}`],
      ['patch', `/Groups/${sales.id}`, patchOf({ op: 'replace', value: { members: [] } })],
      ['delete', `/Groups/${sales.id}`],
    ]
    for (const [method, path, body] of attempts)
      refused(await (theirs.idp as any)[method](path, method === 'get' ? undefined : body), 404)
    const own = made(await theirs.idp.post('/Groups', group('Sales')))
    const joined = patchOf({ op: 'add', path: 'members', value: [{ value: ada.id }] })
    refused(await theirs.idp.patch(`/Groups/${own.id}`, joined), 400, 'invalidValue')
    assert.notEqual(made(await theirs.idp.post('/Users', entraUser('Ada'))).id, ada.id)
  })

  test('what cannot be read is refused in the form of SCIM, and changes nothing', async () => {
    const { idp, state } = await newSynced('trial')
    const { id } = made(await idp.post('/Users', entraUser('Ada')))
    refused(await idp.post('/Users', '{'), 400, 'invalidSyntax')
    refused(await idp.post('/Users', '[]'), 400, 'invalidSyntax')
    refused(await idp.post('/Users', 'x', { 'content-type': 'text/plain' }), 415)
    refused(await idp.post('/Users', { displayName: 'x'.repeat(1_100_000) }), 413)
    refused(await idp.post('/Users', { displayName: 'Nameless' }), 400, 'invalidValue')
    refused(await idp.post('/Users', entraUser('Eve', { active: 'perhaps' })), 400, 'invalidValue')
    refused(
      await idp.post('/Users', entraUser('Eve', { userName: 5.5, displayName: {} })),
      400,
      'invalidValue',
    )
    refused(await idp.post('/Users', entraUser('Eve', { timezone: 'Mars' })), 400, 'invalidValue')
    refused(await idp.post('/Groups', group('')), 400, 'invalidValue')
    refused(
      await idp.post('/Groups', group('G', { members: [{ type: 'Group', value: id }] })),
      400,
      'invalidValue',
    )
    const patches: [object, string][] = [
      [{}, 'invalidSyntax'],
      [patchOf(), 'invalidSyntax'],
      [patchOf({ op: 'move', path: 'active' }), 'invalidSyntax'],
      [patchOf({ op: 'remove' }), 'noTarget'],
      [patchOf({ op: 'replace', path: 'active' }), 'invalidValue'],
      [patchOf({ op: 'replace', value: 'text' }), 'invalidValue'],
      [patchOf({ op: 'replace', path: 'userName', value: '' }), 'invalidValue'],
      [patchOf({ op: 'replace', path: 'emails[type eq', value: 'x' }), ''],
    ]
    for (const [body, scimType] of patches) {
      const reply = await idp.patch(`/Users/${id}`, body)
      if (scimType === '') assert.equal(reply.status, 200)
      else refused(reply, 400, scimType)
    }
    const proto = '{"schemas":[],"Operations":[{"op":"add","value":{"__proto__":{"active":false}}}]}'
    refused(await idp.patch(`/Users/${id}`, proto), 400, 'invalidSyntax')
    refused(await idp.patch('/Groups/nothing', patchOf({ op: 'replace', path: 'members', value: [] })), 404)
    const { users, groups, runs } = await state()
    assert.deepEqual([users, groups, runs[0].requests, runs[0].refused], [1, 0, 2, 19])
  })
})

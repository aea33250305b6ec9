/** SCIM as Entra and Okta speak it: their requests in their order, and what the directory makes of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  entraUser,
  group,
  made,
  newSynced,
  oktaUser,
  patchOf,
  scimMedia as media,
  scimRefused as refused,
} from '../../test/support/scim.ts'
import type { Client, Reply } from '../../test/support/world.ts'

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const find = async (idp: Client, noun: string, filter: string, more = ''): Promise<any> =>
  made(await idp.get(`/${noun}?filter=${encodeURIComponent(filter)}${more}`))

const member = async (api: Client, id: string): Promise<any> => (await api.get(`/api/members/${id}`)).body
const idsIn = async (api: Client, team: string): Promise<string[]> =>
  made(await api.get(`/api/teams/${team}/members?limit=200`)).members.map((one: any) => one.member_id)

test('a provider reads what the service supports', async () => {
  const { idp } = await newSynced('trial')
  const config = made(await idp.get('/ServiceProviderConfig'))
  assert.deepEqual(
    [config.patch, config.bulk.supported, config.etag, config.sort.supported, config.pagination.cursor],
    [{ supported: true }, false, { supported: true }, false, true],
  )
  assert.equal(made(await idp.get('/ResourceTypes')).totalResults, 2)
  const { Resources } = made(await idp.get('/Schemas'))
  for (const { id, attributes } of Resources) {
    const one = await idp.get(`/Schemas/${id}`)
    assert.deepEqual([one.status, one.headers.get('content-type')], [200, media])
    assert.ok(attributes.every(({ mutability }: any) => mutability === 'readWrite'))
  }
  refused(await idp.get('/Schemas/none'), 404)
  refused(await idp.get('/Nothing'), 404)
})

test('Entra: looks for a user, makes, changes, deactivates and finds them again', async () => {
  const { idp, api } = await newSynced()
  assert.equal((await find(idp, 'Users', 'userName eq "ada@contoso.example"')).totalResults, 0)
  const boss = made(await idp.post('/Users', entraUser('Grace')))
  const created = await idp.post('/Users', entraUser('Ada'))
  assert.equal(created.status, 201)
  const { id } = created.body
  assert.equal(created.headers.get('location'), created.body.meta.location)
  assert.equal(created.body.phoneNumbers, undefined)
  const fresh = await member(api, id)
  assert.deepEqual(
    [fresh.name, fresh.email, fresh.external_id, fresh.locale, fresh.status],
    ['Ada Example', 'ada@contoso.example', 'entra-ada', 'de-DE', 'active'],
  )
  assert.deepEqual(fresh.attributes, { title: 'Engineer', employee_number: '7', department: 'Tools' })
  refused(await idp.post('/Users', entraUser('Ada')), 409, 'uniqueness')

  const patched = await idp.patch(
    `/Users/${id}`,
    patchOf(
      { op: 'Replace', path: 'displayName', value: 'Ada Lovelace' },
      { op: 'Add', path: `${enterprise}:manager`, value: boss.id },
      { op: 'Replace', path: `${enterprise}:department`, value: 'Engines' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'lovelace@contoso.example' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 170' },
      { op: 'Remove', path: 'title' },
    ),
  )
  assert.equal(patched.status, 200, JSON.stringify(patched.body))
  assert.equal(patched.body[enterprise].manager.value, boss.id)
  assert.deepEqual(patched.body.emails, [{ value: 'lovelace@contoso.example', type: 'work', primary: true }])
  const changed = await member(api, id)
  assert.deepEqual(
    [changed.name, changed.manager_member_id, changed.attributes],
    ['Ada Lovelace', boss.id, { employee_number: '7', department: 'Engines' }],
  )
  // Nobody becomes a user by an address that a program gave, so it changes at once.
  assert.equal(changed.email, 'lovelace@contoso.example')

  made(await idp.patch(`/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' })))
  assert.equal((await member(api, id)).status, 'deactivated')
  const found = await find(idp, 'Users', 'userName eq "ADA@contoso.example"')
  assert.deepEqual([found.totalResults, found.Resources[0].active], [1, false])
  made(await idp.patch(`/Users/${id}`, patchOf({ op: 'Add', path: 'active', value: 'True' })))
  assert.equal((await member(api, id)).status, 'active')

  assert.equal((await idp.delete(`/Users/${id}`)).status, 204)
  refused(await idp.get(`/Users/${id}`), 404)
  refused(await idp.delete(`/Users/${id}`), 404)
  assert.equal((await member(api, id)).status, 'deactivated')
  // Anyone who comes back is the same member.
  const back = made(await idp.post('/Users', entraUser('Ada')))
  assert.deepEqual([back.id, (await member(api, id)).status], [id, 'active'])
})

test('Entra: makes a group without members, adds, removes and looks without members', async () => {
  const { idp, api } = await newSynced()
  const [ada, bob, cy] = await Promise.all(
    ['Ada', 'Bob', 'Cy'].map(async (name) => made(await idp.post('/Users', entraUser(name))).id),
  )
  const { id } = made(await idp.post('/Groups', group('Sales', { externalId: 'g-1' })))
  const without = await find(idp, 'Groups', 'displayName eq "sales"', '&excludedAttributes=members')
  assert.deepEqual([without.totalResults, without.Resources[0].members], [1, undefined])
  const add = (...ids: string[]) =>
    idp.patch(
      `/Groups/${id}`,
      patchOf({ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) }),
    )
  made(await add(ada, bob))
  made(await add(cy, ada))
  assert.deepEqual(new Set(await idsIn(api, id)), new Set([ada, bob, cy]))
  // Entra names whom to remove by value, where the standard has a filter.
  made(await idp.patch(`/Groups/${id}`, patchOf({ op: 'Remove', path: 'members', value: [{ value: bob }] })))
  assert.deepEqual(new Set(await idsIn(api, id)), new Set([ada, cy]))
  made(await idp.patch(`/Groups/${id}`, patchOf({ op: 'Replace', path: 'displayName', value: 'Sellers' })))
  assert.equal(made(await api.get(`/api/teams/${id}`)).name, 'Sellers')

  // A member who is away is in no team, and is in their teams again when they come back.
  made(await idp.patch(`/Users/${ada}`, patchOf({ op: 'Replace', path: 'active', value: 'False' })))
  assert.deepEqual(await idsIn(api, id), [cy])
  made(await idp.patch(`/Users/${ada}`, patchOf({ op: 'Replace', path: 'active', value: 'True' })))
  assert.deepEqual(new Set(await idsIn(api, id)), new Set([ada, cy]))

  assert.equal((await idp.delete(`/Groups/${id}`)).status, 204)
  refused(await idp.get(`/Groups/${id}`), 404)
  assert.equal(made(await api.get(`/api/teams/${id}`)).status, 'archived')
})

test('Okta: makes, replaces, deactivates by an object, and pushes groups', async () => {
  const { idp, api } = await newSynced()
  assert.equal((await find(idp, 'Users', 'userName eq "ada@okta.example"')).totalResults, 0)
  const { id } = made(await idp.post('/Users', oktaUser('Ada')))
  assert.equal((await idp.get(`/Users/${id}`)).body.password, undefined)
  const replaced = made(
    await idp.put(`/Users/${id}`, { ...oktaUser('Ada', { displayName: 'Ada King' }), id, meta: {} }),
  )
  assert.equal(replaced.displayName, 'Ada King')
  const bob = made(await idp.post('/Users', oktaUser('Bob'))).id
  const team = made(await idp.post('/Groups', group('Test', { members: [] })))
  const okta = (value: object) => idp.patch(`/Groups/${team.id}`, patchOf({ op: 'replace', value }))
  made(await okta({ id: team.id, displayName: 'Test2' }))
  assert.equal(made(await api.get(`/api/teams/${team.id}`)).name, 'Test2')
  made(await okta({ members: [{ value: id, display: 'ada' }, { value: bob }] }))
  assert.deepEqual(new Set(await idsIn(api, team.id)), new Set([id, bob]))
  made(
    await idp.patch(
      `/Groups/${team.id}`,
      patchOf(
        { op: 'remove', path: `members[value eq "${bob}"]` },
        { op: 'add', path: 'members', value: [{ value: id }] },
      ),
    ),
  )
  assert.deepEqual(await idsIn(api, team.id), [id])
  made(await okta({ members: [] }))
  assert.deepEqual(await idsIn(api, team.id), [])

  made(await idp.patch(`/Users/${id}`, patchOf({ op: 'replace', value: { active: false } })))
  assert.deepEqual(
    [(await member(api, id)).status, (await member(api, id)).name],
    ['deactivated', 'Ada King'],
  )
  const found = await find(idp, 'Users', 'externalId eq "00uada" and active eq false')
  assert.deepEqual([found.totalResults, found.Resources[0].id], [1, id])
})

test('the same sync a second time changes nothing', async () => {
  const { idp, api, state } = await newSynced()
  const sync = async (): Promise<Reply[]> => {
    const replies: Reply[] = []
    for (const name of ['Ada', 'Bob']) {
      const [known] = (await find(idp, 'Users', `userName eq "${name}@contoso.example"`)).Resources
      replies.push(
        await (known
          ? idp.put(`/Users/${known.id}`, entraUser(name))
          : idp.post('/Users', entraUser(name, { active: name === 'Ada' }))),
      )
    }
    const ids = (await find(idp, 'Users', 'active eq true')).Resources.map((one: any) => ({ value: one.id }))
    const [team] = (await find(idp, 'Groups', 'displayName eq "Sales"')).Resources
    replies.push(
      await (team
        ? idp.put(`/Groups/${team.id}`, group('Sales', { members: ids }))
        : idp.post('/Groups', group('Sales', { members: ids }))),
    )
    return replies
  }
  await sync()
  await sync()
  const before = made(await api.get('/api/members?limit=200'))
  const sum = async () => (await state()).runs.map((run: any) => run.counts)
  const counted = await sum()
  const replies = await sync()
  assert.ok(replies.every(({ status }) => status === 200))
  assert.deepEqual(made(await api.get('/api/members?limit=200')), before)
  assert.deepEqual(await sum(), counted)
})

test('a member from a file is taken over by their address or id, and a team by its name', async () => {
  const { idp, api } = await newSynced()
  const team = made(await api.post('/api/teams', { name: 'Sales' }))
  const old = made(
    await api.post('/api/members', {
      name: 'A. Example',
      email: 'Ada@contoso.example',
      external_id: 'E-1',
      attributes: { site: 'Berlin' },
      team_ids: [team.id],
    }),
  )
  const guest = made(await api.post('/api/members', { name: 'Guest', team_ids: [team.id] }))
  const user = made(await idp.post('/Users', entraUser('Ada')))
  assert.equal(user.id, old.id)
  const now = await member(api, old.id)
  assert.deepEqual(
    [now.name, now.external_id, now.attributes.site, now.attributes.department],
    ['Ada Example', 'E-1', 'Berlin', 'Tools'],
  )
  const bob = made(await idp.post('/Users', entraUser('Bob')))
  const adopted = made(await idp.post('/Groups', group('sales', { members: [{ value: bob.id }] })))
  assert.equal(adopted.id, team.id)
  assert.deepEqual(new Set(await idsIn(api, team.id)), new Set([old.id, bob.id, guest.id]))
  // A list of members says which of the provider's users are in the group; other members stay.
  made(await idp.put(`/Groups/${team.id}`, group('Sales', { members: [{ value: bob.id }] })))
  assert.deepEqual(new Set(await idsIn(api, team.id)), new Set([bob.id, guest.id]))
})

test('the last of several full lists of members counts, and removing all reaches members who were in the team before', async () => {
  const { idp, api } = await newSynced()
  const team = made(await api.post('/api/teams', { name: 'Sales' }))
  const draft = { name: 'A. Example', email: 'ada@contoso.example', team_ids: [team.id] }
  made(await api.post('/api/members', draft))
  const [ada, bob] = [
    made(await idp.post('/Users', entraUser('Ada'))).id,
    made(await idp.post('/Users', entraUser('Bob'))).id,
  ]
  const path = `/Groups/${made(await idp.post('/Groups', group('Sales'))).id}`
  assert.deepEqual(await idsIn(api, team.id), [ada])
  const everybody = { op: 'remove', path: 'members' }
  made(await idp.patch(path, patchOf(everybody)))
  assert.deepEqual(await idsIn(api, team.id), [])
  const op = (name: string, id: string) => ({ op: name, path: 'members', value: [{ value: id }] })
  made(await idp.patch(path, patchOf(op('replace', bob), op('add', ada), everybody, op('add', bob))))
  assert.deepEqual(await idsIn(api, team.id), [bob])
  const unknown = patchOf(op('replace', 'mem_nobody'), op('replace', ada))
  refused(await idp.patch(path, unknown), 400, 'invalidValue')
  assert.deepEqual(await idsIn(api, team.id), [bob])
})

test('pages by index and by cursor list everybody once', async () => {
  const { idp } = await newSynced('trial')
  const names = ['A', 'B', 'C', 'D', 'E']
  for (const name of names) made(await idp.post('/Users', entraUser(name)))
  const byIndex: string[] = []
  for (let startIndex = 1; startIndex <= 5; startIndex += 2) {
    const page = made(await idp.get(`/Users?startIndex=${startIndex}&count=2`))
    assert.deepEqual([page.totalResults, page.startIndex], [5, startIndex])
    byIndex.push(...page.Resources.map((one: any) => one.userName))
  }
  const byCursor: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: any = made(await idp.get(`/Users?cursor=${encodeURIComponent(cursor)}&count=2`))
    assert.equal(page.startIndex, undefined)
    byCursor.push(...page.Resources.map((one: any) => one.userName))
    cursor = page.nextCursor
  }
  const all = names.map((name) => `${name.toLowerCase()}@contoso.example`)
  assert.deepEqual([byIndex.toSorted(), byCursor.toSorted()], [all, all])
  const none = made(await idp.get('/Users?count=0'))
  assert.deepEqual([none.totalResults, none.Resources], [5, []])
  const past = made(await idp.get('/Users?startIndex=99'))
  assert.deepEqual([past.totalResults, past.Resources], [5, []])
  refused(await idp.get('/Users?cursor=invented'), 400, 'invalidCursor')
  refused(await idp.get('/Users?count=many'), 400, 'invalidValue')
  const some = made(await idp.get('/Users?attributes=userName&count=1'))
  assert.deepEqual(Object.keys(some.Resources[0]).toSorted(), ['id', 'meta', 'schemas', 'userName'])
})

test('filters find by the attributes that providers use, and others are refused', async () => {
  const { idp } = await newSynced('trial')
  for (const name of ['Ada', 'Bob']) made(await idp.post('/Users', entraUser(name)))
  const names = async (filter: string) =>
    (await find(idp, 'Users', filter)).Resources.map((one: any) => one.name.givenName).toSorted()
  assert.deepEqual(await names('emails[type eq "work"].value eq "ADA@contoso.example"'), ['Ada'])
  assert.deepEqual(await names('emails.value sw "bob@"'), ['Bob'])
  assert.deepEqual(
    await names('userName co "contoso" and not_there eq "x"').catch(() => 'refused'),
    'refused',
  )
  assert.deepEqual(await names('externalId eq "entra-ada" or displayName eq "bob example"'), ['Ada', 'Bob'])
  assert.deepEqual(await names('externalId eq "ENTRA-ADA"'), [])
  assert.deepEqual(await names('userName co "%"'), [])
  assert.deepEqual(await names('active eq "True"'), ['Ada', 'Bob'])
  for (const filter of [
    'userName',
    'userName gt "a"',
    'userName eq 1',
    '((',
    'title eq "x"',
    'active sw "t"',
  ])
    refused(await idp.get(`/Users?filter=${encodeURIComponent(filter)}`), 400, 'invalidFilter')
})

test('a version that was read before somebody else’s change is refused, and an unchanged one is not sent again', async () => {
  const { idp } = await newSynced('trial')
  const created = await idp.post('/Users', entraUser('Ada'))
  const path = `/Users/${created.body.id}`
  const etag = created.headers.get('etag')!
  assert.equal(etag, created.body.meta.version)
  assert.equal((await idp.get(path, { 'if-none-match': etag })).status, 304)
  const rename = (value: string, version: string) =>
    idp.patch(path, patchOf({ op: 'replace', path: 'displayName', value }), { 'if-match': version })
  const next = await rename('One', etag)
  assert.equal(next.status, 200)
  refused(await rename('Two', etag), 412)
  refused(await rename('Two', '"other"'), 412)
  assert.equal((await rename('Two', next.headers.get('etag')!)).status, 200)
})

test('two providers that add to a group at once both do', async () => {
  const { idp, api } = await newSynced()
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push(made(await idp.post('/Users', entraUser(name))).id)
  const { id } = made(await idp.post('/Groups', group('Sales')))
  const op = (name: string, value: string) => ({ op: name, path: 'members', value: [{ value }] })
  const all = await Promise.all([
    ...ids.map((one) => idp.patch(`/Groups/${id}`, patchOf(op('add', one)))),
    idp.patch(`/Groups/${id}`, patchOf(op('add', ids[0]))),
  ])
  assert.ok(all.every(({ status }) => status === 204))
  assert.deepEqual(new Set(await idsIn(api, id)), new Set(ids))
  assert.equal((await idp.get(`/Groups/${id}`)).body.members.length, 4)
  const same = await Promise.all([1, 2].map(() => idp.post('/Users', entraUser('Eve'))))
  assert.deepEqual(same.map(({ status }) => status).toSorted(), [201, 409])
})

test('groups nest by our extension, and a circle is refused', async () => {
  const { idp, api } = await newSynced()
  const team = 'urn:sonde:scim:1.0:Team'
  const top = made(await idp.post('/Groups', group('Top')))
  const below = made(await idp.post('/Groups', group('Below', { [team]: { parent: top.id } })))
  assert.equal(below[team].parent, top.id)
  assert.equal(made(await api.get(`/api/teams/${below.id}`)).parent_team_id, top.id)
  const circle = patchOf({ op: 'replace', path: `${team}:parent`, value: below.id })
  refused(await idp.patch(`/Groups/${top.id}`, circle), 400, 'invalidValue')
  assert.equal((await idp.get(`/Groups/${top.id}`)).body[team], undefined)
  made(await idp.patch(`/Groups/${below.id}`, patchOf({ op: 'remove', path: `${team}:parent` })))
  assert.equal(made(await api.get(`/api/teams/${below.id}`)).parent_team_id, null)
})

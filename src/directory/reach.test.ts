import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDirectory, refused } from '../../test/support/directory.ts'

test('channels and quiet hours are stored as sent', async () => {
  const { api, member } = await newDirectory()
  const channels = [
    { type: 'email' },
    { type: 'slack', address: 'U024BE7LH', preferred: true },
    { type: 'teams', address: 'https://example.webhook.office.example/webhookb2/x' },
    { type: 'chat', address: 'http://127.0.0.1:9000/hook' },
  ]
  const quiet_hours = { start: '20:00', end: '08:00' }
  const ada = await member('Ada', { email: 'ada@acme.test', channels, quiet_hours })
  assert.deepEqual([ada.channels, ada.quiet_hours, ada.absences], [channels, quiet_hours, []])
  const [listed] = (await api.get('/api/members')).body.members
  assert.deepEqual([listed.channels, listed.quiet_hours, listed.absences], [channels, quiet_hours, undefined])

  const path = `/api/members/${ada.id}`
  assert.equal((await api.patch(path, { channels, quiet_hours })).body.version, 1)
  const less = await api.patch(path, { channels: [{ type: 'email', preferred: false }], quiet_hours: null })
  assert.deepEqual([less.body.channels, less.body.quiet_hours], [[{ type: 'email' }], null])
  assert.deepEqual((await api.get(path)).body, less.body)
})

test('a telephone number is stored as E.164 writes it, however it was typed', async () => {
  const { api, member } = await newDirectory()
  const ada = await member('Ada')
  for (const typed of [
    '+491701234567',
    '+49 170 1234567',
    '+49 (0)170 / 123-45.67',
    ' +49\u00a0170\u2011123\u20134567 ',
    '\u202a+49 170 1234567\u202c',
  ]) {
    const channels = [{ type: 'sms', address: typed, preferred: true }]
    const { body } = await api.patch(`/api/members/${ada.id}`, { channels })
    assert.deepEqual(body.channels, [{ type: 'sms', address: '+491701234567', preferred: true }], typed)
  }
  const { body } = await api.patch(`/api/members/${ada.id}`, {
    channels: [{ type: 'sms', address: '0170 1234567' }],
  })
  assert.equal(
    body.errors[0].detail,
    'The address of sms must be a telephone number with + and the code of its country, such as +49 170 1234567',
  )
})

const misfits: Record<string, [object[], string]> = {
  'a type twice': [[{ type: 'email' }, { type: 'email', address: 'a@b.test' }], '/channels/1/type'],
  'two preferred': [
    [
      { type: 'email', preferred: true },
      { type: 'slack', address: 'U1X', preferred: true },
    ],
    '/channels/1/preferred',
  ],
  'an address that is not an e-mail': [[{ type: 'email', address: 'nowhere' }], '/channels/0/address'],
  'slack without an id': [[{ type: 'slack' }], '/channels/0/address'],
  'slack by name': [[{ type: 'slack', address: '@ada' }], '/channels/0/address'],
  'slack in lower case': [[{ type: 'slack', address: 'u024be7lh' }], '/channels/0/address'],
  'teams without an address': [[{ type: 'teams' }], '/channels/0/address'],
  'teams without TLS': [[{ type: 'teams', address: 'http://example.test/hook' }], '/channels/0/address'],
  'a host that only looks like loopback': [
    [{ type: 'chat', address: 'http://127.0.0.1.example.test/' }],
    '/channels/0/address',
  ],
  'a webhook with credentials': [
    [{ type: 'chat', address: 'https://a:b@example.test/' }],
    '/channels/0/address',
  ],
  'a webhook that is a file': [[{ type: 'chat', address: 'file:///etc/passwd' }], '/channels/0/address'],
  'SMS without a number': [[{ type: 'sms' }], '/channels/0/address'],
  'a number without the code of its country': [
    [{ type: 'sms', address: '0170 1234567' }],
    '/channels/0/address',
  ],
  'a number with letters': [[{ type: 'sms', address: '+49 170 CALLME' }], '/channels/0/address'],
  'a number with two signs': [[{ type: 'sms', address: '++491701234567' }], '/channels/0/address'],
  'a country code that begins with 0': [[{ type: 'sms', address: '+0491701234567' }], '/channels/0/address'],
  'a number of 16 digits': [[{ type: 'sms', address: '+4917012345678901' }], '/channels/0/address'],
  'two numbers': [
    [
      { type: 'sms', address: '+491701234567' },
      { type: 'sms', address: '+491701234568' },
    ],
    '/channels/1/type',
  ],
  'a webhook with white space': [
    [{ type: 'chat', address: 'https://example.test/a b' }],
    '/channels/0/address',
  ],
}

test('unusable channels are refused with a pointer to them', async (t) => {
  const { api, member } = await newDirectory()
  const ada = await member('Ada')
  for (const [what, [channels, pointer]] of Object.entries(misfits)) {
    await t.test(what, async () => {
      refused(422, 'unprocessable', pointer)(await api.post('/api/members', { name: 'Bob', channels }))
      refused(422, 'unprocessable', pointer)(await api.patch(`/api/members/${ada.id}`, { channels }))
    })
  }
  refused(
    400,
    'invalid_request',
    '/channels/0/type',
  )(await api.patch(`/api/members/${ada.id}`, { channels: [{ type: 'link' }] }))
  refused(
    422,
    'unprocessable',
    '/quiet_hours/end',
  )(await api.patch(`/api/members/${ada.id}`, { quiet_hours: { start: '08:00', end: '08:00' } }))
  refused(
    400,
    'invalid_request',
    '/quiet_hours/start',
  )(await api.patch(`/api/members/${ada.id}`, { quiet_hours: { start: '24:00', end: '08:00' } }))
  assert.deepEqual((await api.get(`/api/members/${ada.id}`)).body, ada)
})

test('a locale must be well-formed and is stored in canonical spelling', async () => {
  const { api, member } = await newDirectory()
  assert.equal((await member('Ada', { locale: 'de_de' })).locale, 'de-DE')
  assert.equal((await member('Bob', { locale: 'zh-hant-tw' })).locale, 'zh-Hant-TW')
  refused(422, 'unprocessable', '/locale')(await api.post('/api/members', { name: 'C', locale: 'en-ab-cd' }))
})

test('a time zone must be an IANA zone', async () => {
  const { api, member } = await newDirectory()
  assert.equal((await member('Ada', { time_zone: 'asia/kolkata' })).time_zone, 'Asia/Kolkata')
  for (const time_zone of ['+05:30', 'Mars/Phobos', 'UTC+1'])
    refused(422, 'unprocessable', '/time_zone')(await api.post('/api/members', { name: 'C', time_zone }))
})

test('managers cannot form a cycle, even by simultaneous changes', async () => {
  const { api, member } = await newDirectory()
  const ada = await member('Ada')
  const bob = await member('Bob', { manager_member_id: ada.id })
  const eve = await member('Eve', { manager_member_id: bob.id })
  const under = (one: { id: string }, manager: { id: string }) =>
    api.patch(`/api/members/${one.id}`, { manager_member_id: manager.id })
  refused(422, 'unprocessable', '/manager_member_id')(await under(ada, eve))
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await member('One'), await member('Two')]
    const replies = await Promise.all([under(one, two), under(two, one)])
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 422])
  }
})

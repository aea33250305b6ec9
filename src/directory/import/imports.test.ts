import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newImports } from '../../../test/support/directory-imports.ts'

const file = `name,email,external_id,locale,time_zone,manager,teams,role,status,quiet_hours,slack,attributes.location
Grace,grace@acme.test,hr-1,en,America/New_York,,Engineering,lead,active,,,Boston
Ada,ada@acme.test,hr-2,de_de,europe/berlin,hr-1,Engineering/Platform; Guild,,active,20:00-08:00,U024BE7LH,Berlin
Alan,alan@acme.test,hr-3,,,ADA@acme.test,Engineering/Platform,,suspended,,,
`

test('a file creates members, their teams and their managers', async () => {
  const { done, byName, teams } = await newImports()
  const reply = await done(file)
  const { changes, ...counts } = reply
  assert.deepEqual(counts, {
    dry_run: false,
    rows: 3,
    created: 3,
    updated: 0,
    unchanged: 0,
    deactivated: 0,
    teams_created: 3,
    memberships_added: 4,
    memberships_removed: 0,
    addresses_pending: 0,
    changes_truncated: false,
  })
  const { Grace, Ada, Alan } = await byName()
  assert.deepEqual(
    [Ada.email, Ada.external_id, Ada.locale, Ada.time_zone, Ada.manager_member_id, Ada.attributes],
    ['ada@acme.test', 'hr-2', 'de-DE', 'Europe/Berlin', Grace.id, { location: 'Berlin' }],
  )
  assert.deepEqual(Ada.quiet_hours, { start: '20:00', end: '08:00' })
  assert.deepEqual(Ada.channels, [{ type: 'slack', address: 'U024BE7LH' }])
  assert.deepEqual(
    [Alan.status, Alan.manager_member_id, Alan.attributes, Alan.channels],
    ['suspended', Ada.id, {}, []],
  )
  const [engineering, platform, guild] = await teams()
  assert.deepEqual(
    [engineering, platform, guild].map((it) => [it.name, it.parent_team_id, it.member_count, it.version]),
    [
      ['Engineering', null, 1, 1],
      ['Platform', engineering.id, 1, 1],
      ['Guild', null, 1, 1],
    ],
  )
  assert.deepEqual(Ada.team_ids, [platform.id, guild.id].toSorted())
  assert.deepEqual(changes[0], {
    line: 2,
    action: 'create',
    member_id: Grace.id,
    name: 'Grace',
    fields: {
      name: { from: null, to: 'Grace' },
      email: { from: null, to: 'grace@acme.test' },
      external_id: { from: null, to: 'hr-1' },
      locale: { from: null, to: 'en' },
      time_zone: { from: null, to: 'America/New_York' },
      teams: { from: null, to: 'Engineering (lead)' },
      status: { from: null, to: 'active' },
      'attributes.location': { from: null, to: 'Boston' },
    },
  })
  assert.equal(changes[2].fields.manager.to, 'hr-2')
})

test('the same file again changes nothing and writes nothing', async () => {
  const { done, members, teams, written } = await newImports()
  await done(file)
  const before = [await members(), await teams(), await written()]
  const again = await done(file)
  assert.deepEqual([again.unchanged, again.created, again.updated, again.changes], [3, 0, 0, []])
  assert.deepEqual([again.teams_created, again.memberships_added, again.memberships_removed], [0, 0, 0])
  assert.deepEqual([await members(), await teams(), await written()], before)
  assert.deepEqual(before[2], [{ type: 'directory.imported' }, { type: 'audit directory.imported' }])
})

test('a dry run reports the same and changes nothing', async () => {
  const { done, members, teams, written } = await newImports()
  const planned = await done(file, { dry_run: 'true' })
  assert.deepEqual([await members(), await teams(), await written()], [[], [], []])
  const real = await done(file)
  const nameless = (reply: any) => ({
    ...reply,
    dry_run: null,
    changes: reply.changes.map((one: any) => ({ ...one, member_id: null })),
  })
  assert.deepEqual(nameless(planned), nameless(real))
  assert.ok(planned.changes.every((one: any) => one.member_id === null))
  const change = await done('external_id,name\nhr-2,Ada L.\n', { dry_run: 'true' })
  assert.deepEqual(change.changes[0].fields, { name: { from: 'Ada', to: 'Ada L.' } })
})

test('an absent column keeps a value, an empty cell clears it', async () => {
  const { done, byName } = await newImports()
  await done(file)
  const before = await byName()
  await done(
    'external_id,time_zone,teams,slack,quiet_hours,attributes.location,attributes.site\nhr-2,,,,,,One\n',
  )
  const { Ada, Grace } = await byName()
  assert.deepEqual(Grace, before.Grace)
  assert.deepEqual(
    [Ada.time_zone, Ada.team_ids, Ada.channels, Ada.quiet_hours, Ada.attributes],
    [null, [], [], null, { site: 'One' }],
  )
  assert.deepEqual(
    [Ada.locale, Ada.manager_member_id, Ada.email, Ada.version],
    ['de-DE', Grace.id, 'ada@acme.test', 2],
  )
})

test('a column says whom codes on paper reach, beside what was there', async () => {
  const { done, api } = await newImports()
  await done('name,external_id,code,slack\nEda,code-1,yes,U3Z\nIda,code-2,no,\n')
  const membersNow = async () =>
    (await Promise.all(['code-1', 'code-2'].map((id) => api.get(`/api/members?external_id=${id}`)))).map(
      ({ body }) => body.members[0],
    )
  const [eda, ida] = await membersNow()
  assert.deepEqual([eda.email, eda.channels], [null, [{ type: 'slack', address: 'U3Z' }, { type: 'code' }]])
  assert.deepEqual(ida.channels, [])
  await done('external_id,code\ncode-1,Yes\ncode-2,yes\n')
  assert.deepEqual(
    (await membersNow()).map(({ channels }: any) => channels.length),
    [2, 1],
  )
  await done('external_id,code\ncode-1,no\ncode-2,\n')
  assert.deepEqual(
    (await membersNow()).map(({ channels }: any) => channels),
    [[{ type: 'slack', address: 'U3Z' }], []],
  )
})

test('a row is matched by external_id, otherwise by address', async () => {
  const { done, api, faults } = await newImports()
  const add = async (body: object) => (await api.post('/api/members', body)).body
  const ada = await add({ name: 'Ada', external_id: 'a', email: 'ada@acme.test' })
  const bob = await add({
    name: 'Bob',
    email: 'bob@acme.test',
    channels: [{ type: 'slack', address: 'U1X', preferred: true }],
  })
  await done('external_id,email,name,slack\na,ada.l@acme.test,Ada L.,\nb,BOB@acme.test,Bob,U2Y\n')
  const now = async (id: string) => (await api.get(`/api/members/${id}`)).body
  assert.deepEqual([(await now(ada.id)).email, (await now(bob.id)).external_id], ['ada.l@acme.test', 'b'])
  assert.deepEqual((await now(bob.id)).channels, [{ type: 'slack', address: 'U2Y', preferred: true }])
  assert.deepEqual(await faults('external_id,email,name\nc,ada.l@acme.test,Eve\n'), ['/lines/2/email taken'])
  // Two people swap their addresses and numbers.
  await done('external_id,email\na,bob@acme.test\nb,ada.l@acme.test\n')
  assert.deepEqual(
    [(await now(ada.id)).email, (await now(bob.id)).email],
    ['bob@acme.test', 'ada.l@acme.test'],
  )
})

const lines = (...rows: string[]): string => ['name,email,external_id,manager', ...rows].join('\n')

const bad: Record<string, [string, string[]]> = {
  'no name': [lines(',a@x.test,1,'), ['/lines/2/name missing']],
  'no name column for a new member': ['email\na@x.test\n', ['/lines/2/name missing']],
  'neither an address nor an external_id': ['name\nAda\n', ['/lines/2/email missing']],
  'a malformed address': [lines('A,nowhere,1,'), ['/lines/2/email invalid']],
  'an address twice': [lines('A,a@x.test,1,', 'B,b@x.test,2,', 'C,A@X.test,3,'), ['/lines/4/email repeated']],
  'an external_id twice': [lines('A,a@x.test,1,', 'B,b@x.test,1,'), ['/lines/3/external_id repeated']],
  'an unknown manager': [lines('A,a@x.test,1,nobody'), ['/lines/2/manager unknown']],
  'one’s own manager': [lines('A,a@x.test,1,a@x.test'), ['/lines/2/manager cycle']],
  'a circle of managers': [lines('A,,1,2', 'B,,2,3', 'C,,3,1', 'D,,4,1'), ['/lines/2/manager cycle']],
  'an unknown zone': ['name,email,time_zone\nA,a@x.test,Mars/Phobos\n', ['/lines/2/time_zone invalid']],
  'an unknown locale': ['name,email,locale\nA,a@x.test,english!\n', ['/lines/2/locale invalid']],
  'a long name': [lines(`${'x'.repeat(201)},a@x.test,1,`), ['/lines/2/name too_long']],
  'a name with control characters': [lines('"A\nB",a@x.test,1,'), ['/lines/2/name invalid_characters']],
  'malformed quiet hours': ['name,email,quiet_hours\nA,a@x.test,20-8\n', ['/lines/2/quiet_hours invalid']],
  'quiet hours all day': [
    'name,email,quiet_hours\nA,a@x.test,08:00-08:00\n',
    ['/lines/2/quiet_hours whole_day'],
  ],
  'an unknown status': ['name,email,status\nA,a@x.test,erased\n', ['/lines/2/status enum']],
  'a role without teams': ['name,email,role\nA,a@x.test,lead\n', ['/lines/2/role needs_teams']],
  'an unknown role': ['name,email,teams,role\nA,a@x.test,X,boss\n', ['/lines/2/role enum']],
  'a Slack name': ['name,email,slack\nA,a@x.test,@ada\n', ['/lines/2/slack invalid']],
  'a name in Microsoft Teams': [
    'name,email,microsoft_teams\nA,a@x.test,ada@acme.test\n',
    ['/lines/2/microsoft_teams invalid'],
  ],
  'an attribute too long': [
    `name,email,attributes.a\nA,a@x.test,${'x'.repeat(201)}\n`,
    ['/lines/2/attributes.a too_long'],
  ],
  'too deep a path': [
    `name,email,teams\nA,a@x.test,${Array.from({ length: 21 }, (_, i) => i).join('/')}\n`,
    ['/lines/2/teams too_deep'],
  ],
  'a path with a gap': ['name,email,teams\nA,a@x.test,One//Two\n', ['/lines/2/teams invisible']],
  'too few cells': [lines('A,a@x.test', 'B,b@x.test,2,'), ['/lines/2 wrong_cells']],
  'too many cells': [lines('A,a@x.test,1,,,'), ['/lines/2 wrong_cells']],
  'an open quote': [lines('A,a@x.test,1,', '"B,b@x.test,2,', 'C,c@x.test,3,'), ['/lines/3 broken_csv']],
  'a quote inside': [lines('A,a@x.test,1,', 'B"b,b@x.test,2,'), ['/lines/3 broken_csv']],
  'an unknown column': ['name,email,Salary\nA,a@x.test,1\n', ['/lines/1/salary unknown_column']],
  'a column of a prototype': ['name,email,__proto__\nA,a@x.test,1\n', ['/lines/1/__proto__ unknown_column']],
  'a column twice': ['name,email,Name\nA,a@x.test,B\n', ['/lines/1/name repeated']],
  'an attribute of no name': [
    'name,email,attributes.\nA,a@x.test,B\n',
    ['/lines/1/attributes. unknown_column'],
  ],
  nothing: ['', ['/lines/1 empty']],
  'faults in order, each once': [
    lines('A,nowhere,1,', ',b@x.test,2,1', 'C,c@x.test,2,9'),
    [
      '/lines/2/email invalid',
      '/lines/3/name missing',
      '/lines/4/external_id repeated',
      '/lines/4/manager unknown',
    ],
  ],
}

test('faults are reported by line and column, and nothing is written', async (t) => {
  const { faults, members, teams, written } = await newImports()
  for (const [what, [text, expected]] of Object.entries(bad)) {
    await t.test(what, async () => assert.deepEqual(await faults(text), expected))
  }
  assert.deepEqual([await members(), await teams(), await written()], [[], [], []])
})

test('a repeated address names both lines', async () => {
  const { csv } = await newImports()
  const { body } = await csv(lines('A,a@x.test,1,', 'B,a@x.test,2,'))
  assert.equal(body.detail, 'Line 3, email: a@x.test is already in line 2')
})

test('a hundred faults are listed and all are counted', async () => {
  const { csv } = await newImports()
  const { body } = await csv(lines(...Array.from({ length: 2500 }, (_, i) => `A,a@x.test,${i},`)))
  assert.equal(body.errors.length, 100)
  assert.match(body.detail, /^2499 faults, of which the first 100/)
})

test('a member has at most twenty attributes, counting existing ones', async () => {
  const { done, api, faults } = await newImports()
  const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`a${i}`, 'x']))
  await api.post('/api/members', { name: 'A', email: 'a@x.test', attributes })
  assert.deepEqual(await faults('email,attributes.more\na@x.test,1\n'), ['/lines/2/attributes too_many'])
  assert.equal((await done('email,attributes.more,attributes.a0\na@x.test,1,\n')).updated, 1)
})

test('CSV is read as spreadsheets write it', async () => {
  const { done, byName } = await newImports()
  const text =
    '\ufeffName , EMAIL,attributes.note\r\n"Ada ""the first"" L., Dr",ada@x.test,"two\r\nlines"\r\n\r\n,,\r\n=1+1,eve@x.test,@SUM(A1)\r\n'
  assert.equal((await done(text)).created, 2)
  const found = await byName()
  assert.deepEqual(Object.keys(found), ['Ada "the first" L., Dr', '=1+1'])
  assert.deepEqual(found['=1+1'].attributes, { note: '@SUM(A1)' })
  assert.deepEqual(found['Ada "the first" L., Dr'].attributes, { note: 'two\nlines' })
})

test('lines are counted as an editor counts them', async () => {
  const { faults } = await newImports()
  const text =
    'name,email,attributes.note\r\nA,a@x.test,"1\r\n2\r\n3"\r\n\r\nB,nowhere,"4\r\n5"\r\n,c@x.test,\r\n'
  assert.deepEqual(await faults(text), ['/lines/6/email invalid', '/lines/8/name missing'])
})

test('bytes that are not UTF-8 are reported by line', async () => {
  const { faults } = await newImports()
  const bytes = (...parts: (string | number)[]) =>
    Uint8Array.from(
      parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])),
    )
  assert.deepEqual(await faults(bytes('name,email\nA,a@x.test\nMü', 0xfc, 'ller,b@x.test\n')), [
    '/lines/3 not_utf8',
  ])
  assert.deepEqual(await faults(bytes('name,email\nA,a@x.test\nM', 0xc3)), ['/lines/3 not_utf8'])
})

test('a character, a line end and a quote can span two chunks', async () => {
  const { done, byName } = await newImports()
  const all = new TextEncoder().encode('\ufeffname,email\r\n"Zoë ""Z""",z@x.test\r\n')
  const stream = new ReadableStream({
    start(controller) {
      for (const byte of all) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  assert.equal((await done(stream)).created, 1)
  assert.deepEqual(Object.keys(await byName()), ['Zoë "Z"'])
})

test('rows can be JSON, whole or line by line', async () => {
  const { post, byName, csv } = await newImports()
  const row = { name: 'Ada', email: 'ada@x.test', teams: 'One', 'attributes.site': 'B', locale: null }
  const whole = await post('application/json', JSON.stringify({ rows: [row] }))
  assert.deepEqual([whole.status, whole.body.created], [200, 1])
  const streamed = await post(
    'application/x-ndjson',
    `${JSON.stringify(row)}\n\n{"name":"Bob","email":"bob@x.test"}`,
  )
  assert.deepEqual([streamed.body.unchanged, streamed.body.created, streamed.body.changes[0].line], [1, 1, 3])
  const { Ada } = await byName()
  assert.deepEqual([Ada.attributes, Ada.team_ids.length], [{ site: 'B' }, 1])
  assert.equal((await csv('name,email,attributes.site,teams\nAda,ada@x.test,B,One\n')).body.unchanged, 1)

  const wrong = await post(
    'application/json',
    JSON.stringify({ rows: [row, { name: 'X', email: 'nowhere' }] }),
  )
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/rows/1/email'])
  const text = [
    '{"name":1,"email":"a@x.test"}',
    '[]',
    '{',
    '{"salary":"1"}',
    '{"name":"A","name":"B"}',
    '{"__proto__":"x"}',
  ]
  const broken = await post('application/x-ndjson', text.join('\n'))
  assert.deepEqual(
    broken.body.errors.map((one: any) => `${one.pointer} ${one.code}`),
    [
      '/lines/1/name type',
      '/lines/2 broken_json',
      '/lines/3 broken_json',
      '/lines/4/salary unknown_column',
      '/lines/5 broken_json',
      '/lines/6 broken_json',
    ],
  )
})

test('unsupported media, encodings, keys and sizes are refused', async () => {
  const { post, csv, api } = await newImports()
  const refusal = async (reply: Promise<any>) => {
    const { status, body } = await reply
    return [status, body.code]
  }
  assert.deepEqual(await refusal(post('text/plain', 'name\n')), [415, 'unsupported_media_type'])
  assert.deepEqual(await refusal(csv('name\n', {}, { 'content-encoding': 'gzip' })), [
    415,
    'unsupported_media_type',
  ])
  assert.deepEqual(await refusal(csv('name\n', {}, { 'idempotency-key': 'one' })), [400, 'invalid_request'])
  assert.deepEqual(await refusal(csv('name\n', { missing: 'all' })), [400, 'invalid_request'])
  const team = api.post('/api/teams', 'name\n', { 'content-type': 'text/csv' })
  assert.deepEqual(await refusal(team), [415, 'unsupported_media_type'])

  // Rows of 60 kB, each with too long a name; with and without a content-length.
  const large = `name\n${`${'x'.repeat(60_000)}\n`.repeat(600)}`
  assert.deepEqual(await refusal(csv(large)), [413, 'payload_too_large'])
  assert.deepEqual(await refusal(csv(new Blob([large]).stream())), [413, 'payload_too_large'])
  assert.deepEqual((await csv(`name\n${'x'.repeat(70_000)}\n`)).body.errors[0].code, 'broken_csv')
})

test('a file gives first and last days, and keeps those that it does not name', async () => {
  const { done, byName, csv } = await newImports()
  const days = 'name,external_id,joined_on,leaves_on\n'
  const made = await done(`${days}Ada,hr-1,2027-01-04,\nAlan,hr-2,2026-02-02,2027-03-31\n`)
  assert.deepEqual(made.changes[1].fields.leaves_on, { from: null, to: '2027-03-31' })
  const read = async () =>
    Object.values(await byName()).map(({ joined_on: joined, leaves_on: leaves }: any) => [joined, leaves])
  const expected = [
    ['2027-01-04', null],
    ['2026-02-02', '2027-03-31'],
  ]
  assert.deepEqual(await read(), expected)
  const again = await done('name,external_id\nAda,hr-1\nAlan,hr-2\n')
  assert.equal(again.unchanged, 2)
  assert.deepEqual(await read(), expected)
  const emptied = await done(`${days}Alan,hr-2,2026-02-02,\n`)
  assert.deepEqual(emptied.changes[0].fields, { leaves_on: { from: '2027-03-31', to: null } })
  for (const [row, column] of [
    ['Ada,hr-1,04.01.2027,', 'joined_on'],
    ['Ada,hr-1,2027-02-30,', 'joined_on'],
    ['Ada,hr-1,1027-02-03,', 'joined_on'],
    ['Ada,hr-1,2027-02-03,2027-02-02', 'leaves_on'],
    ['Ada,hr-1,,2027-01-03', null],
  ] as const) {
    const reply = await csv(`${days}${row}\n`)
    if (column === null) assert.equal(reply.status, 200)
    else assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, `/lines/2/${column}`], row)
  }
})

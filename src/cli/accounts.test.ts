/** `sonde-server bootstrap`, `sonde-server admin` and `sonde-server password`, on a database of their own. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type CommandEnd, programOf, runCommand } from '../../test/support/command.ts'
import { addressOf, operate } from '../../test/support/operate.ts'
import { freshDatabase, keysFolderOf } from '../../test/support/start.ts'
import { connect, type Db } from '../db/db.ts'

suite('accounts from the command line', () => {
  let db: Db
  let folder: string
  let environment: Record<string, string>

  before(async () => {
    const connection = await freshDatabase()
    db = connect(connection)
    folder = await mkdtemp(join(tmpdir(), 'sonde-accounts-'))
    environment = {
      DATABASE_URL: addressOf(connection),
      SONDE_DATA_DIR: folder,
      SONDE_KEY_STORE: keysFolderOf(connection),
      SONDE_LOG_LEVEL: 'silent',
    }
  })

  after(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  const sonde = (...words: string[]): Promise<CommandEnd> => operate(words, environment)
  const count = async (table: 'organisations' | 'idp_accounts'): Promise<number> =>
    (await db.pool.query(`select 1 from ${table}`)).rowCount ?? 0
  const acme = ['bootstrap', '--organisation', 'Acme', '--admin', 'ada@acme.test', '--json']

  test('where there is no organisation, a command names the place that it looked in, and the setting that may lead elsewhere', async () => {
    const words = ['application', 'create', '--name', 'Deploy bot']
    const elsewhere = await mkdtemp(join(tmpdir(), 'sonde-elsewhere-'))
    try {
      const inDatabase = await sonde(...words)
      const inFolder = await operate(words, { SONDE_DATA_DIR: elsewhere, SONDE_LOG_LEVEL: 'silent' })
      assert.deepEqual([inDatabase.code, inFolder.code], [1, 1])
      assert.match(inDatabase.err, /no organisation in the database of DATABASE_URL/)
      assert.ok(inFolder.err.includes(`the data folder ${elsewhere}. Does`), inFolder.err)
      assert.match(inFolder.err, /the same SONDE_DATA_DIR/)
    } finally {
      await rm(elsewhere, { recursive: true, force: true })
    }
  })

  test('the first organisation needs no flag, of two at once one is made, and a second one has to be asked for', async () => {
    // As they are installed: two processes, by either name.
    const ended = await Promise.all(
      (['sonde', 'sonde-server'] as const).map((name) =>
        runCommand(acme, { env: environment, program: programOf(name) }),
      ),
    )
    assert.deepEqual(ended.map(({ code }) => code).toSorted(), [0, 1], JSON.stringify(ended))
    assert.equal(await count('organisations'), 1)
    const made = ended.find(({ code }) => code === 0)
    const { organisation, sign_in } = JSON.parse(made?.out ?? '')
    assert.equal(sign_in.email, 'ada@acme.test')

    const again = await sonde(...acme)
    assert.equal(again.code, 1)
    assert.match(again.err, new RegExp(`There is an organisation already: Acme \\(${organisation.id}\\)`))
    assert.match(again.err, /--another/)
    assert.equal(await count('organisations'), 1)

    const another = await sonde(...acme, '--another')
    assert.equal(another.code, 0, another.err)
    // The admin of both has one account, whose password stays.
    assert.equal(JSON.parse(another.out).sign_in, undefined)
    assert.deepEqual([await count('organisations'), await count('idp_accounts')], [2, 1])
  })

  test('a password is made for a known address, and for an unknown one only with --create', async () => {
    const before = await count('idp_accounts')
    const unknown = await sonde('password', 'adda@acme.test')
    assert.equal(unknown.code, 1)
    assert.match(unknown.err, /There is no account of adda@acme\.test\. .*--create/)
    assert.equal(unknown.out, '')
    for (const wrong of ['adda', '']) assert.equal((await sonde('password', wrong)).code, 1)
    assert.equal(await count('idp_accounts'), before)

    const created = await sonde('password', 'grace@acme.test', '--create')
    assert.equal(created.code, 0, created.err)
    const renewed = await sonde('password', 'GRACE@acme.test')
    assert.equal(renewed.code, 0, renewed.err)
    assert.match(renewed.out, /^Password of GRACE@acme\.test \(shown only once\): \S+\n$/)
    assert.notEqual(renewed.out.split(': ')[1], created.out.split(': ')[1])
    assert.equal(await count('idp_accounts'), before + 1)
  })

  test('the operator makes an admin of whoever has the address, and names one where nobody has', async () => {
    const { organisation, admin } = JSON.parse((await sonde(...acme, '--another')).out)
    const appoint = (email: string, ...words: string[]) =>
      sonde('admin', email, '--organisation', organisation.id, '--json', ...words)
    const users = async (): Promise<[string, string, string][]> =>
      (
        await db.pool.query(
          `select email, role, status from users where organisation_id = $1 order by created_at, email`,
          [organisation.id],
        )
      ).rows.map(({ email, role, status }) => [email, role, status])

    const named = await appoint('hedy@acme.test', '--name', 'Hedy')
    assert.equal(named.code, 0, named.err)
    assert.equal(JSON.parse(named.out).sign_in.email, 'hedy@acme.test')
    assert.deepEqual((await users()).at(-1), ['hedy@acme.test', 'admin', 'active'])
    const again = JSON.parse((await appoint('Hedy@acme.test')).out)
    assert.deepEqual(again, { admin: JSON.parse(named.out).admin })

    await db.pool.query(`update users set role = 'member' where organisation_id = $1`, [organisation.id])
    const back = await appoint('ada@acme.test')
    assert.deepEqual(JSON.parse(back.out), { admin: { id: admin.id } })
    assert.equal((await users()).find(([email]) => email === 'ada@acme.test')?.[1], 'admin')
    const { rows } = await db.pool.query(
      `select detail->'role' as role from audit_events
       where organisation_id = $1 and action = 'person.updated' and actor_kind = 'operator'
       order by occurred_at`,
      [organisation.id],
    )
    assert.deepEqual(
      rows.map(({ role }) => role),
      [
        { from: null, to: 'admin' },
        { from: 'member', to: 'admin' },
      ],
    )

    await db.pool.query(`update users set status = 'left' where organisation_id = $1 and id = $2`, [
      organisation.id,
      admin.id,
    ])
    const away = await appoint('ada@acme.test')
    assert.equal(away.code, 1)
    assert.equal((await sonde('doctor')).code, 1)
    assert.equal((await appoint('hedy@acme.test')).code, 0)
    assert.match((await sonde('doctor')).out, /ok +every organisation has an admin who can sign in/)
    await db.pool.query(
      `insert into identities (organisation_id, id, issuer, subject, user_id, created_at)
       values ($1, 'idn_2', 'https://gone.example', 'hedy', $2, now())`,
      [organisation.id, again.admin.id],
    )
    const shutOut = await sonde('doctor')
    assert.equal(shutOut.code, 1)
    assert.match(shutOut.out, new RegExp(`FAULT no admin can sign in: Acme \\(${organisation.id}\\)`))
    assert.equal((await appoint('grace@acme.test')).code, 0)
    assert.equal((await sonde('doctor')).code, 0)
    assert.match(away.err, /has left; take another address/)
    assert.equal((await appoint('ada')).code, 1)
    const nowhere = await sonde('admin', 'ada@acme.test', '--organisation', 'org_1')
    assert.deepEqual([nowhere.code, nowhere.out], [1, ''])
    assert.match(nowhere.err, /There is no organisation org_1/)
  })

  test('nothing that lets somebody in is done unrecorded', async () => {
    const {
      organisation,
      admin,
      command_line: commandLine,
    } = JSON.parse((await sonde(...acme, '--another')).out)
    const entries = async () =>
      (
        await db.pool.query(
          `select action, actor_kind, target
           from audit_events
           where organisation_id = $1
           order by occurred_at, action`,
          [organisation.id],
        )
      ).rows.map(({ action, actor_kind, target }) => [action, actor_kind, target])
    const made = [
      ['application.created', 'operator', commandLine.client_id],
      ['organisation.created', 'operator', organisation.id],
    ]
    assert.deepEqual(await entries(), made)

    // As the first sign-in links them, and with an app as second factor.
    const [{ id: account }] = (
      await db.pool.query(`select id from idp_accounts where email = 'ada@acme.test'`)
    ).rows
    await db.pool.query(
      `insert into idp_authenticators (account_id, secret, last_step, created_at) values ($1, 'x', 0, now())`,
      [account],
    )
    await db.pool.query(
      `insert into identities (organisation_id, id, issuer, subject, user_id, created_at)
       values ($1, 'idn_1', 'embedded', $2, $3, now())`,
      [organisation.id, account, admin.id],
    )
    assert.equal((await sonde('password', 'ada@acme.test')).code, 0)
    const renewed = ['password.renewed', 'operator', admin.id]
    assert.deepEqual(await entries(), [...made, renewed])
    assert.equal((await sonde('password', 'ada@acme.test', '--reset-second-factor')).code, 0)
    assert.deepEqual(await entries(), [
      ...made,
      renewed,
      renewed,
      ['second_factor.reset', 'operator', admin.id],
    ])
    // Without a second factor there is nothing to reset.
    assert.equal((await sonde('password', 'ada@acme.test', '--reset-second-factor')).code, 0)
    assert.equal((await entries()).length, 6)
  })
})

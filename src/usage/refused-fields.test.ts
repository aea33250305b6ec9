/** What the log keeps of refused fields, and that nothing of a request comes in by them. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Type } from 'typebox'
import { oneOf, strict } from '../../contract/fields.ts'
import { createPulse } from '../../contract/pulses.ts'
import { newFlow } from '../../test/support/oauth-flow.ts'
import { client, eventually } from '../../test/support/world.ts'
import { redacted } from './log-line.ts'
import { loggedFields } from './refused-fields.ts'

const schemas = {
  body: strict({
    title: Type.String(),
    mode: oneOf(['anonymous', 'attributed']),
    people: Type.Array(strict({ email: Type.String(), age: Type.Number() })),
  }),
}
const sentBody = {
  title: 'Ada Lovelace leaves',
  mode: 'attributed',
  people: [{ email: 'ada@acme.test', age: 47 }],
  nickname: 'Countess',
}
const keptOf = (detail: string, pointer = '/title', body: unknown = sentBody) =>
  loggedFields([{ pointer, code: 'invalid', detail }], schemas, { body, query: {}, params: {} })[0]

suite('of a refused field', () => {
  test('a message in the words of the contract is kept', () => {
    for (const detail of [
      'title must NOT have more than 200 characters',
      'closes_at must be after opens_at',
      'mode must be equal to one of the allowed values: anonymous, attributed',
      'people.0.email is missing',
    ])
      assert.deepEqual(keptOf(detail), { pointer: '/title', code: 'invalid', detail })
  })

  test('a message that repeats a value, in part or in other letters, is not kept', () => {
    for (const detail of [
      'Ada Lovelace leaves is taken',
      'ADA LOVELACE LEAVES is taken',
      'Ada Lovelac… is too long',
      'There is nobody with ada@acme.test',
      '47 is above 30',
      'The member nickname is not known here',
      'Countess: not here',
      'Belongs to “Grace Hopper”',
      'x'.repeat(201),
    ])
      assert.equal(keptOf(detail).detail, null, detail)
  })

  test('a pointer has names of the contract and places alone', () => {
    const pointers = {
      '': '',
      '/people/0/email': '/people/0/email',
      '/people/12/ada@acme.test': `/people/12/${redacted}`,
      '/Countess': `/${redacted}`,
      '/nickname': `/${redacted}`,
      '/people/123456789': `/people/${redacted}`,
    }
    for (const [sent, kept] of Object.entries(pointers))
      assert.equal(keptOf('It is wrong', sent).pointer, kept)
  })

  test('a request that is too large or too deep to compare, or a file, keeps no message', () => {
    const many = { people: Array.from({ length: 600 }, (_, at) => ({ email: `${at}@acme.test`, age: at })) }
    assert.equal(keptOf('It is wrong', '/title', many).detail, null)
    let deep: unknown = 'Ada'
    for (let depth = 0; depth < 30; depth++) deep = { title: deep }
    assert.equal(keptOf('It is wrong', '/title', deep).detail, null)
    const upload = { ...schemas, upload: { media: {} } } as unknown as Parameters<typeof loggedFields>[1]
    const [field] = loggedFields([{ pointer: '/title', code: 'taken', detail: 'It is wrong' }], upload, {
      body: undefined,
      query: {},
      params: {},
    })
    assert.equal(field.detail, null)
  })

  test('of many, five are kept', () => {
    const errors = Array.from({ length: 9 }, (_, at) => ({
      pointer: `/people/${at}`,
      code: 'invalid',
      detail: 'It is wrong',
    }))
    assert.equal(loggedFields(errors, schemas, { body: {}, query: {}, params: {} }).length, 5)
  })

  test('names of what a pulse asks are names of the contract', () => {
    const [field] = loggedFields(
      [
        {
          pointer: '/questions/0/options/1/text',
          code: 'missing',
          detail: 'questions.0.options.1.text is missing',
        },
      ],
      createPulse,
      { body: {}, query: {}, params: {} },
    )
    assert.equal(field.pointer, '/questions/0/options/1/text')
  })
})

test('admins read which field was refused; of a request for another user no message', async () => {
  const flow = await newFlow()
  const admin = await flow.session()
  const app = await flow.register()
  const mine = { client_id: app.client_id, client_secret: app.client_secret }
  const token = (await flow.token({ grant_type: 'client_credentials', ...mine })).body.access_token
  const itself = client(flow.url, token)
  const bodies = [
    {},
    { name: 'Platform', parent_team_id: 'tem_01jz00000000000000000000zz' },
    { name: 'Platform', colour: 'Grace Hopper' },
    { name: 7 },
  ]
  const ids: string[] = []
  for (const body of bodies) {
    const reply = await itself.post('/api/teams', body)
    assert.ok(reply.status >= 400, JSON.stringify(reply.body))
    ids.push(reply.headers.get('x-request-id')!)
  }
  const read = (id: string) =>
    eventually(
      () => admin.get(`/api/applications/${app.id}/requests/${id}`),
      ({ status }) => status === 200,
    )
  const [missing, unknown, extra, typed] = await Promise.all(ids.map(async (id) => (await read(id)).body))
  assert.deepEqual(missing.errors, [{ pointer: '/name', code: 'missing', detail: 'name is missing' }])
  assert.equal(unknown.errors[0]?.pointer ?? '/parent_team_id', '/parent_team_id')
  assert.deepEqual(extra.errors, [{ pointer: `/${redacted}`, code: 'unknown', detail: null }])
  assert.deepEqual([typed.errors[0].pointer, typed.errors[0].code], ['/name', 'type'])
  for (const one of [missing, unknown, extra, typed])
    assert.doesNotMatch(JSON.stringify(one), /Grace|Hopper|Platform|colour|tem_01jz/)

  await flow.db.pool.query(
    `update api_requests set user_id = 'usr_00000000000000000000000000' where id = $1 and organisation_id = $2`,
    [ids[0], flow.organisationId],
  )
  assert.deepEqual((await read(ids[0])).body.errors, [{ pointer: '/name', code: 'missing', detail: null }])
})

import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { parseForm, parseJsonRequest, topLevelNames } from './token-request.ts'

test('a request reads the same from JSON and from a form', () => {
  const request = {
    grant_type: 'authorization_code',
    client_id: 'a',
    code: 'c+/=',
    redirect_uri: 'https://x.test/?a=1&b=2',
  }
  assert.deepEqual(parseJsonRequest(JSON.stringify({ ...request, unknown: [1], scope: '' })), request)
  assert.deepEqual(
    parseForm(new URLSearchParams({ ...request, unknown: '1', scope: '' }).toString()),
    request,
  )
})

for (const text of [
  '',
  '[]',
  'null',
  '"x"',
  '1',
  '{',
  '{"client_id":1}',
  '{"client_secret":["x"]}',
  '{"scope":{}}',
  '{"code":null}',
  '{"client_id":"a","client_id":"b"}',
  '{"client_id":"a","client\\u005fid":"b"}',
  '{"other":1,"other":2}',
  '{"__proto__":{}}',
  '{"client_id":"a\\u0000"}',
  '{"client_id":"\\ud800"}',
]) {
  test(`a JSON body is refused: ${text}`, () =>
    assert.throws(() => parseJsonRequest(text), { code: 'invalid_request' }))
}

test('nested members may repeat names of outer ones', () => {
  assert.deepEqual(
    parseJsonRequest(
      '{"client_id":"a","x":{"client_id":"b","y":[{"client_id":"c"}]},"scope":"s, \\"scope\\":"}',
    ),
    {
      client_id: 'a',
      scope: 's, "scope":',
    },
  )
})

test('a parameter of a form may occur once, except resource', () => {
  assert.throws(() => parseForm('client_id=a&client_id=a'), { code: 'invalid_request' })
  assert.throws(() => parseForm('code=&code=a'), { code: 'invalid_request' })
  assert.deepEqual(parseForm('resource=a&resource=b&resource=').resources, ['a', 'b'])
  assert.deepEqual(parseJsonRequest('{"resource":["a","b"]}').resources, ['a', 'b'])
  assert.throws(() => parseJsonRequest('{"resource":[1]}'), { code: 'invalid_request' })
})

test('top-level names are those of the outermost object, whatever it contains', () => {
  const name = fc.string({ maxLength: 5 })
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 }),
      fc.boolean(),
      (body, spaced) => {
        assert.deepEqual(topLevelNames(JSON.stringify(body, null, spaced ? 2 : 0)), Object.keys(body))
      },
    ),
  )
})

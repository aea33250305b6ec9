import { test } from 'node:test'
import assert from 'node:assert/strict'
import { type TSchema, Type } from 'typebox'
import { nullable, page } from '../../contract/fields.ts'
import { operations } from '../../contract/operations.ts'
import { replyWriter } from './reply-shape.ts'

const Member = Type.Object({
  id: Type.String(),
  count: Type.Integer(),
  share: nullable(Type.Number()),
  team: nullable(Type.Object({ name: Type.String() })),
  note: Type.Optional(Type.String()),
  free: Type.Unknown(),
})
const member = { id: 'a', count: 1, share: 0.5, team: { name: 'Platform' }, note: 'n', free: { any: [1] } }
const written = (schema: TSchema, value: unknown): unknown => JSON.parse(replyWriter(schema)(value))

test('a reply holds only members of the schema, however deep', () => {
  const secretive = { ...member, secret: 1, team: { name: 'Platform', secret: 2 } }
  assert.deepEqual(written(Member, secretive), member)
  assert.deepEqual(
    written(page('members', Member), { members: [secretive], next_cursor: null, has_more: false, secret: 3 }),
    {
      members: [member],
      next_cursor: null,
      has_more: false,
    },
  )
})

test('members are written in the order of the schema', () => {
  const { id, ...rest } = member
  assert.equal(replyWriter(Member)({ ...rest, id }), JSON.stringify(member))
})

test('null stays null, an absent optional member stays absent, instants become text', () => {
  const { note: _note, ...without } = member
  assert.deepEqual(written(Member, { ...without, team: null, share: null }), {
    ...without,
    team: null,
    share: null,
  })
  const at = new Date('2026-12-01T17:00:00Z')
  assert.deepEqual(written(Type.Object({ at: Type.String({ format: 'date-time' }) }), { at }), {
    at: at.toISOString(),
  })
})

test('a number is written as a number, also when the database sends text', () => {
  assert.deepEqual(written(Member, { ...member, count: '7', share: '0.25' }), {
    ...member,
    count: 7,
    share: 0.25,
  })
  assert.throws(() => written(Member, { ...member, count: 'many' }), TypeError)
})

test('a required member that is missing is an error', () => {
  const { id: _id, ...without } = member
  assert.throws(() => written(Member, without), /lacks id/)
})

test('every reply of the contract can be written', () => {
  for (const { id, response } of operations) assert.ok(replyWriter(response), id)
})

test('a choice between objects is refused when it is compiled', () => {
  const either = Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })])
  assert.throws(() => replyWriter(Type.Object({ either })), /one of several/)
})

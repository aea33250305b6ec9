import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Type } from 'typebox'
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
const said = (schema: unknown, value: unknown): unknown => JSON.parse(replyWriter(schema)(value))

test('only what the schema names leaves, however deep', () => {
  const secretive = { ...member, secret: 1, team: { name: 'Platform', secret: 2 } }
  assert.deepEqual(said(Member, secretive), member)
  assert.deepEqual(
    said(page('members', Member), { members: [secretive], next_cursor: null, has_more: false, secret: 3 }),
    {
      members: [member],
      next_cursor: null,
      has_more: false,
    },
  )
})

test('members come in the order of the schema', () => {
  const { id, ...rest } = member
  assert.equal(replyWriter(Member)({ ...rest, id }), JSON.stringify(member))
})

test('null stays null, an optional member stays away, instants become text', () => {
  const { note: _note, ...without } = member
  assert.deepEqual(said(Member, { ...without, team: null, share: null }), {
    ...without,
    team: null,
    share: null,
  })
  const at = new Date('2026-12-01T17:00:00Z')
  assert.deepEqual(said(Type.Object({ at: Type.String({ format: 'date-time' }) }), { at }), {
    at: at.toISOString(),
  })
})

test('a number is a number, also when the database sends text', () => {
  assert.deepEqual(said(Member, { ...member, count: '7', share: '0.25' }), {
    ...member,
    count: 7,
    share: 0.25,
  })
  assert.throws(() => said(Member, { ...member, count: 'many' }), TypeError)
})

test('a promised member that is missing is a fault of ours', () => {
  const { id: _id, ...without } = member
  assert.throws(() => said(Member, without), /lacks id/)
})

test('every reply of the contract can be written', () => {
  for (const { id, response } of operations) assert.ok(replyWriter(response), id)
})

test('a choice between objects is refused when it is compiled', () => {
  const either = Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })])
  assert.throws(() => replyWriter(Type.Object({ either })), /one of several/)
})

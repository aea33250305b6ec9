/** What the audit log says of an organisation's templates: each by the title that it had at that time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newWorld } from '../../test/support/world.ts'
import { many, sql } from '../db/db.ts'
import { nullable, shape, text } from '../db/shape.ts'

test('the audit log names a template as it was called when it was changed, deleted or restored', async () => {
  const world = await newWorld()
  const author = await world.user()
  const draft = {
    title: 'How teams work',
    kind: 'pulse',
    questions: [{ id: 'calm', type: 'scale', text: 'How calm was it?' }],
  }
  const { id } = await bodyOf(author.post('/api/templates', draft), 201)
  const path = `/api/templates/${id}`
  await bodyOf(author.patch(path, { title: 'How this team works' }))
  await bodyOf(author.delete(path), 204)
  await bodyOf(author.post(`${path}/restore`))
  const recorded = await many(
    world.running.db.tx,
    shape({ action: text, title: nullable(text) }),
    sql`
      select action, detail->>'title' as title
      from audit_events
      where target = ${id}
      order by id`,
  )
  assert.deepEqual(
    recorded.map(({ action, title }) => [action, title]),
    [
      ['template.created', 'How teams work'],
      ['template.updated', 'How this team works'],
      ['template.deleted', 'How this team works'],
      ['template.restored', 'How this team works'],
    ],
  )
})

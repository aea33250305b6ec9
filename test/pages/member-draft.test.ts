/** What a form of a member sends, and what becomes of it where somebody else saves: each attribute is a field of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member } from '../../contract/members.ts'
import {
  attributeFaults,
  changedFields,
  conflictsOf,
  draftOf,
  type MemberDraft,
  patchOf,
  rebased,
  sameFields,
} from '../../web/directory/member-draft.ts'

const member = (attributes: Record<string, string>, fields: Partial<Member> = {}): Member => ({
  id: 'mem_1',
  external_id: null,
  name: 'Ada',
  email: null,
  pending_email: null,
  sign_in: 'invitation',
  locale: null,
  time_zone: null,
  joined_on: null,
  leaves_on: null,
  manager_member_id: null,
  attributes,
  channels: [],
  quiet_hours: null,
  team_ids: [],
  status: 'active',
  absences: [],
  managed_fields: [],
  managed_team_ids: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 1,
  ...fields,
})

/** The draft with other values; null: without it. */
function typed(draft: MemberDraft, values: Record<string, string | null>): MemberDraft {
  const kept = draft.attributes.flatMap((one) =>
    values[one.name] === null ? [] : { ...one, value: values[one.name] ?? one.value },
  )
  const added = Object.entries(values).flatMap(([name, value]) =>
    value === null || kept.some((one) => one.name === name) ? [] : { key: `new ${name}`, name, value },
  )
  return { ...draft, attributes: [...kept, ...added] }
}

const valuesOf = ({ attributes }: MemberDraft): string[] =>
  attributes.map(({ name, value }) => `${name}=${value}`)

test('nothing is sent of what was not changed, whatever spaces it has', () => {
  const base = member({ site: ' North ', blank: '' })
  assert.deepEqual(patchOf(draftOf(base), base), {})
  assert.deepEqual(patchOf(typed(draftOf(base), { level: ' 3 ' }), base), {
    attributes: { site: ' North ', blank: '', level: '3' },
  })
})

test('attributes are sent whole, without those that have lost their value or are removed', () => {
  const base = member({ site: 'North', level: '3', tenure: '2' })
  const draft = typed(draftOf(base), { site: 'South', level: '', tenure: null })
  assert.deepEqual(changedFields(draft, base).toSorted(), [
    'attributes.level',
    'attributes.site',
    'attributes.tenure',
  ])
  assert.deepEqual(patchOf(draft, base), { attributes: { site: 'South' } })
  assert.deepEqual(patchOf({ ...draftOf(base), externalId: ' hr-1 ' }, base), { external_id: 'hr-1' })
})

test('two people change two attributes, and both are kept; the same one is asked about', () => {
  const base = member({ site: 'North', level: '3', tenure: '2' })
  const mine = typed(draftOf(base), { site: 'South', level: null, size: 'L' })
  const now = member({ site: 'North', level: '3', grade: 'A' }, { version: 2 })
  assert.deepEqual(conflictsOf(mine, base, now), [])
  const merged = rebased(mine, { base, now })
  assert.deepEqual(valuesOf(merged), ['site=South', 'size=L', 'grade=A'])
  assert.deepEqual(patchOf(merged, now), { attributes: { site: 'South', size: 'L', grade: 'A' } })

  const theirs = member({ site: 'West', tenure: '2' }, { version: 2 })
  assert.deepEqual(conflictsOf(mine, base, theirs), ['attributes.site'])
  assert.deepEqual(valuesOf(rebased(mine, { base, now: theirs, dropped: ['attributes.site'] })), [
    'site=West',
    'tenure=2',
    'size=L',
  ])
  // Removed here, changed there.
  const changed = member({ site: 'North', level: '4', tenure: '2' }, { version: 2 })
  assert.deepEqual(conflictsOf(mine, base, changed), ['attributes.level'])
})

test('what is typed while the form is saved stays, and so does an attribute without a name', () => {
  const base = member({ site: 'North' })
  const sent = typed(draftOf(base), { site: 'South' })
  const latest = typed(sent, { site: 'South-east', '': '7' })
  const after = member({ site: 'South' }, { version: 2 })
  const dropped = sameFields(latest, sent, after)
  const next = rebased(latest, { base: after, now: after, dropped })
  assert.deepEqual(valuesOf(next), ['site=South-east', '=7'])
  assert.deepEqual(patchOf(next, after), { attributes: { site: 'South-east' } })
})

test('names that the API would refuse are found, each at its attribute', () => {
  const draft: MemberDraft = {
    ...draftOf(member({ site: 'North' })),
    attributes: [
      { key: 'site', name: 'site', value: 'North' },
      { key: 'a', name: ' site', value: 'South' },
      { key: 'b', name: '2nd', value: '' },
      { key: 'c', name: '', value: 'x' },
      { key: 'd', name: '', value: '' },
      { key: 'e', name: 'a_b-C9', value: '' },
    ],
  }
  assert.deepEqual(
    [...attributeFaults(draft)],
    [
      ['a', 'repeated'],
      ['b', 'name'],
      ['c', 'unnamed'],
    ],
  )
})

/** Absences by imports: a file replaces those of the members that it names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newImports } from '../../../test/support/directory-imports.ts'

test('a file replaces the absences of the members that it names, and leaves those of others', async () => {
  const { done, faults, api, byName } = await newImports()
  const file =
    'name,external_id,absences\nAda,hr-1,2027-12-24; 2027-07-01/2027-07-14\nAlan,hr-2,2027-08-01/2027-08-20\n'
  const made = await done(file)
  assert.deepEqual(made.changes[0].fields.absences, {
    from: null,
    to: '2027-07-01/2027-07-14; 2027-12-24/2027-12-24',
  })
  const { Ada, Alan } = await byName()
  const read = async ({ id }: { id: string }): Promise<string[]> =>
    (await api.get(`/api/members/${id}/absences`)).body.absences.map(
      ({ from, to }: { from: string; to: string }) => `${from} ${to}`,
    )
  assert.deepEqual(await read(Ada), ['2027-07-01 2027-07-14', '2027-12-24 2027-12-24'])
  const again = await done(file)
  assert.deepEqual([again.unchanged, again.changes], [2, []])
  assert.equal((await done('name,external_id\nAda,hr-1\n')).unchanged, 1)
  const planned = await done('name,external_id,absences\nAda,hr-1,\n', { dry_run: 'true' })
  assert.deepEqual(planned.changes[0].fields.absences.to, null)
  assert.equal((await read(Ada)).length, 2)
  const changed = await done('name,external_id,absences\nAda,hr-1,2027-07-02/2027-07-14\n')
  assert.deepEqual([changed.updated, changed.unchanged], [1, 0])
  assert.deepEqual(
    [await read(Ada), await read(Alan)],
    [['2027-07-02 2027-07-14'], ['2027-08-01 2027-08-20']],
  )
  await done('name,external_id,absences\nAda,hr-1,\n')
  assert.deepEqual(await read(Ada), [])
  for (const [cell, code] of [
    ['2027-07-14/2027-07-01', 'not_later'],
    ['in July', 'invalid'],
    ['2027-07-01/2027-07-02/2027-07-03', 'invalid'],
    [Array.from({ length: 101 }, () => '2027-07-01').join(';'), 'too_many'],
  ])
    assert.deepEqual(await faults(`name,external_id,absences\nAda,hr-1,${cell}\n`), [
      `/lines/2/absences ${code}`,
    ])
})

/** Fields for days: a browser writes them in its own language, so the page says the day in words where the order differs. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { dateWords } from '../../web/ui/date-words.ts'

test('a day is in words where a browser writes day and month in another order than the page', () => {
  assert.equal(dateWords('2026-12-14', 'de-DE', 'en-US'), 'Montag, 14. Dezember 2026')
  assert.equal(dateWords('2026-12-14', 'en-GB', 'en-US'), 'Monday, 14 December 2026')
  assert.equal(dateWords('2026-12-14', 'de-DE', 'de-AT'), null)
  assert.equal(dateWords('2026-12-14', 'de-DE', 'en-GB'), null)
  assert.equal(dateWords('', 'de-DE', 'en-US'), null)
})

test('every field for a day in a form is one that does', () => {
  const root = resolve(import.meta.dirname, '../..')
  const others = globSync('web/**/*.tsx', { cwd: root }).filter(
    (file) =>
      file !== 'web/ui/date-field.tsx' &&
      /<TextInput\s[^>]*\btype="date"/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(others, [])
})

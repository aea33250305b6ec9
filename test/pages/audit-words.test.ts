/** The audit log in words: a sentence for each kind of event, and runs of one kind as one row. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEvent } from '../../contract/audit.ts'
import { auditActions } from '../../contract/audit-actions.ts'
import { personStates, roles } from '../../contract/people.ts'
import { formatterOf } from '../../locales/format.ts'
import { detailTexts } from '../../web/audit/detail-texts.ts'
import { eventTexts } from '../../web/audit/event-texts.ts'
import { sentenceTexts } from '../../web/audit/sentence-texts.ts'
import { wordOf } from '../../web/audit/value-words.ts'
import { sentenceOf, withoutObject } from '../../web/audit/sentences.ts'
import { rowsOf } from '../../web/audit/runs.ts'

const event = (id: string, action: AuditEvent['action'], userId = 'usr_1'): AuditEvent => ({
  id,
  action,
  actor: { kind: 'person', user_id: userId, application_id: null },
  target: `mem_${id}`,
  detail: {},
  occurred_at: '2026-11-23T09:00:00Z',
})

const shown = (events: readonly AuditEvent[], ...open: string[]): string[] =>
  rowsOf(events, new Set(open)).map(({ id, run, isOpen }) => (run ? `${id} ×${run.length} ${isOpen}` : id))

test('three events of one kind by one actor are one row, which opens to them', () => {
  const members = ['a', 'b', 'c'].map((id) => event(id, 'member.created'))
  const log = [...members, event('d', 'person.left'), event('e', 'member.created')]
  assert.deepEqual(shown(log), ['run a ×3 false', 'd', 'e'])
  assert.deepEqual(shown(log, 'a'), ['run a ×3 true', 'a', 'b', 'c', 'd', 'e'])
})

test('two of a kind stand by themselves, and so do those of two actors', () => {
  assert.deepEqual(shown([event('a', 'member.created'), event('b', 'member.created')]), ['a', 'b'])
  const log = ['a', 'b', 'c', 'd'].map((id, at) => event(id, 'member.created', `usr_${at % 2}`))
  assert.deepEqual(shown(log), ['a', 'b', 'c', 'd'])
})

const words = async () => ({
  say: formatterOf('en', (await sentenceTexts.en()).texts),
  kind: formatterOf('en', (await eventTexts.en()).texts),
  nameOf: (id: string) => (id === 'mem_a' ? 'Mary Somerville' : null),
})

test('each kind of event is said with the name of its object, or has none', async () => {
  const unnamed: readonly string[] = withoutObject
  for (const language of ['en', 'de'] as const) {
    const texts: Readonly<Record<string, string>> = (await sentenceTexts[language]()).texts
    for (const action of auditActions) {
      const text = texts[action]
      assert.equal(text === undefined, unnamed.includes(action), action)
      if (text !== undefined) assert.match(text, /\{target\}/, action)
    }
  }
})

test('a sentence names its object as the event says it, or as it is called now, and says no ID', async () => {
  const of = await words()
  const said = (action: AuditEvent['action'], target: string, detail: unknown = {}) =>
    sentenceOf(of, { ...event('a', action), target, detail })
  assert.equal(said('member.created', 'mem_a'), 'Mary Somerville added to the directory')
  assert.equal(
    said('survey.extended', 'pls_a', { title: 'After the outage' }),
    '“After the outage” extended because of low participation',
  )
  assert.equal(
    said('webhook.created', 'whk_a', { url: 'https://hooks.example.com/a?b=c' }),
    'Webhook to hooks.example.com created',
  )
  // The issuer is no name of whom a way to sign in was added to.
  assert.equal(
    said('identity.added', 'mem_a', { issuer: 'https://login.example.com' }),
    'Sign-in method of Mary Somerville added',
  )
  assert.equal(said('figures.released', 'pls_unknown', { measures: ['participation'] }), 'Results available')
})

test('a role and a state are called as on the pages, in the language of the reader, and nothing else is', async () => {
  const words = async (language: 'en' | 'de', name: string, values: readonly string[]) => {
    const say = formatterOf(language, (await detailTexts[language]()).texts)
    return values.map((value) => wordOf(say, name, value))
  }
  assert.deepEqual(await words('de', 'role', roles), ['Mitglied', 'Analyse', 'Admin'])
  assert.deepEqual(await words('de', 'state', personStates), ['Aktiv', 'Deaktiviert', 'Ausgetreten'])
  assert.deepEqual(await words('en', 'role', [...roles, 'owner']), ['Member', 'Analyst', 'Admin', null])
  assert.deepEqual(await words('de', 'title', ['member', 'active']), [null, null])
})

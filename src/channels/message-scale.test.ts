/** The scale of a first question in an e-mail: what is said of each type, and that nothing of it can be taken for a button. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormQuestion } from '../../contract/questions.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { everyForm } from '../../test/support/every-question.ts'
import { ordinaryInvitation } from '../../test/support/ordinary-invitation.ts'
import { contentOf } from '../delivery/invitation.ts'
import { emailBodyOf } from './email-page.ts'
import { scaleOf } from './message-scale.ts'

const cellsOf = (item: FormQuestion, language = 'en'): string =>
  scaleOf(item, language)?.cells.join(' ') ?? ''
const endsOf = (item: FormQuestion, language = 'en') => scaleOf(item, language)?.ends ?? null

test('ratings, moods, and yes or no have the cells and ends of the answer page, and nothing else has any', () => {
  const scale = { id: 'calm', type: 'scale', text: 'Calm?' } as const
  assert.equal(cellsOf(scale), '1 2 3 4 5')
  assert.equal(endsOf(scale), null)
  assert.deepEqual(endsOf({ ...scale, labels: ['Low', 'High'] }), ['Low', 'High'])
  assert.deepEqual(endsOf({ ...scale, labels: ['Never', 'Rarely', 'At times', 'Often', 'Always'] }), [
    'Never',
    'Always',
  ])
  assert.equal(cellsOf({ id: 'e', type: 'enps', text: 'Recommend?' }), '0 1 2 3 4 5 6 7 8 9 10')
  assert.equal(cellsOf({ id: 'm', type: 'mood', text: 'Mood?' }).split(' ').length, 5)
  assert.equal(cellsOf({ id: 'i', type: 'icons', text: 'Stars?', icon: 'star' }), '1 2 3 4 5')
  for (const language of languages) {
    const say = textsOf('answering', language)
    assert.equal(cellsOf({ id: 'y', type: 'yes_no', text: 'Yes?' }, language), `${say('yes')} ${say('no')}`)
    assert.deepEqual(endsOf({ id: 'e', type: 'enps', text: 'Recommend?' }, language), [
      say('enps_low'),
      say('enps_high'),
    ])
    assert.deepEqual(endsOf({ id: 'm', type: 'mood', text: 'Mood?' }, language), [
      say('mood_1'),
      say('mood_5'),
    ])
  }
  const drawn = new Set(['scale', 'enps', 'mood', 'icons', 'yes_no'])
  for (const item of everyForm) assert.equal(scaleOf(item, 'en') !== null, drawn.has(item.type), item.type)
})

test('a scale is said in words, so nobody takes a tap for an answer, and the one button says no value in its address', () => {
  for (const question of everyForm) {
    const invitation = ordinaryInvitation({ question })
    const { html, text } = emailBodyOf(contentOf(invitation))
    const scale = scaleOf(question, 'en')
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    assert.deepEqual(addresses, [invitation.url, `${invitation.url}/unsubscribe`], question.type)
    assert.equal(html.match(/<a\s+class="button"/g)?.length, 1, 'one button')
    for (const word of scale?.ends ?? []) assert.ok(text.includes(word) && html.includes(word))
    // Neither cells nor lines of a scale, which somebody would press.
    assert.doesNotMatch(html, /class="(?:step|ruler|ask)"|tabindex|aria-hidden/)
  }
})

test('a scale is said with its numbers and words, in the language of the e-mail', () => {
  const saidOf = (question: FormQuestion, language = 'en'): string =>
    emailBodyOf(contentOf(ordinaryInvitation({ question, language }))).text
  const scale = { id: 'calm', type: 'scale', text: 'Calm?' } as const
  assert.match(saidOf(scale), /^On a scale from 1 to 5$/m)
  assert.match(
    saidOf({ ...scale, labels: ['Not at all', 'Very'] }),
    /^On a scale from 1 \(Not at all\) to 5 \(Very\)$/m,
  )
  assert.match(saidOf({ ...scale, max: 7 }, 'de'), /^Auf einer Skala von 1 bis 7$/m)
  assert.match(saidOf({ id: 'y', type: 'yes_no', text: 'Yes?' }), /^Yes \/ No$/m)
})

/** Every kind of insight says how it was found, whole, in each language of statements. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Insight, insightKinds, type InsightMethod } from '../../contract/insights.ts'
import type { StatementLanguage } from '../../locales/statements/statements.ts'
import { methodOf } from './method.ts'

const settings = {
  questions: [{ id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }],
  k_score: 5,
  k_comment: 8,
  k_rate: 4,
  mode: 'confidential',
  text_version: '10',
} as unknown as Parameters<typeof methodOf>[1]

const insightOf = (more: Partial<Insight>): Insight => ({
  id: 'ins_1',
  kind: 'score',
  state: 'ready',
  generation: 1,
  superseded_at: null,
  superseded_by: null,
  scope: { pulse_id: 'pls_1', team_id: null, team_name: null, question_id: 'calm' },
  survey: { title: 'Week', opened_at: '2026-10-12T08:00:00Z', closed_at: null },
  subject: 'calm',
  headline: null,
  statement: 'It is so.',
  n: 1234,
  value: {},
  interval: [0.1234, 0.5],
  method: {
    name: 'share with Wilson interval 95%',
    version: '12',
    rules: '1',
  } as unknown as Insight['method'],
  evidence: [{ comparison: 'previous', p: 0.0005, p_adjusted: 0.0015 }],
  coverage: null,
  created_at: '2026-10-12T08:00:00Z',
  ...more,
})

const words = ({
  measured,
  people,
  uncertainty,
  comparison,
  limitations,
  recompute,
}: InsightMethod): string[] => [measured, people, uncertainty, comparison, ...limitations, ...recompute.how]

suite('how an insight was found', () => {
  for (const kind of insightKinds)
    test(`${kind}: in both languages, whole, and with the same numbers`, () => {
      for (const more of [
        {},
        { scope: { pulse_id: 'pls_1', team_id: null, team_name: null } },
        { value: { rule: { any_of: ['build', 'slow test'] } } },
        { n: null, interval: null, evidence: [] },
      ]) {
        const [english, german] = (['en', 'de'] satisfies StatementLanguage[]).map((language) =>
          words(methodOf(insightOf({ kind, ...more }), settings, language)),
        )
        assert.equal(german.length, english.length)
        for (const [at, sentence] of english.entries()) {
          assert.doesNotMatch(`${sentence} ${german[at]}`, /[{}]|undefined|null/)
          assert.notEqual(german[at], sentence)
        }
      }
    })

  test('numbers are written as its reader writes them, with all their digits', () => {
    const { uncertainty, comparison } = methodOf(insightOf({ kind: 'theme' }), settings, 'de')
    assert.match(uncertainty, /Wären die 1\.234 Personen .* zwischen 12,3\u00a0% und 50\u00a0%/)
    assert.match(
      comparison,
      /Gegen das Mal davor ist der Unterschied klar\. Der Zufall allein brächte einen so großen in 0,05\s% der Fälle hervor, über alle Vergleiche des Berichts gerechnet in 0,15\s% \(p-Werte; /,
    )
    const english = methodOf(insightOf({ kind: 'score', interval: [-1.25, 2] }), settings, 'en')
    assert.match(english.uncertainty, /^If the 1,234 people .* between −1\.25 and 2 in 95 of 100 cases/)
    assert.equal(
      english.people,
      'It rests on 1,234 people. The survey was confidential: nothing is shown about fewer than 5 people, and no comparison of figures reveals anything about fewer.',
    )
  })
})

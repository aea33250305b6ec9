/** The promise in an e-mail: the answer page's words, once each, told apart at a glance; and a text in Japanese leaves no single character on a line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import {
  allNew,
  ordinaryInvitation,
  type Promised,
  promisedIn,
} from '../../test/support/ordinary-invitation.ts'
import { contentOf, type Invitation } from '../delivery/invitation.ts'
import { emailBodyOf } from './email-page.ts'

const bodyOf = (promised: Promised, more: Partial<Invitation> = {}) =>
  emailBodyOf(contentOf({ ...ordinaryInvitation(promised), ...more }))

/** What a reader of the page sees: no marks, and one space for each gap. */
const shownIn = (html: string): string =>
  html
    .replace(/<style>[^]*?<\/style>/, '')
    .replace(/<div style="display:none[^]*?<\/div>/, '')
    .replaceAll(/<span style="white-space:nowrap"\s*>/g, '')
    .replaceAll('</span>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const oneSpace = (text: string): string => text.replaceAll(/\s+/g, ' ')
const timesIn = (text: string, words: string): number => text.split(oneSpace(words)).length - 1

test('each mode has its own band, which says what the answer page says first', () => {
  for (const language of languages) {
    const bands = modes.map((mode) => {
      const { html } = bodyOf({ language, mode })
      const [, name, ground, words] =
        /<td\s+class="(nameless|stored|strip)"\s+bgcolor="(#[0-9a-f]{6})"[^>]*>\s*([^<]*?)\s*<\/td>/.exec(
          html,
        )!
      const { headline } = promisedIn({ language, mode })
      const named = textsOf('answering', language)('named')
      assert.equal(words, mode === 'attributed' ? named : headline, `${language} ${mode}`)
      return `${name} ${ground}`
    })
    assert.equal(new Set(bands).size, 3, language)
  }
})

test('page and e-mail promise the same in the same words, and an e-mail says none of them twice, in both parts and all languages', () => {
  for (const language of languages)
    for (const mode of modes)
      for (const policy of [{}, allNew]) {
        const promise = promisedIn({ language, mode, policy })
        const { text, html } = bodyOf({ language, mode, policy })
        const isSaid = mode === 'anonymous' && policy === allNew
        const advice = textsOf('promise', language)('new_advice')
        const said = [
          promise.headline,
          ...promise.summary
            // The whole promise is on the page; the headline of recently added people says that no name is stored.
            .filter(({ about }) => about !== 'kept' && about !== 'with_name' && !(about === 'name' && isSaid))
            .map((row) => row.text),
          ...(policy === allNew && mode !== 'attributed' ? [advice] : []),
        ]
        for (const part of [oneSpace(text), shownIn(html)]) {
          for (const words of said)
            assert.equal(timesIn(part, words), 1, `${language} ${mode}: ${words} in ${part}`)
          assert.ok(!part.includes(promise.sentence), 'the sentence for chats repeats it')
          if (mode === 'attributed') assert.ok(!part.includes(oneSpace(advice)), 'names are seen: no “as if”')
        }
        const places = said.slice(0, 2).map((words) => oneSpace(text).indexOf(oneSpace(words)))
        assert.ok(places[0]! < places[1]!, 'the headline comes first')
      }
})

test('a warning stands in the box of warnings and in no band of a mode, and where names are seen they come first', () => {
  for (const language of languages)
    for (const mode of modes) {
      const { html, text } = bodyOf({ language, mode, policy: allNew })
      const { headline, summary } = promisedIn({ language, mode, policy: allNew })
      const box = /<table[^>]*class="(named|promise)"\s+bgcolor="(#[0-9a-f]{6})"/.exec(html)!
      assert.deepEqual(box.slice(1), ['named', '#fef6e4'], `${language} ${mode}`)
      assert.doesNotMatch(html, /class="(?:nameless|stored)"/)
      const band = /<td\s+class="(warned|strip)"\s+bgcolor="(#[0-9a-f]{6})"/.exec(html)!
      const isNamed = mode === 'attributed'
      assert.deepEqual(band.slice(1), isNamed ? ['strip', '#92400e'] : ['warned', '#fef6e4'])
      const reason = summary.find(({ about }) => about === 'new')!.text
      const others = summary.find(({ about }) => about === (isNamed ? 'without_name' : 'results'))!.text
      const order = isNamed ? [headline, others, reason] : [headline, reason, others]
      for (const part of [text, shownIn(html)]) {
        const places = order.map((words) => oneSpace(part).indexOf(oneSpace(words)))
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
          `${language} ${mode}`,
        )
      }
      if (isNamed)
        assert.ok(
          /<strong>[^]*?<\/strong>/.exec(html.slice(html.indexOf('class="strip"')))![0].includes('Ada'),
        )
    }
})

test('who reads results by name is named, and whose answers are not counted is told above the promise', () => {
  for (const mode of modes) {
    const notCounted = textsOf('answering', 'en')('not_counted')
    const { text, html } = bodyOf({ mode, policy: { results_audience: 'listed' } }, { notCounted })
    for (const part of [text, shownIn(html)]) {
      const words = oneSpace(part)
      assert.ok(words.lastIndexOf('Ada Lovelace') > words.indexOf('listed below'), words)
      assert.equal(timesIn(words, notCounted), 1)
      assert.ok(words.indexOf(notCounted) < words.indexOf(promisedIn({ mode }).headline))
    }
  }
})

test('a test that was queued without the parts of its promise says the sentence', () => {
  const sentence = 'Results are shown only for groups of 5 or more.'
  for (const mode of modes) {
    const { text, html } = bodyOf({ mode }, { promise: { sentence, parts: null } })
    for (const part of [text, shownIn(html)]) {
      assert.equal(timesIn(part, sentence), 1)
      assert.equal(part.includes('Answers with your name'), mode === 'attributed')
    }
  }
})

test('the end of a text in Japanese holds together, and lines end after phrases where a program knows them', () => {
  const sentence = '結果は5人以上のグループについてのみ表示され、お名前と一緒に表示されることはありません。'
  const { html, text } = bodyOf({ language: 'ja' }, { promise: { sentence, parts: null } })
  assert.ok(text.includes(sentence))
  assert.match(html, /ことはあ<span style="white-space:nowrap"\s*>りません。<\/span/)
  assert.match(html, /word-break:auto-phrase/)
  const english = 'Results are shown only for groups of 5 or more.'
  const kept = bodyOf({ language: 'ja' }, { promise: { sentence: english, parts: null } }).html
  assert.ok(kept.includes(english), 'what has spaces is left as it is')
  assert.doesNotMatch(bodyOf({}).html, /auto-phrase|nowrap"\s*>[^<]{5}<\/span/)
})

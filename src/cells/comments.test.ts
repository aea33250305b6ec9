/** What a comment looks like before anybody reads it, and the order in which comments leave. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf, proportionalMax } from '../../test/support/cpu.ts'
import { redact } from '../text/text.ts'
import { commentsOf, inHashOrder, plainComment } from './comments.ts'

const names = ['Anna Müller']
const plain = (text: string): string | null => plainComment(text, (one) => redact(one, names))

const cases: [what: string, text: string, wanted: string | null][] = [
  ['words stay', 'Too many meetings.', 'Too many meetings.'],
  ['white space becomes one space', '  Too\t many\r\n\n\u00a0meetings\u2003. ', 'Too many meetings .'],
  ['control characters are removed', 'Too\u0007 ma\u0000ny\u200b\u202e', 'Too many'],
  ['a byte order mark and tags are removed', '\ufeffToo many\u{e0041}\u{e0042}', 'Too many'],
  ['rows of the same sign become three', 'Never!!!!!!!! -------- ......', 'Never!!! --- ...'],
  ['rows of letters stay', 'Aaaaaah', 'Aaaaaah'],
  ['accents are written one way', 'Cafe\u0301', 'Café'],
  ['stacked marks are cut', `w${'\u0335'.repeat(50)}ork`, `w${'\u0335'.repeat(4)}ork`],
  ['emoji stay whole', '👩‍💻 works', '👩‍💻 works'],
  ['a face is a comment', ':-)', ':-)'],
  ['names are removed', 'Ask Anna Müller', 'Ask [name]'],
  ['a redaction mark alone is not a comment', 'Anna Müller', null],
  ['redaction marks and signs are no comment', ' Anna, Müller – anna@acme.test!! ', null],
  ['a redaction mark and a word are a comment', 'Anna rocks', '[name] rocks'],
  ['a redaction mark and an emoji are a comment', 'Anna 🎉', '[name] 🎉'],
  ['white space is not a comment', ' \u200b\n ', null],
]
for (const [what, text, wanted] of cases)
  test(`a comment is made plain: ${what}`, () => assert.equal(plain(text), wanted))

test('a comment is cut behind a whole sentence, in any script', () => {
  const sentences: [string, RegExp][] = [
    ['We wait for reviews every day. ', /every day\. …$/],
    ['毎日レビューを待っています。', /。 …$/],
    ['हम हर दिन समीक्षा की प्रतीक्षा करते हैं। ', /। …$/u],
    ['ننتظر المراجعة كل يوم؟ ', /؟ …$/u],
  ]
  for (const [sentence, end] of sentences) {
    const cut = plain(sentence.repeat(60)) ?? ''
    assert.match(cut, end)
    assert.ok(cut.length > 300 && cut.length <= 602, `${cut.length}`)
  }
  assert.equal(plain('x'.repeat(600)), 'x'.repeat(600))
})

test('a comment without a sentence end is cut behind a word, and never through a redaction mark or a character', () => {
  const words = plain('slow '.repeat(300)) ?? ''
  assert.ok(words.endsWith('slow …') && words.length <= 602)
  assert.match(plain('x'.repeat(2_000)) ?? '', /^x{600} …$/)
  assert.match(plain(`Short. ${'and then '.repeat(100)}`) ?? '', /(?:and|then) …$/)
  for (let before = 560; before < 604; before++) {
    const cut = plain(`${'a '.repeat(before / 2)}Müller ${'b '.repeat(60)}`) ?? ''
    assert.ok(!/\[[a-z]*(?!.*\])/.test(cut.replaceAll('[name]', '')), cut.slice(-20))
  }
  const faces = plain('👩‍💻'.repeat(300)) ?? ''
  assert.equal(faces.replaceAll('👩‍💻', ''), ' …')
})

test('an answer marked as not to be quoted is not a comment, and repeated words stay repeated', () => {
  const answers = [
    { question_id: 'why', text: 'secret', do_not_quote: true },
    { question_id: 'why', text: 'twice' },
    { question_id: 'why', text: 'twice', do_not_quote: false },
    { question_id: 'why', text: 'Müller' },
  ]
  assert.deepEqual(
    commentsOf(answers, (text) => redact(text, names)),
    ['twice', 'twice'],
  )
})

test('the order of comments is a function of the comments, neither alphabetical nor by arrival', () => {
  const comments = Array.from({ length: 200 }, (_, index) => `comment ${String(index).padStart(3, '0')}`)
  const ordered = inHashOrder(comments)
  assert.deepEqual(inHashOrder(comments.toReversed()), ordered)
  const squares = ordered.reduce((sum, comment, at) => sum + (comments.indexOf(comment) - at) ** 2, 0)
  const correlation = 1 - (6 * squares) / (200 * (200 ** 2 - 1))
  // One standard deviation of Spearman's ρ of 200 in random order is 0.071.
  assert.ok(Math.abs(correlation) < 0.22, `ρ = ${correlation}`)
})

test('hostile comments cost time in proportion to their length', () => {
  for (const unit of ['x', ' ', '!', '\u0301\u0323', '[name]', '\u200d', 'a.']) {
    const growth = growthOf((size) => plain(`a${unit.repeat(Math.ceil(size / unit.length))}`), 2_500)
    assert.ok(growth < proportionalMax, `${JSON.stringify(unit)}: ${growth.toFixed(1)} times as long`)
  }
})

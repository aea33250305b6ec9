/**
 * Attempts at getting a name, an address or a number past the redaction, in the languages of the product. Each case lists
 * what must be gone afterwards; texts that name nobody must stay as they are.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf, growthOf, proportionalMax } from '../../test/support/cpu.ts'
import { redact } from './redact.ts'

const directory = [
  'Anna Müller',
  'José García López',
  'Zoë Dubois',
  'Inês Conceição',
  'Søren Łukasz Groß',
  'Henrique Strauß',
  'Wei Li',
  "Siobhán O'Brien",
  'Jean-Luc Étienne',
  'Will Mark',
  'محمد الأحمد',
  'أمل عبد الله',
  'فاطمة بنت سالم',
  'अनिल शर्मा',
  'प्रिया सिंह',
  '田中太郎',
  '佐藤 花子',
  'アンナ・ミュラー',
  '王小明',
]

/** [what, text, what must be gone] */
const gone: [string, string, ...string[]][] = [
  ['a full name', 'Anna Müller did it', 'anna', 'müller'],
  ['another order', 'Müller, Anna did it', 'anna', 'müller'],
  ['capitals', 'ANNA MÜLLER', 'anna', 'müller'],
  ['no capitals', 'anna müller', 'anna', 'müller'],
  ['a first name', 'Ask Anna', 'anna'],
  ['a surname', 'Ask Müller', 'müller'],
  ['no umlaut', 'Ask Muller', 'muller'],
  ['a written-out umlaut', 'Ask Mueller', 'mueller'],
  ['a decomposed umlaut', 'Ask Mu\u0308ller', 'ller'],
  ['sharp s', 'Frag Herrn Strauss und GROSS', 'strauss', 'gross'],
  ['letters with a stroke', 'soren lukasz gross', 'soren', 'lukasz'],
  ['a possessive', 'Anna’s idea and Mullers idea', 'anna', 'muller'],
  ['a German genitive', 'Annas Idee, Müllers Team', 'annas', 'müllers'],
  ['a French elision', 'l’idée d’Anna, qu’Étienne aime', 'anna', 'tienne'],
  ['an elision and a surname', "à cause d'Étienne", 'tienne'],
  ['a hyphen', 'Jean-Luc et Jean Luc', 'jean', 'luc'],
  ['an apostrophe', 'O’Brien, OBrien and o brien', 'obrien', 'o’brien', 'brien'],
  ['joined', 'annamüller and AnnaMüller', 'anna'],
  ['an account', 'amueller, annam and amüller', 'amueller', 'annam', 'amüller'],
  ['an underscore', 'anna_mueller85', 'anna', 'mueller'],
  ['a dot', 'anna.mueller', 'anna', 'mueller'],
  ['an initial before', 'A. Müller', 'a.', 'müller'],
  ['letters apart', 'It was A n n a', 'a n n a'],
  ['letters with dots', 'It was A.n.n.a', 'a.n.n.a'],
  ['letters with hyphens', 'It was a-n-n-a', 'a-n-n-a'],
  ['zero width inside', 'An\u200bna and Mü\u00adller', 'anna', 'müller'],
  ['a direction mark', '\u202eAnna\u202c', 'anna'],
  ['wide letters', 'Ａｎｎａ', 'ａｎｎａ', 'anna'],
  ['letters of mathematics', '𝐀𝐧𝐧𝐚 and 𝓜𝓾𝓵𝓵𝓮𝓻', '𝐀', 'anna', 'muller'],
  ['letters in circles', 'ⓐⓝⓝⓐ', 'ⓐ', 'anna'],
  ['Cyrillic lookalikes', 'Аnna and Müllеr', 'nna', 'llеr'],
  ['Greek lookalikes', 'Αnnα', 'nn'],
  ['digits for letters', '4nn4, Mull3r and J0se', '4nn4', 'mull3r', 'j0se'],
  ['drawn out', 'Annnnna and Mülllller', 'annn', 'lll'],
  ['a short surname', 'Ask Li about it', 'li '],
  ['a common word in capitals', 'Ask Will, then MARK', 'will', 'mark'],
  ['Spanish', 'Según José y la señora López, García no', 'josé', 'lópez', 'garcía'],
  ['Portuguese without accents', 'a Ines Conceicao falou', 'ines', 'conceicao'],
  ['Arabic', 'محمد ساعدني', 'محمد'],
  ['Arabic with vowel points', 'مُحَمَّد ساعدني', 'محمد', 'مُحَمَّد'],
  ['Arabic with a prefix', 'قلت لمحمد وفاطمة', 'محمد', 'فاطم'],
  ['Arabic with two prefixes', 'ولمحمد رأي', 'محمد'],
  ['Arabic in another spelling', 'امل وفاطمه والاحمد', 'امل', 'فاطم', 'احمد'],
  ['Arabic drawn out', 'محـــمد', 'مد'],
  ['Hindi', 'अनिल ने मदद की', 'अनिल'],
  ['Hindi with a postposition', 'शर्मा का विचार, प्रिया को', 'शर्मा', 'प्रिया'],
  ['Japanese', '田中太郎が手伝った', '田中', '太郎'],
  ['a Japanese surname', '田中さんと佐藤が', '田中', '佐藤'],
  ['a Japanese given name', '花子に聞いて', '花子'],
  ['Japanese without the space', '佐藤花子です', '佐藤', '花子'],
  ['Katakana', 'アンナさんとミュラー', 'アンナ', 'ミュラー'],
  ['Latin in Japanese', 'Annaさんに聞いてMüllerに', 'anna', 'müller'],
  ['Chinese', '小明很好，王小明', '小明'],
  ['a stranger with a title', 'Mr Smithson and Frau von Schmidtke', 'smithson', 'schmidtke'],
  ['French titles', 'Mme Lefèvre et M. Durand', 'lefèvre', 'durand'],
  ['Spanish titles', 'el Sr. Quispe y doña, Doña Maruja', 'quispe', 'maruja'],
  [
    'Italian titles',
    'la Sig.ra Quaglia, il dott. Pautasso e il signor della Vela',
    'quaglia',
    'pautasso',
    'vela',
  ],
  [
    'more Italian titles',
    'Dottoressa Quaglia, Prof.ssa Pautasso e Ing. De Grandis',
    'quaglia',
    'pautasso',
    'grandis',
  ],
  ['Dutch titles', 'Mevrouw Quaak, dhr. van der Pauw en meneer Ten Kate', 'quaak', 'pauw', 'kate'],
  ['an Arabic title', 'السيد خلدون والدكتورة ميسون', 'خلدون'],
  ['Hindi honours', 'श्री त्रिवेदी और वर्मा जी', 'त्रिवेदी', 'वर्मा'],
  ['a Japanese honour', '鈴木さんとケンちゃん', '鈴木', 'ケン'],
  ['e-mail', 'write to a.mueller+x@acme.co.uk', 'acme', 'mueller'],
  ['e-mail with spaces', 'x.y @ acme.com', 'acme'],
  ['e-mail in brackets', 'x.y (at) acme (dot) com, x.y[at]acme.com', 'acme'],
  ['e-mail in words', 'x.y at acme dot com', 'acme'],
  ['e-mail in German words', 'x.y (ät) acme punkt de', 'acme (', '(ät)'],
  ['e-mail in Italian words', 'x.y (chiocciola) acme punto it, x.y chiocciola acme punto it', 'acme', 'x.y'],
  ['e-mail in Dutch words', 'x.y (apenstaartje) acme punt nl, x.y apenstaartje acme punt nl', 'acme', 'x.y'],
  ['e-mail with a wide sign', 'x.y＠acme.com', 'acme'],
  ['e-mail in Japanese', '連絡はxy@acme.jpまで', 'acme'],
  ['a handle', 'ping @xy_92 and ＠xy_92', 'xy_92'],
  ['a handle of a forum', 'u/xy_person said', 'xy_person'],
  ['a mention of a chat', '<@U123AB> said', 'u123ab'],
  ['a link', 'https://acme.example/u/xy?x=1', 'acme'],
  ['a link in Japanese', '詳しくはhttps://acme.example/xyを。', 'acme'],
  ['a link of a program', 'slack://user?id=U1 and mailto:xy', 'user', 'xy'],
  ['a link without a scheme', 'linkedin.com/in/xy, t.me/xy and acme.ch', 'xy', 'acme'],
  ['a link of a word-like domain', 'who.is/xy and www.xy.it', 'xy'],
  ['a file', '/home/xy/notes, C:\\Users\\xy and \\\\server\\xy', 'xy'],
  ['a phone', '+49 (0)30 1234-5678', '1234'],
  ['a French phone', '01 76 12 34 56', '76'],
  ['a phone with thin spaces', '01\u202f76\u202f12\u202f34\u202f56', '76'],
  ['a phone with dashes', '01–76–12–34–56', '76'],
  ['a phone with wide gaps', '01 - 76 - 12 - 34 - 56', '76'],
  ['wide digits', '０９０－１２３４－５６７８', '１２', '1234'],
  ['Arabic digits', 'اتصل ٠٥٠ ١٢٣ ٤٥٦٧', '١٢٣'],
  ['Devanagari digits', '९८७६५ ४३२१०', '९८७'],
  ['a phone in Japanese', '電話は090-1234-5678です', '1234'],
  ['digits in boxes', '0️⃣1️⃣7️⃣6️⃣1️⃣2️⃣3️⃣4️⃣', '0', '7'],
  ['raised digits', 'room ¹²⁰⁴', '¹', '1204'],
  ['an id', 'AB-4521, #42, PNR7731X', '4521', '#42', '7731'],
  ['a hardware address', '00:1b:44:11:3a:b7', '1b', '3a'],
  ['an address of the net', '10.12.0.7 and fe80::1ff:fe23:4567', '10.12', '4567'],
  ['an account number', 'DE89 3704 0044 0532 0130 00', '3704', '0532'],
  ['a day of birth', 'born 12.03.1985', '1985'],
  ['an English street', '12 Main Street, 221B Baker St.', 'main', 'baker'],
  ['a German street', 'Hauptstraße 5, Lange Str. 12a', 'hauptstr', 'lange'],
  ['a French street', '12 bis, rue de la Paix', 'paix'],
  ['a Spanish street', 'Calle Mayor, 3', 'mayor'],
  ['a Portuguese street', 'Rua das Flores, nº 10', 'flores'],
  [
    'an Italian street',
    'Via Mazzini 12, in corso Vittorio Quaglia, 4/b e Piazza della Scala n. 3',
    'mazzini',
    'quaglia',
    'scala',
  ],
  [
    'a Dutch street',
    'Quaakstraat 5, Lange Pauwlaan 12a en Prinsengracht 2',
    'quaak',
    'pauwlaan',
    'prinsengracht',
  ],
  ['a Dutch postal code', 'ik woon op 1017 AB en 1018CD', '1017', 'ab ', 'cd'],
  ['a Japanese address', '東京都渋谷区神南1-2-3に住む', '神南', '渋谷'],
  ['an Arabic street', 'شارع الملك فهد 12', 'فهد'],
  ['a Hindi house', 'मकान नंबर 12', '12'],
  ['a postal code with letters', 'SW1A 1AA, K1A 0B1', '1aa', '0b1'],
]
for (const [what, text, ...parts] of gone)
  test(`redaction removes ${what}`, () => {
    const left = redact(text, directory)
      .replaceAll(/\[[a-z]+\]/g, '[]')
      .toLowerCase()
    for (const part of parts) assert.ok(!left.includes(part.toLowerCase()), `${part} in ${left}`)
  })

const stays = [
  'Will we get more people? Mark the date.',
  'Meetings from 9:00 to 17:30, 24/7, and 5 of 10.',
  'The manager at acme does not listen, dot.',
  'It is done.It was slow.',
  'A grand plan, a cross-team one.',
  'Ich bin am Montag 5 Minuten zu spät gewesen, Frau Kollegin.',
  'Il y a 2 places de parking pour 40 personnes.',
  'Siamo in 3 e la via è lunga: 2 piazze, 10 riunioni.',
  'De straat is 5 minuten dicht, meneer de voorzitter.',
  'Hay 3 equipos y 10 reuniones en la semana.',
  'हाँ जी, काम बहुत ज़्यादा है।',
  'الحمد لله، الفريق رائع والعمل كثير.',
  '皆さんお疲れ様です。会議が多すぎます。',
  'お客さんが増えて、3人では足りない。',
  'A b c of onboarding, version 1.2, and UTF-8.',
]
for (const text of stays)
  test(`redaction leaves a text that names nobody: ${text}`, () =>
    assert.equal(redact(text, directory), text))

test('redacting a second time changes nothing', () => {
  for (const [, text] of gone) {
    const once = redact(text, directory)
    assert.equal(redact(once, directory), once)
  }
})

test('a large directory in a script without spaces is redacted in time', () => {
  const made = (from: number) =>
    Array.from({ length: 5_000 }, (_, at) => String.fromCodePoint(0x4e00, from + (at % 4_000), 0x5000 + at))
  const names = [...made(0x5200), ...made(0x6200)]
  const text = '会議が多すぎて一日が終わる'.repeat(700)
  const growth = growthOf((size) => redact(text, names.slice(0, size)), names.length / 4)
  assert.ok(growth < proportionalMax, `${growth.toFixed(1)} times as long`)
})

const seeds = [
  'a@', '@ ', ' at a dot ', '(at)', 'http://', 'www.', '1-', '0 ', '+1 ', '12 Main ', 'Rua da ', 'Am ', '東京都', '1丁目',
  'Mr A', 'श्री ', 'شارع ', 'A n ', '4n', "d'", 'ああ', 'あA', '\u0301', 'अ\u0941', '#', 'a_', '00:', '[name] ', 'u/', '\\\\',
] // prettier-ignore
test('no text of an answer’s length takes long', () => {
  for (const seed of seeds) {
    const text = seed.repeat(Math.ceil(10_000 / seed.length))
    const took = cpuMsOf(() => redact(text, directory))
    // Some cost the square of their length: half a second at most, which bench/pure.ts measures. This is far from it.
    assert.ok(took < 10_000, `${JSON.stringify(seed)} took ${took} ms of the processor`)
  }
})

/**
 * A message as a short text: who asks, what, until when, the link, and where to unsubscribe. One text message is paid for in parts, so it has at
 * most two of them, or three where its script needs UCS-2: a link alone has about 100 characters. The title is cut first, then the hint about
 * unsubscribing goes, which the page of the link has, too.
 *
 * A part holds 160 characters of GSM 7, 153 where there are several; with one character outside of GSM 7 the whole text is UCS-2, and a part
 * holds 70, or 67. So typographic signs become plain ones; letters stay as they are.
 * Source: 3GPP TS 23.038 §6.2.1 (alphabet and its extension), TS 23.040 §9.2.3.24.1 (parts).
 */
import { textsOf } from '../../locales/catalogue.ts'
import type { MessageContent } from './message.ts'

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each takes the room of two. */
const extension = '^{}\\[~]|€'
const unitsOf = new Map([
  ...[...basic].map((character) => [character, 1] as const),
  ...[...extension].map((character) => [character, 2] as const),
])

/** Characters of a text of one part and of each of several, and how many parts a message may have. */
const gsm = { single: 160, part: 153, partsMax: 2 }
const ucs2 = { single: 70, part: 67, partsMax: 3 }

/** How many parts a text is sent in. */
export function partsOf(text: string): { parts: number; partsMax: number } {
  const characters = [...text]
  const isGsm = characters.every((character) => unitsOf.has(character))
  const units = isGsm ? characters.reduce((sum, one) => sum + (unitsOf.get(one) ?? 0), 0) : text.length
  const { single, part, partsMax } = isGsm ? gsm : ucs2
  return { parts: units <= single ? 1 : Math.ceil(units / part), partsMax }
}

const plainSigns: readonly [RegExp, string][] = [
  [/[‘’‚‛′]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/…/g, '...'],
  [/[\s\p{Cc}\u{200b}\u{feff}]+/gu, ' '],
]

const plain = (text: string): string =>
  plainSigns.reduce((result, [sign, replacement]) => result.replaceAll(sign, replacement), text).trim()

const organisationMax = 40
/** A title keeps at least so many characters, even where that takes another part. */
const titleMin = 12

/** What a reader takes for one letter each. */
const segmenter = new Intl.Segmenter()
const lettersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

const cut = (letters: readonly string[], length: number): string =>
  letters.length <= length ? letters.join('') : `${letters.slice(0, length).join('').trimEnd()}...`

export function smsText(content: MessageContent): string {
  const say = textsOf('messages', content.language)
  const organisation = cut(lettersOf(plain(content.brand?.organisation ?? '')), organisationMax)
  const title = lettersOf(plain(content.title))
  const request = content.isReminder ? (content.aside ? 'sms_again_all' : 'sms_again') : 'sms'
  // The spelling of 1990, for the French August alone: its û would make the text UCS-2.
  const until = content.closing && plain(say('sms_until', { when: content.closing })).replace('août', 'aout')
  const unsubscribe = content.unsubscribe && plain(say('sms_unsubscribe'))
  const textOf = (length: number, last: string | null): string =>
    [plain(say(request, { organisation, title: cut(title, length) })), until, content.url, last]
      .filter(Boolean)
      .join('\n')

  for (const last of [unsubscribe, null])
    for (let length = Math.max(title.length, titleMin); length >= titleMin; length--) {
      const text = textOf(length, last)
      const { parts, partsMax } = partsOf(text)
      if (parts <= partsMax) return text
    }
  return textOf(titleMin, null)
}

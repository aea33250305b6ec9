/**
 * Removes contact data, which leads to a person without a name: addresses of mail, of the web, of files and of streets,
 * handles, telephone numbers, ids and numbers of more than two digits. Each becomes a word in brackets, so that no later
 * pattern takes it for a word. It knows the ways in which the languages of the product write them, and in which people
 * hide them from machines ("anna (at) acme dot com"). Linear in the length of the text: every pattern starts at a border that
 * a failed attempt does not move, and the part before a fixed one is bounded.
 */
import { isAscii } from './tokens.ts'

// Soft hyphen, zero-width and direction marks split a name for a pattern and not for a reader.
const invisible =
  /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<=\p{L})\u200d|(?<=\p{Nd})\ufe0f?\u20e3/gu
// Letters of mathematics, digits in circles or raised, and the wide ones of East Asia read like the plain ones.
const styled =
  /[\u{1d400}-\u{1d7ff}\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u2460-\u2468\u24b6-\u24e9\uff10-\uff19\uff20-\uff3a\uff41-\uff5a\uff0b\uff0d-\uff0f\uff3f]/gu

/** The same text in plain characters, with one kind of space. */
export const plainText = (text: string): string =>
  isAscii(text)
    ? text.replaceAll('\t', ' ')
    : text
        .replace(invisible, '')
        .replace(styled, (one) => one.normalize('NFKC'))
        .replace(/[\p{Zs}\t]/gu, ' ')

const stop = String.raw`[^\s<>"\u201d\u3001\u3002\u300d\u300f\uff09\u3011\u060c\u061f]`
const link = new RegExp(
  String.raw`(?<![a-z0-9])(?:[a-z][a-z0-9+-]{1,15}:\/\/|www\.|mailto:|tel:)${stop}+`,
  'giu',
)
const file = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:[a-z]:\\|\\\\|~?\/(?:home|users|u)\/)${stop}+`, 'giu')
const domains =
  'com|org|net|io|dev|co|app|edu|gov|int|info|biz|xyz|tech|cloud|online|site|page|blog|ai|gg|tv|me|ly|eu|uk|de|at|ch|fr|ca|' +
  'br|pt|mx|ar|cl|jp|cn|kr|nl|se|dk|pl|cz|ru|ie|au|nz|za|ae|sa|eg|il|tr|sg|hk|tw|ph|pk'
// These are words too ("done.It was"): taken as an address only with more around them.
const wordDomains = 'in|it|es|is|be|us|no|so|to|am|my|as|do'
const bareLink = new RegExp(
  String.raw`(?<![a-z0-9.@/-])[a-z0-9-]{1,63}(?:(?:\.[a-z0-9-]{1,63}){0,4}\.(?:${domains})(?![\p{L}\p{N}-])(?:\/${stop}*)?|(?:\.[a-z0-9-]{1,63}){0,3}\.(?:${wordDomains})\/${stop}*|(?:\.[a-z0-9-]{1,63}){1,3}\.(?:${wordDomains})(?![\p{L}\p{N}-]))`,
  'giu',
)

const local = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}`
const label = String.raw`[\p{L}\p{N}-]{1,63}`
const at = String.raw`(?:at|ät|@|arroba|arobase|klammeraffe|chiocciola|apenstaartje)`
const dot = String.raw`(?:dot|punkt|point|punto|ponto|punt)`
const open = String.raw`[\[({<]\s{0,2}`
const close = String.raw`\s{0,2}[\])}>]`
const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu
const spacedEmail = new RegExp(String.raw`${local} {0,2}@ {0,2}${label}(?:\.${label}){1,4}`, 'giu')
const spokenDot = new RegExp(` ${dot} `, 'iu')
const hiddenEmail = new RegExp(
  String.raw`${local}\s{0,2}${open}${at}${close}\s{0,2}${label}(?:\s{0,2}(?:\.|${open}${dot}${close}|(?<=\s)${dot}(?=\s))\s{0,2}${label}){0,4}`,
  'giu',
)
const spokenEmail = new RegExp(
  String.raw`${local} ${at} ${label}(?: ${dot} ${label}){0,3} ${dot} (?:${domains}|${wordDomains})(?![\p{L}\p{N}])`,
  'giu',
)

const mention =
  /<@[^>\s]{1,80}>|(?<![\p{L}\p{N}@])@[\p{L}\p{N}_][\p{L}\p{N}_.-]*|(?<![\p{L}\p{N}/])u\/[\w-]{3,30}/gu

const properNoun = String.raw`[\p{Lu}][\p{L}\p{M}'\u2019.-]{0,40}`
const small = String.raw`(?:(?:de|del|do|da|dos|das|du|des|la|las|le|les|el|los|d'|d\u2019|l'|l\u2019) ?){0,3}`
const door = String.raw`(?:,? ?n[.º°o]{0,2})?,? {0,2}\d{1,5}(?: ?[a-z](?![\p{L}\p{N}]))?`
/** Addresses, each with a sign that is in every one of them and cheap to look for: most numbers are in none. */
const addresses = (
  [
    // 12 Main Street
    [
      /\d[a-zA-Z]?,? [^a-z0-9 ]/,
      String.raw`(?<![\p{L}\p{N}])\d{1,5}[a-zA-Z]?,? (?:${properNoun} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Sq|Place|Pl|Terrace|Way|Close|Crescent|Gardens|Row|Highway|Parkway)(?![\p{L}\p{N}])\.?`,
    ],
    // Hauptstraße 5, Lange Straße 12a
    [
      /(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee) {0,2}\d/i,
      String.raw`(?<![\p{L}\p{N}])(?:[\p{Lu}][\p{L}\p{M}-]{1,40}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee)|(?:${properNoun} ){1,2}(?:Stra(?:ß|ss)e|Str\.|Weg|Platz|Allee|Gasse|Ring|Damm|Ufer)) {0,2}\d{1,4}(?: ?[a-z](?![\p{L}\p{N}]))?`,
    ],
    // 12 bis, rue de la Paix
    [
      /\d(?: ?(?:bis|ter))?,? (?:rue|av|b|place|chemin|impasse|allée|quai|route|cours|square)/,
      String.raw`(?<![\p{L}\p{N}])\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|av\.|boulevard|bd\.?|place|chemin|impasse|allée|quai|route|cours|square) ${small}[\p{L}\p{M}'\u2019-]{1,40}(?: ${properNoun}){0,3}`,
    ],
    // Calle Mayor 3, Rua das Flores, nº 10
    [
      /[Cc]alle|C\/|[Aa]v|[Pp]laza|[Pp]aseo|[Cc]arrera|[Rr]ua|[Tt]ravessa|[Pp]raça|[Aa]lameda|[Rr]odovia|[Ee]strada/,
      String.raw`(?<![\p{L}\p{N}])(?:[Cc]alle|C\/|[Aa]venida|[Aa]vda?\.|[Aa]v\.|[Pp]laza|[Pp]aseo|[Cc]arrera|[Rr]ua|[Tt]ravessa|[Pp]raça|[Aa]lameda|[Rr]odovia|[Ee]strada) ${small}[\p{L}\p{M}'.-]{1,40}(?: [\p{L}\p{M}'.-]{1,40}){0,4}?${door}`,
    ],
    // Via Mazzini 12, Piazza della Scala, n. 3
    [
      /(?:[Vv]ia|[Vv]iale|[Pp]iazz(?:a|ale|etta)|[Cc]orso|[Ll]argo|[Vv]icolo) /,
      String.raw`(?<![\p{L}\p{N}])(?:[Vv]ia|[Vv]iale|[Pp]iazz(?:a|ale|etta)|[Cc]orso|[Ll]argo|[Vv]icolo) (?:(?:di|del|dei|della|delle|degli|dello|dell['\u2019]) ?){0,2}${properNoun}(?: [\p{L}\p{M}'.-]{1,40}){0,4}?(?:,? ?n[.º°]?)?,? {0,2}\d{1,5}(?:\/?[a-z](?![\p{L}\p{N}]))?`,
    ],
    // Kerkstraat 5, Lange Voorhout-laan 12a
    [
      /(?:straat|laan|gracht|plein|kade|dijk|singel|steeg|dreef|plantsoen) {0,2}\d/,
      String.raw`(?<![\p{L}\p{N}])(?:${properNoun} ){0,2}[\p{L}][\p{L}\p{M}-]{1,40}(?:straat|laan|gracht|plein|kade|dijk|singel|steeg|dreef|plantsoen) {0,2}\d{1,5}(?: ?[a-z](?![\p{L}\p{N}]))?`,
    ],
    // Postal codes with letters
    [
      /\d ?[A-Z]/,
      String.raw`(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[1-9]\d{3} ?[A-Z]{2})(?![\p{L}\p{N}])`,
    ],
    // 東京都渋谷区神南1-2-3
    [
      /[市区郡町村]/,
      String.raw`(?:[\p{sc=Han}]{2,3}[都道府県])?[\p{sc=Han}ヶケ]{1,5}[市区郡町村][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]{0,12}\d{1,4}(?:(?:丁目|番地?|号|-)\d{0,4}){0,4}号?`,
    ],
    // شارع الملك فهد 12
    [/شارع/, String.raw`(?<![\p{L}\p{N}])شارع \p{L}{1,30}(?: \p{L}{1,30}){0,3},? (?:رقم )?\p{Nd}{1,5}`],
    // मकान नंबर 12
    [
      /मकान|फ्लैट|गली|सेक्टर|प्लॉट/,
      String.raw`(?<![\p{L}\p{M}\p{N}])(?:मकान|फ्लैट|गली|सेक्टर|प्लॉट)(?: नं\.?| नंबर| संख्या)? \p{Nd}{1,5}`,
    ],
  ] as const
).map(([sign, pattern]) => ({ sign, address: new RegExp(pattern, 'gu') }))

/** @param text  as `plainText` returns it. Most texts have neither a digit nor an @, so each pattern runs only where it can match. */
export function withoutContact(text: string): string {
  let rest = text
  if (/:|www\./i.test(text)) rest = rest.replace(link, '[link]')
  if (/[\\/]/.test(text)) rest = rest.replace(file, '[link]')
  if (/[[({<]/.test(text)) rest = rest.replace(hiddenEmail, '[email]')
  if (spokenDot.test(text)) rest = rest.replace(spokenEmail, '[email]')
  if (text.includes('@')) rest = rest.replace(spacedEmail, '[email]').replace(email, '[email]')
  if (/@|u\//.test(text)) rest = rest.replace(mention, '[mention]')
  if (/\.\S/.test(text)) rest = rest.replace(bareLink, '[link]')
  if (/\p{Nd}/u.test(text)) {
    for (const { sign, address } of addresses) if (sign.test(rest)) rest = rest.replace(address, '[address]')
    rest = withoutNumbers(rest)
  }
  return rest
}

/** Letters of a word that may hold digits; in scripts without spaces a number is parted from the words around it. */
const w = String.raw`[[\p{L}\p{N}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]]`
const l = String.raw`[[\p{L}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]]`
const gap = String.raw`[ .\(\)\/\-\u2010-\u2015\u2212\u2022\u00b7]`
const digitRun = new RegExp(
  String.raw`(?<![[\p{L}\p{N}_+]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]])[+\(]?${w}*\p{Nd}${w}*(?:(?:${gap}{1,3}|,)${l}*\p{Nd}${w}*)*`,
  'gv',
)
const isPhone = /^[+(]?[\p{Nd} .()/\-\u2010-\u2015\u2212\u2022\u00b7]+$/u
const group = new RegExp(String.raw`${w}+(?:[.,\-]+${w}+)*`, 'gv')
const hardware = /(?<![\p{L}\p{N}:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\p{L}\p{N}])/giu
const numbered = /#\p{Nd}+/gu

/** A run of digit groups is a phone number from seven digits on, otherwise each group of three or more is a number. */
function withoutNumbers(text: string): string {
  const rest = text.replace(hardware, '[number]')
  if (digitsIn(rest) < 3 && !rest.includes('#')) return rest
  return rest.replace(numbered, '[number]').replace(digitRun, (run) => {
    const digits = digitsIn(run)
    if (digits < 3) return run
    if (digits >= 7 && digits <= 15 && isPhone.test(run) && /[^\p{Nd}]/u.test(run)) return '[phone]'
    // "24/7" is not a number of three digits, "3,500" and "AB-1234" are.
    return run.replace(group, (one) => (digitsIn(one) > 2 ? '[number]' : one))
  })
}

const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

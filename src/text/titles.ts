/**
 * Names behind a title, in the languages of the product: a person need not be in a directory to be recognised by
 * "Herr Schmidt", "السيد أحمد", "शर्मा जी" or "田中さん". The title stays.
 */

const latinTitle =
  /(?<![\p{L}\p{N}])((?:Mr|Mrs|Ms|Mx|Dr|Dra|Prof|Sr|Sra|Srta|Mme|Mlle|M|[Ss]ig|[Ss]ig\.ra|[Dd]ott|[Ii]ng|[Aa]vv|[Dd]hr|[Mm]evr|[Mm]w|[Dd]rs|[Ii]r)\.|[Ss]ig\.ra|[Dd]ott\.ssa|[Pp]rof\.ssa|[Ss]ignor[ae]?|[Ss]ignorina|[Dd]ottor(?:essa)?|[Pp]rofessoressa|[Mm]evrouw|[Mm]eneer|[Dd]e heer|Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Fräulein|Mme|Mlle|Monsieur|Madame|Sra|Señora?|Señorita|Don|Doña|Dona|Senhora?) ((?:(?:van|von|de|den|der|ten|ter|da|dos|di|del|della|el|al) ){0,2}\p{Lu}[\p{L}\p{M}]{0,40}(?:['\u2019-]\p{L}[\p{L}\p{M}]{1,40}){0,3}(?: \p{Lu}\p{Ll}[\p{L}\p{M}]{0,40}){0,2})/gu
const arabicTitle =
  /(?<!\p{L})((?:السيد|السيدة|الأستاذ|الأستاذة|الدكتور|الدكتورة|المهندس|المهندسة|الشيخ|الآنسة|د\.|أ\.|م\.)) ?(?!\[)(\p{L}[\p{L}\p{M}]{1,30})/gu
const hindiTitle = /(?<![\p{L}\p{M}])(श्री|श्रीमती|सुश्री|डॉ\.?|डॉक्टर) (?!\[)(\p{L}[\p{L}\p{M}]{1,30})/gu
const hindiHonour = /(?<![\p{L}\p{M}])(\p{sc=Devanagari}{2,30})( ?जी)(?![\p{L}\p{M}])/gu
const notHindiNames = new Set('हाँ हां नहीं अच्छा सर मैडम माता पिता गुरु सही ठीक'.split(' '))
const japaneseHonour = /([\p{sc=Han}々ヶ]{1,4}|[\p{sc=Kana}ー]{2,10})(?=さん|くん|ちゃん|さま)/gu
const notJapaneseNames = /(?:皆|客|患者|奥|母|父|兄|姉|弟|妹|娘|息子|業者|職人|新人|学生|神|仏|王|お|疲)$/u

/** Words for a role, which follow a title without naming anybody. */
const roles =
  /^(?:Kolleg|Chef|President|Präsident|Doktor|Professor|Director|Directeur|Directora?|Dirett|Voorzitter|Right|Wrong|Perfect|Word)/u

/** Replaces each name behind a title by [name]. */
export function withoutTitledNames(text: string): string {
  const rest = / \p{Lu}/u.test(text)
    ? text.replace(latinTitle, (all, title: string, name: string) =>
        roles.test(name) ? all : `${title} [name]`,
      )
    : text
  if (!/[\u0600-\u06ff\u0900-\u097f\u3000-\uffff]/.test(text)) return rest
  return rest
    .replace(arabicTitle, '$1 [name]')
    .replace(hindiTitle, '$1 [name]')
    .replace(hindiHonour, (all, name: string, honour: string) =>
      notHindiNames.has(name) ? all : `[name]${honour}`,
    )
    .replace(japaneseHonour, (name) => (notJapaneseNames.test(name) ? name : '[name]'))
}

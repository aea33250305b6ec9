/** Checks the translations of a survey for what the contract's schema cannot express. */
import { limits } from '../../contract/limits.ts'
import type { Translations } from '../../contract/translations.ts'
import { currentTranslations, type SurveyText } from '../../contract/wording.ts'
import { nameOf } from '../directory/directory.ts'
import { languageOf } from '../language.ts'
import { type FieldError, Problem, problem } from '../problem.ts'
import type { Wording } from '../questions/questions.ts'

/**
 * @returns the translations, their titles written as titles are
 * @throws unprocessable  with a pointer to each fault: a language that the service does not speak or that is the main one, and texts that
 *   the survey does not have
 */
export function checkTranslations(
  written: SurveyText,
  { language: main, translations }: Wording,
): Translations {
  const errors: FieldError[] = []
  const report = (pointer: string, code: string, detail: string): void =>
    void errors.push({ pointer, code, detail })
  if (main !== null && languageOf(main) !== main)
    report('/language', 'unknown_language', `${main} is not one of the languages of the answer page`)
  for (const language of Object.keys(translations))
    if (languageOf(language) !== language)
      report(
        `/translations/${language}`,
        'unknown_language',
        `${language} is not one of the languages of the answer page`,
      )
    else if (language === main)
      report(`/translations/${language}`, 'main_language', 'The survey itself is in this language')
  if (Buffer.byteLength(JSON.stringify(translations)) > limits.translationsBytesMax)
    report(
      '/translations',
      'too_large',
      `Translations are longer than ${limits.translationsBytesMax} bytes in all`,
    )
  const present = new Set(leavesOf(currentTranslations(written, translations), '/translations'))
  for (const pointer of leavesOf(translations, '/translations'))
    if (!present.has(pointer)) report(pointer, 'no_such_text', 'The survey has no text to translate here')
  const titled = Object.entries(translations).map(([language, translation]) => {
    const pointer = `/translations/${language}/title`
    const title = translation.title === undefined ? undefined : titleOf(translation.title, pointer, errors)
    return [language, { ...translation, ...(title !== undefined && { title }) }]
  })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
  return Object.fromEntries(titled)
}

type WordingPatch = Partial<SurveyText & Wording>

/**
 * The wording after a patch. Translations that the patch brings must fit; those that were there before lose what the survey does not have
 * any more.
 * @throws unprocessable
 */
export function wordingAfter(survey: SurveyText & Wording, patch: WordingPatch): Wording {
  const { language, translations: all, ...written } = { ...survey, ...patch }
  const translations = patch.translations ?? currentTranslations(written, all)
  if (patch.translations === undefined && patch.language === undefined) return { language, translations }
  return { language, translations: checkTranslations(written, { language, translations }) }
}

/** JSON pointers to texts, and to lists of them. */
function leavesOf(value: unknown, pointer: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [pointer]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${pointer}/${name}`))
}

function titleOf(title: string, pointer: string, errors: FieldError[]): string | undefined {
  try {
    return nameOf(title, 'title')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    errors.push(...(error.extra.errors ?? []).map((one) => ({ ...one, pointer })))
    return undefined
  }
}

/**
 * The wording of a form in one language: its translation, text by text, else the author's own. Which language somebody reads changes
 * no id, so nothing that counts answers knows of it. Pure.
 */
import type { FormQuestion, Question } from '../../contract/questions.ts'
import type { QuestionTranslation, Translations } from '../../contract/translations.ts'
import { fittingTranslation, ownOf, type Lines, textsOf, type SurveyText } from '../../contract/wording.ts'
import type { Language } from '../language.ts'
import { partsOfForm } from './form.ts'

/** `language`: of what is written; null: the organisation's. */
export type Wording = { language: string | null; translations: Translations }

/** `translated`: texts that are in the language that was asked for; all others are in that of `mainLocale`. */
export type LocalisedSurvey<W extends SurveyText> = {
  written: W
  locale: string
  mainLocale: string
  translated: ReadonlySet<string>
}

/** @param organisationLocale  of what is written where its author says nothing */
export function localise<W extends SurveyText>(
  written: W,
  { language: main, translations }: Wording,
  language: Language,
  organisationLocale: string,
): LocalisedSurvey<W> {
  const mainLocale = main ?? organisationLocale
  const translation = ownOf(translations, language)
  if (!translation) return { written, locale: mainLocale, mainLocale, translated: new Set() }
  const { title, description, questions } = written
  return {
    written: {
      ...written,
      title: translation.title ?? title,
      ...(description && { description: translation.description ?? description }),
      questions: questions.map((item) => translatedItem(item, ownOf(translation.questions, item.id))),
    },
    locale: language,
    mainLocale,
    translated: new Set(textsOf(written, translation).flatMap(({ translated }) => translated ?? [])),
  }
}

/**
 * The parts of a form in every language that somebody may read, the author's own first. Their ids repeat. Two surveys ask the same question
 * where any of its wordings is the same: which language is the main one is the author's to choose.
 */
export const partsInEveryLanguage = (form: readonly FormQuestion[], translations: Translations): Question[] =>
  [
    form,
    ...Object.values(translations).map(({ questions }) =>
      form.map((item) => translatedItem(item, ownOf(questions, item.id))),
    ),
  ].flatMap(partsOfForm)

function translatedItem(item: FormQuestion, own: QuestionTranslation | undefined): FormQuestion {
  if (!own) return item
  const { text, help, labels, unit, options, rows } = fittingTranslation(item, own)
  const linesIn = (lines: readonly { id: string; text: string }[], texts: Lines) =>
    lines.map((line) => ({ ...line, text: ownOf(texts, line.id) ?? line.text }))
  return {
    ...item,
    ...(text !== undefined && { text }),
    ...(help !== undefined && { help }),
    ...('labels' in item && item.labels && { labels: item.labels.map((label, at) => labels?.[at] ?? label) }),
    ...(unit !== undefined && { unit }),
    ...('options' in item && { options: linesIn(item.options, options) }),
    ...('rows' in item && { rows: linesIn(item.rows, rows) }),
  } as FormQuestion
}

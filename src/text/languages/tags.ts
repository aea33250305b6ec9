/**
 * The languages whose sentiment is read: English by its own rules and model (sentiment.ts), the others by models that were
 * trained on tweets (tweet-model.ts). Hindi is read as it is written in Latin script; for Devanagari there is no model.
 */
export const tweetLanguages = ['de', 'fr', 'es', 'pt', 'it', 'ar', 'hi-Latn'] as const
export type TweetLanguage = (typeof tweetLanguages)[number]

export const readLanguages = ['en', ...tweetLanguages] as const
export type ReadLanguage = (typeof readLanguages)[number]

/** Languages that have phrases of drivers, words of asking and words of harm beside the English ones. */
export const phraseLanguages = ['de', 'fr', 'es', 'pt'] as const
export type PhraseLanguage = (typeof phraseLanguages)[number]

export const isReadLanguage = (tag: string | null): tag is ReadLanguage =>
  tag !== null && (readLanguages as readonly string[]).includes(tag)

export const isTweetLanguage = (tag: string | null): tag is TweetLanguage =>
  tag !== null && (tweetLanguages as readonly string[]).includes(tag)

export const isPhraseLanguage = (tag: string | null): tag is PhraseLanguage =>
  tag !== null && (phraseLanguages as readonly string[]).includes(tag)

/**
 * The tag under which a declared language is known here: "de-AT" is "de", "hi" stays Hindi in any script.
 * @returns null for what is no language tag (BCP 47)
 */
export function languageTag(declared: string): string | null {
  try {
    const { language, script } = new Intl.Locale(declared)
    return language === 'hi' && script === 'Latn' ? 'hi-Latn' : language
  } catch {
    return null
  }
}

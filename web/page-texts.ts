/**
 * The type of `<noun>-texts.ts`: what the pages of a noun say, in every language of the workspace. English types the others, so a text
 * that a language lacks is a type error in that file. The build puts a chunk for each language in the place of the texts
 * (tools/build-web.ts), and a browser loads the one that it needs.
 */
import type { Texts, Translated } from '../locales/format.ts'

/** Besides English. The compiler asks every noun for a language that is added here. */
type Translation = 'de'

export type PageLanguage = 'en' | Translation

type Load<T extends Texts> = () => Promise<{ readonly texts: T }>

export type PageTexts<English extends Texts = Texts> = { readonly en: Load<English> } & Readonly<
  Record<Translation, Load<Texts>>
>

/** export const peopleTexts = pageTexts({ en: { invite: 'Invite person' }, de: { invite: 'Person einladen' } }) */
export const pageTexts = <const English extends Texts>({
  en,
  de,
}: { readonly en: English } & Readonly<
  Record<Translation, Translated<NoInfer<English>>>
>): PageTexts<English> => ({
  en: () => Promise.resolve({ texts: en }),
  de: () => Promise.resolve({ texts: de }),
})

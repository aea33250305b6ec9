/** What applications may do, in the words of the page on the server that asks for it. */
import { catalogue as german } from '../../locales/de.ts'
import { catalogue as english } from '../../locales/en.ts'
import { pageTexts } from '../page-texts.ts'

export const scopeTexts = pageTexts({ en: english.scopes, de: german.scopes })

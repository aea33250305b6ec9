/** What drivers are called, as reports call them. */
import { statements as german } from '../../locales/statements/de.ts'
import { statements as english } from '../../locales/statements/en.ts'
import { pageTexts } from '../page-texts.ts'

type Names<Of> = Pick<Of, Extract<keyof Of, `driver_${string}`>>

/** Without the sentences that stand beside them. */
const namesOf = <Of extends Readonly<Record<string, string>>>(all: Of): Names<Of> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith('driver_'))) as Names<Of>

export const driverTexts = pageTexts({ en: namesOf(english), de: namesOf(german) })

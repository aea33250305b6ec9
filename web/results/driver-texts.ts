/** What drivers are called, as reports call them. */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { statements as german } from '../../locales/statements/de.ts'
import { statements as english } from '../../locales/statements/en.ts'
import { pageTexts } from '../page-texts.ts'

type Key = `driver_${DriverId}`

const namesIn = (texts: Readonly<Record<Key, string>>): Readonly<Record<Key, string>> =>
  Object.fromEntries(driverIds.map((id) => [`driver_${id}`, texts[`driver_${id}`]])) as Record<Key, string>

export const driverTexts = pageTexts({ en: namesIn(english), de: namesIn(german) })

/** What drivers are called, in the words of the statements that reports make of them. A key is the id of a driver. */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { statements as german } from '../../locales/statements/de.ts'
import { type Statements, statements as english } from '../../locales/statements/en.ts'
import { pageTexts } from '../page-texts.ts'

const namesIn = (statements: Readonly<Record<`driver_${DriverId}`, string>>) =>
  Object.fromEntries(driverIds.map((id) => [id, statements[`driver_${id}`]])) as {
    readonly [Id in DriverId]: Statements[`driver_${Id}`]
  }

export const driverTexts = pageTexts({ en: namesIn(english), de: namesIn(german) })

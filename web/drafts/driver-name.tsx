/** What a question measures, as the reader calls it. Many drafts name no driver, so the names are loaded with the first. */
import { lazy, Suspense } from 'react'
import type { DriverId } from '../../contract/drivers.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { loadMessages, useMessages } from '../messages.ts'

type Props = { driver: DriverId }

const Name = lazy(async () => {
  await loadMessages(driverTexts)
  return { default: ({ driver }: Props) => <>{useMessages(driverTexts)(driver)}</> }
})

export const DriverName = ({ driver }: Props) => (
  <Suspense fallback="…">
    <Name driver={driver} />
  </Suspense>
)

/** What draws toasts. A chunk of its own, fetched with the first one (web/ui/toast.ts). */
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import './toasts.css'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import { messagesOf } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

/** At once. */
const toastsMax = 3

export const Toasts = () => <Notifications position="bottom-right" autoClose={5000} limit={toastsMax} />

type Standing = { id: string; about: string | undefined; stays: boolean }

/** Oldest first. */
let standing: readonly Standing[] = []

let shown = 0

/** @param about  as web/ui/toast.ts has it */
export function draw(toast: NotificationData, about: string | undefined): void {
  const id = toast.id ?? `toast-${++shown}`
  const said = about === undefined ? undefined : standing.find((one) => one.about === about)
  if (said) notifications.hide(said.id)
  // Otherwise the newest would wait until others have gone: long after what it tells of, or forever behind failures.
  if (standing.length >= toastsMax)
    notifications.hide((standing.find(({ stays }) => !stays) ?? standing[0]).id)
  standing = [...standing, { id, about, stays: toast.autoClose === false }]
  notifications.show({
    withBorder: true,
    closeButtonProps: { 'aria-label': messagesOf(uiTexts)('close') },
    ...toast,
    id,
    onClose: () => (standing = standing.filter((one) => one.id !== id)),
  })
}

/** What draws toasts. A chunk of its own, fetched with the first one (web/ui/toast.ts). */
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import './toasts.css'
import { Notifications } from '@mantine/notifications'

export { notifications } from '@mantine/notifications'

/** At once; web/ui/toast.ts lets the oldest go. */
export const toastsMax = 3

export const Toasts = () => <Notifications position="bottom-right" autoClose={5000} limit={toastsMax} />

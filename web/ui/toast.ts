/**
 * Toasts: what has just been done, in a few words, announced politely; what failed, with the request id, until it is closed.
 * What draws them weighs 14 KB, and is fetched with the first one.
 */
import { type NotificationData } from '@mantine/notifications'
import { explain, SondeError } from '../api.ts'
import { messagesOf } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

let isNeeded = false
const listeners = new Set<() => void>()

/** For useSyncExternalStore: whether there has been a toast. */
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isNeeded: () => isNeeded,
}

async function show(toast: NotificationData): Promise<void> {
  isNeeded = true
  for (const listener of listeners) listener()
  const { notifications } = await import('./toasts.tsx')
  const closeButtonProps = { 'aria-label': messagesOf(uiTexts)('close') }
  notifications.show({ withBorder: true, closeButtonProps, ...toast })
}

export const showDone = (message: string): void => void show({ message, color: 'indigo' })

export function showFailure(error: unknown): void {
  const id = error instanceof SondeError && error.requestId ? ` (${error.requestId})` : ''
  const title = messagesOf(uiTexts)('action_failed')
  void show({ title, message: explain(error) + id, color: 'red', autoClose: false })
}

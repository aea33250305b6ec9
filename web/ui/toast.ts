/**
 * Toasts: what has just been done, in a few words, announced politely; what failed, with the request id, until it is closed.
 * What draws them weighs 14 KB, and is fetched with the first one.
 */
import type { NotificationData } from '@mantine/notifications'
import { createElement } from 'react'
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

const undoableMs = 8000

let undoables = 0

/** What was done can be taken back while the toast stands. */
export async function showUndoable(message: string, undo: () => void): Promise<void> {
  const { hide, UndoMessage } = await import('./undo-message.tsx')
  const id = `undoable-${++undoables}`
  const take = (): void => {
    hide(id)
    undo()
  }
  await show({
    id,
    message: createElement(UndoMessage, { message, onUndo: take }),
    color: 'indigo',
    autoClose: undoableMs,
  })
}

/** Why something was not done, in the page’s own words. */
export const showRefusal = (message: string): void =>
  void show({ title: messagesOf(uiTexts)('action_failed'), message, color: 'red', autoClose: false })

export function showFailure(error: unknown): void {
  const id = error instanceof SondeError && error.requestId ? ` (${error.requestId})` : ''
  showRefusal(explain(error) + id)
}

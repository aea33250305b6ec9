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

type Standing = { id: string; about: string | undefined; stays: boolean }

/** Oldest first. */
let standing: readonly Standing[] = []

let shown = 0

/** @param about  what it tells of: whatever an earlier one said of the same is no longer true, and it goes */
async function show(toast: NotificationData, about?: string): Promise<void> {
  isNeeded = true
  for (const listener of listeners) listener()
  const { notifications, toastsMax } = await import('./toasts.tsx')
  const id = toast.id ?? `toast-${++shown}`
  const said = about === undefined ? undefined : standing.find((one) => one.about === about)
  if (said) notifications.hide(said.id)
  // Otherwise the newest would wait until others have gone: long after what it tells of, or for ever behind failures.
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

export const showDone = (message: string, about?: string): void =>
  void show({ message, color: 'indigo' }, about)

const undoableMs = 8000

let undoables = 0

/** What was done can be taken back while the toast stands. */
export async function showUndoable(message: string, undo: () => void, about?: string): Promise<void> {
  const { hide, UndoMessage } = await import('./undo-message.tsx')
  const id = `undoable-${++undoables}`
  const take = (): void => {
    hide(id)
    undo()
  }
  const face = createElement(UndoMessage, { message, onUndo: take })
  await show({ id, message: face, color: 'indigo', autoClose: undoableMs }, about)
}

/** Why something was not done, in the page’s own words. */
export const showRefusal = (message: string): void =>
  void show({ title: messagesOf(uiTexts)('action_failed'), message, color: 'red', autoClose: false })

export function showFailure(error: unknown): void {
  const id = error instanceof SondeError && error.requestId ? ` (${error.requestId})` : ''
  showRefusal(explain(error) + id)
}

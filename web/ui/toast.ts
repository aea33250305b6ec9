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

/** @param about  what it tells of: whatever an earlier one said of the same is no longer true, and it goes */
async function show(toast: NotificationData, about?: string): Promise<void> {
  isNeeded = true
  for (const listener of listeners) listener()
  const { draw } = await import('./toasts.tsx')
  draw(toast, about)
}

export const showDone = (message: string, about?: string): void =>
  void show({ message, color: 'indigo' }, about)

const undoableMs = 8000

let undoables = 0

/** What its button does, and what it is called where it is not “Undo”. */
type Act = { run: () => void; label?: string }

/** What was done can be taken back while the toast stands. */
export const showUndoable = (message: string, undo: () => void, about?: string): Promise<void> =>
  showWithAct(message, { run: undo }, about)

/** With the way to where it can be seen. */
export async function showWithAct(message: string, { run, label }: Act, about?: string): Promise<void> {
  const { hide, UndoMessage } = await import('./undo-message.tsx')
  const id = `undoable-${++undoables}`
  const take = (): void => {
    hide(id)
    run()
  }
  const face = createElement(UndoMessage, { message, onAct: take, ...(label !== undefined && { label }) })
  await show({ id, message: face, color: 'indigo', autoClose: undoableMs }, about)
}

/** Why something was not done, in the page’s own words. */
export const showRefusal = (message: string): void =>
  void show({ title: messagesOf(uiTexts)('action_failed'), message, color: 'red', autoClose: false })

export function showFailure(error: unknown): void {
  const id = error instanceof SondeError && error.requestId ? ` (${error.requestId})` : ''
  showRefusal(explain(error) + id)
}

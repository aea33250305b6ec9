/** Toasts: what has just been done, in a few words, announced politely; what failed, with the request id, until it is closed. */
import { notifications } from '@mantine/notifications'
import { saidOf, SondeError } from '../api.ts'

export const done = (message: string): void =>
  void notifications.show({ message, color: 'indigo', withBorder: true })

export function failed(error: unknown): void {
  const id = error instanceof SondeError && error.requestId ? ` (${error.requestId})` : ''
  notifications.show({
    title: 'That did not work',
    message: saidOf(error) + id,
    color: 'red',
    withBorder: true,
    autoClose: false,
  })
}

/** Where toasts stand, once there has been one. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastStore } from './toast.ts'

const Toasts = lazy(() => import('./toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))

export const ToastPlace = () =>
  useSyncExternalStore(toastStore.subscribe, toastStore.isNeeded) && (
    <Suspense>
      <Toasts />
    </Suspense>
  )

/** Dialogs of the second factor, fetched with the first of them: an app, a passkey, recovery codes. */
import { type ComponentProps, lazy, Suspense } from 'react'

const Authenticator = lazy(() =>
  import('./authenticator-dialog.tsx').then(({ AuthenticatorDialog }) => ({ default: AuthenticatorDialog })),
)
const Passkey = lazy(() =>
  import('./passkey-dialog.tsx').then(({ PasskeyDialog }) => ({ default: PasskeyDialog })),
)
const Codes = lazy(() =>
  import('./recovery-codes-dialog.tsx').then(({ RecoveryCodesDialog }) => ({ default: RecoveryCodesDialog })),
)

export const AuthenticatorSetup = (props: ComponentProps<typeof Authenticator>) => (
  <Suspense>
    <Authenticator {...props} />
  </Suspense>
)

export const PasskeyAddition = (props: ComponentProps<typeof Passkey>) => (
  <Suspense>
    <Passkey {...props} />
  </Suspense>
)

export const RecoveryCodes = (props: ComponentProps<typeof Codes>) => (
  <Suspense>
    <Codes {...props} />
  </Suspense>
)

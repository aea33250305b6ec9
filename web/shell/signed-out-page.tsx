/** After signing out: nothing of what was read is left in this tab. */
import { Button } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '../api.ts'
import { findSession, leaveToSignIn } from '../session.ts'
import { Alert } from '../ui/alert.tsx'
import { Mark } from '../ui/mark.tsx'
import { OwnProvider } from './own-provider.tsx'

export function SignedOutPage() {
  const [fault, setFault] = useState<unknown>(null)
  const leave = (options?: { switchAccount: boolean }) => () => void leaveToSignIn(options).catch(setFault)
  if (findSession()) return <Navigate to="/app" replace />
  return (
    <main style={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', padding: 16 }}>
      <title>Signed out · Sonde</title>
      <div className="card pad stack" style={{ width: '100%', maxWidth: 420 }}>
        <Mark size={32} />
        <div className="stack-tight">
          <h1>You are signed out</h1>
          <p className="quiet">
            Your identity provider may still know you: on a shared computer, sign out there as well.
          </p>
        </div>
        {fault ? <Alert tone="bad">{explain(fault)}</Alert> : null}
        <div className="row">
          <Button onClick={leave()}>Sign in</Button>
          <Button variant="default" onClick={leave({ switchAccount: true })}>
            Use another account
          </Button>
        </div>
        <OwnProvider onFault={setFault} />
      </div>
    </main>
  )
}

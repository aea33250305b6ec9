/** After signing out: nothing of what was read is left in this tab. */
import { Button } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '../api.ts'
import { findSession, leaveToSignIn } from '../session.ts'
import { Alert } from '../ui/alert.tsx'
import { Mark } from '../ui/mark.tsx'
import { OwnProvider } from './own-provider.tsx'
import { useMessages } from '../messages.ts'
import { arrivalTexts } from './arrival-texts.ts'
import { shellTexts } from './shell-texts.ts'

export function SignedOutPage() {
  const say = useMessages(arrivalTexts)
  const sayShell = useMessages(shellTexts)
  const [fault, setFault] = useState<unknown>(null)
  const leave = (options?: { switchAccount: boolean }) => () => void leaveToSignIn(options).catch(setFault)
  if (findSession()) return <Navigate to="/app" replace />
  return (
    <main style={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', padding: 16 }}>
      <title>{`${say('signed_out')} · Sonde`}</title>
      <div className="card pad stack" style={{ width: '100%', maxWidth: 420 }}>
        <Mark size={32} />
        <div className="stack-tight">
          <h1>{say('signed_out_title')}</h1>
          <p className="quiet">{say('signed_out_hint')}</p>
        </div>
        {fault ? <Alert tone="bad">{explain(fault)}</Alert> : null}
        <div className="row">
          <Button onClick={leave()}>{say('sign_in')}</Button>
          <Button variant="default" onClick={leave({ switchAccount: true })}>
            {sayShell('use_another_account')}
          </Button>
        </div>
        <OwnProvider onFault={setFault} />
      </div>
    </main>
  )
}

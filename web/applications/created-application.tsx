/** What stands there after an application was made: its credentials, once, and the first calls. */
import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { apiUrl } from '../place.ts'
import { Alert } from '../ui/alert.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { worksAlone } from './application-words.tsx'
import { type NewApplication } from './application-queries.ts'
import form from '../ui/form.module.css'
import { SecretPanel } from './secret-panel.tsx'
import { authorizeExample } from './snippets.ts'
import { TryIt } from './try-it.tsx'

type Props = { application: NewApplication; onStored: () => void }

export function CreatedApplication({ application, onStored }: Props) {
  const { client_id: clientId, client_secret: secret, scopes, redirect_uris: redirectUris } = application
  // oxlint-disable-next-line no-alert -- the browser's own question is the one that also meets a closed tab
  const stays = (): boolean =>
    secret !== null && !confirm('The secret will not be shown again. Leave all the same?')
  const ready = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    ready.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [])
  useBlocker({ shouldBlockFn: stays, enableBeforeUnload: secret !== null })
  return (
    <div className="stack">
      <section className="card pad stack" aria-labelledby="credentials">
        <h2 id="credentials" ref={ready} tabIndex={-1} style={{ outline: 'none' }}>
          {application.name} is ready
        </h2>
        {secret === null ? (
          <CopyField label="Client id" value={clientId} />
        ) : (
          <SecretPanel credentials={{ clientId, secret }} />
        )}
      </section>
      {secret !== null && scopes.some(worksAlone) && (
        <section className="card pad stack" aria-labelledby="first-call">
          <div>
            <h2 id="first-call">The first call</h2>
            <p className="quiet">Paste these into a terminal, or run them from here.</p>
          </div>
          <TryIt applicationId={application.id} credentials={{ clientId, secret }} scopes={scopes} />
        </section>
      )}
      {redirectUris.length > 0 && (
        <section className="card pad stack" aria-labelledby="for-people">
          <div>
            <h2 id="for-people">For people</h2>
            <p className="quiet">Send them here; they come back to the redirect URI with a code.</p>
          </div>
          <CodeTabs
            title="Where people allow it"
            examples={authorizeExample(location.origin, { clientId, redirectUri: redirectUris[0], scopes })}
          />
          <Alert>
            The code becomes a token at <code>{apiUrl}/oauth/token</code>, with the verifier of your challenge
            (PKCE).
          </Alert>
        </section>
      )}
      <div className={form.ends}>
        <Button onClick={onStored}>{secret === null ? 'Go to the application' : 'I stored it'}</Button>
      </div>
    </div>
  )
}

/** What is there after an application was made: its credentials, once, and the first calls. */
import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { apiUrl } from '../place.ts'
import { Alert } from '../ui/alert.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { worksAlone } from './application-words.tsx'
import type { NewApplication } from './application-queries.ts'
import form from '../ui/form.module.css'
import { SecretPanel } from './secret-panel.tsx'
import { authorizeAddress } from './snippets.ts'
import { TryAsYourself } from './try-as-yourself.tsx'
import { TryIt } from './try-it.tsx'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

type Props = { application: NewApplication; onStored: () => void }

export function CreatedApplication({ application, onStored }: Props) {
  const say = useMessages(applicationTexts)
  const { client_id: clientId, client_secret: secret, scopes, redirect_uris: redirectUris } = application
  // oxlint-disable-next-line no-alert -- the browser's own question is the one that also meets a closed tab
  const stays = (): boolean => secret !== null && !confirm(say('leave_unsaved'))
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
          {say('ready', { name: application.name })}
        </h2>
        {secret === null ? (
          <CopyField label={say('client_id')} value={clientId} />
        ) : (
          <SecretPanel
            credentials={{ clientId, secret }}
            next={<Button onClick={onStored}>{say('secret_saved')}</Button>}
          />
        )}
      </section>
      {secret !== null && scopes.some(worksAlone) && (
        <section className="card pad stack" aria-labelledby="first-call">
          <div>
            <h2 id="first-call">{say('first_call')}</h2>
            <p className="quiet">{say('first_call_hint')}</p>
          </div>
          <TryIt applicationId={application.id} credentials={{ clientId, secret }} scopes={scopes} />
        </section>
      )}
      <TryAsYourself application={application} />
      {redirectUris.length > 0 && (
        <section className="card pad stack" aria-labelledby="for-people">
          <div>
            <h2 id="for-people">{say('user_sign_in')}</h2>
            <p className="quiet">{say('user_sign_in_hint')}</p>
          </div>
          <CodeTabs
            title={say('authorisation_address')}
            examples={[
              {
                language: say('address'),
                code: authorizeAddress(location.origin, { clientId, redirectUri: redirectUris[0], scopes }),
              },
            ]}
          />
          <Alert>
            {say.parts('exchange_code', {
              address: <code key="address">{`${apiUrl}/oauth/token`}</code>,
            })}
          </Alert>
        </section>
      )}
      {secret === null && (
        <div className={form.ends}>
          <Button onClick={onStored}>{say('open_application')}</Button>
        </div>
      )}
    </div>
  )
}

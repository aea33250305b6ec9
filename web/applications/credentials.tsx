/** Credentials: the client id, the secrets that live (two while one takes over from the other), and the end of it all. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Countdown, RelativeTime, useNow } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import classes from './applications.module.css'
import { type Application, useApplicationRevocation, useSecretRevocation } from './application-queries.ts'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

type Secret = Application['secrets'][number]

const RotateSecret = lazy(() =>
  import('./rotate-secret.tsx').then(({ RotateSecret }) => ({ default: RotateSecret })),
)

const TryAsYourself = lazy(() =>
  import('./try-as-yourself.tsx').then(({ TryAsYourself }) => ({ default: TryAsYourself })),
)

const lookMs = 5000

export function Credentials({ application }: { application: Application }) {
  const say = useMessages(applicationTexts)
  const now = useNow(lookMs)
  const rotating = useDialog('rotate')
  const live = application.secrets.filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > now)
  return (
    <div className="stack">
      <section className="card pad stack" aria-labelledby="client-id">
        <h2 id="client-id">{say('client_id')}</h2>
        <CopyField label={say('client_id')} value={application.client_id} hideLabel />
        <p className="quiet small">{say('client_id_hint')}</p>
      </section>
      {application.kind === 'confidential' && application.status === 'active' && (
        <section className="card pad" aria-labelledby="secrets">
          <div className="row-between" style={{ marginBottom: 16 }}>
            <div>
              <h2 id="secrets">{say('secrets')}</h2>
              <p className="quiet">{say('secrets_hint')}</p>
            </div>
            <Button variant="default" onClick={rotating.open}>
              {say('rotate')}
            </Button>
          </div>
          <Suspense>
            {rotating.isOpen && (
              <RotateSecret application={application} live={live.length} onClose={rotating.close} />
            )}
          </Suspense>
          {live.map((secret) => (
            <SecretLine key={secret.id} application={application} secret={secret} />
          ))}
        </section>
      )}
      {application.kind === 'public' && (
        <section className="card pad stack-tight" aria-labelledby="no-secret">
          <h2 id="no-secret">{say('no_secret')}</h2>
          <p className="quiet">{say('no_secret_hint')}</p>
        </section>
      )}
      {application.kind !== 'first_party' && application.status === 'active' && (
        <Suspense>
          <TryAsYourself application={application} />
        </Suspense>
      )}
      {application.kind !== 'first_party' && <Revoke application={application} />}
    </div>
  )
}

function SecretLine({ application, secret }: { application: Application; secret: Secret }) {
  const say = useMessages(applicationTexts)
  const [isAsking, setAsking] = useState(false)
  const revoke = useSecretRevocation(application, secret.id, () => {
    setAsking(false)
    showDone(say('secret_revoked'))
  })
  return (
    <div className={classes.secret}>
      <code>{`sonde_cs_…${secret.last_four}`}</code>
      <span className="quiet small">
        {say.parts('created_when', { when: <RelativeTime key="when" at={secret.created_at} /> })}
      </span>
      {secret.expires_at ? (
        <StatusLine to={secret.expires_at} />
      ) : (
        <StatusBadge tone="good">{say('current')}</StatusBadge>
      )}
      <Button variant="default" c="var(--bad)" size="compact-sm" onClick={() => setAsking(true)}>
        {say('revoke_secret')}
      </Button>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title={say('revoke_secret_title', { last_four: secret.last_four })}
          effect={say('revoke_secret_effect')}
          typeToConfirm={application.name}
          isDangerous
          action={say('revoke_secret')}
          onConfirm={() => revoke.mutate()}
          isBusy={revoke.isPending}
          error={revoke.error}
        />
      )}
    </div>
  )
}

const StatusLine = ({ to }: { to: string }) => {
  const say = useMessages(applicationTexts)
  return (
    <span className="row" style={{ gap: 6 }}>
      <StatusBadge tone="warn">{say('expiring')}</StatusBadge>
      <span className="small">{say.parts('expires_in', { time: <Countdown key="time" to={to} /> })}</span>
    </span>
  )
}

function Revoke({ application }: { application: Application }) {
  const say = useMessages(applicationTexts)
  const { isOpen, open, close } = useDialog('revoke')
  const revoke = useApplicationRevocation(application, () => {
    close()
    showDone(say('revoked_named', { name: application.name }))
  })
  if (application.status === 'revoked') {
    return (
      <section className="card pad stack-tight" aria-labelledby="revoked">
        <h2 id="revoked">{say('revoked')}</h2>
        <p className="quiet">
          {say.parts('revoked_hint', {
            when: <RelativeTime key="when" at={application.updated_at} />,
          })}
        </p>
      </section>
    )
  }
  return (
    <section className={`card pad ${classes.danger}`} aria-labelledby="revoke">
      <div className="row-between">
        <div>
          <h2 id="revoke">{say('revoke_section')}</h2>
          <p className="quiet">{say('revoke_section_hint')}</p>
        </div>
        <Button variant="default" c="var(--bad)" onClick={open}>
          {say('revoke')}
        </Button>
      </div>
      {isOpen && (
        <Confirm
          name="revoke"
          onClose={close}
          title={say('revoke_title', { name: application.name })}
          effect={say('revoke_effect')}
          typeToConfirm={application.name}
          isDangerous
          action={say('revoke')}
          onConfirm={() => revoke.mutate()}
          isBusy={revoke.isPending}
          error={revoke.error}
        />
      )}
    </section>
  )
}

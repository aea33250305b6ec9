/** Credentials: the client id, the secrets that live (two while one takes over from the other), and the end of it all. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Countdown, RelativeTime, useNow } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import classes from './applications.module.css'
import { type Application, useApplicationRevocation, useSecretRevocation } from './application-queries.ts'

type Secret = Application['secrets'][number]

const RotateSecret = lazy(() =>
  import('./rotate-secret.tsx').then(({ RotateSecret }) => ({ default: RotateSecret })),
)

const lookMs = 5000

export function Credentials({ application }: { application: Application }) {
  const now = useNow(lookMs)
  const [isRotating, setRotating] = useState(false)
  const live = application.secrets.filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > now)
  return (
    <div className="stack">
      <section className="card pad stack" aria-labelledby="client-id">
        <h2 id="client-id">Client id</h2>
        <CopyField label="Client id" value={application.client_id} hideLabel />
        <p className="quiet small">It names the application and is no secret.</p>
      </section>
      {application.kind === 'confidential' && application.status === 'active' && (
        <section className="card pad" aria-labelledby="secrets">
          <div className="row-between" style={{ marginBottom: 16 }}>
            <div>
              <h2 id="secrets">Secrets</h2>
              <p className="quiet">
                Kept as a hash: nobody can show them again. Two may live while one takes over from the other.
              </p>
            </div>
            <Button variant="default" onClick={() => setRotating(true)}>
              Rotate secret
            </Button>
          </div>
          <Suspense>
            {isRotating && (
              <RotateSecret application={application} live={live.length} onClose={() => setRotating(false)} />
            )}
          </Suspense>
          {live.map((secret) => (
            <SecretLine key={secret.id} application={application} secret={secret} />
          ))}
        </section>
      )}
      {application.kind === 'public' && (
        <section className="card pad stack-tight" aria-labelledby="no-secret">
          <h2 id="no-secret">No secret</h2>
          <p className="quiet">An app cannot keep one. PKCE stands for it: each sign-in proves itself.</p>
        </section>
      )}
      {application.kind !== 'first_party' && <Revoke application={application} />}
    </div>
  )
}

function SecretLine({ application, secret }: { application: Application; secret: Secret }) {
  const [isAsking, setAsking] = useState(false)
  const revoke = useSecretRevocation(application, secret.id, () => {
    setAsking(false)
    showDone('The secret and its tokens are dead')
  })
  return (
    <div className={classes.secret}>
      <code>{`sonde_cs_…${secret.last_four}`}</code>
      <span className="quiet small">
        made <RelativeTime at={secret.created_at} />
      </span>
      {secret.expires_at ? (
        <StatusLine to={secret.expires_at} />
      ) : (
        <StatusBadge tone="good">Current</StatusBadge>
      )}
      <Button variant="default" c="var(--bad)" size="compact-sm" onClick={() => setAsking(true)}>
        Compromised?
      </Button>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title={`Revoke the secret …${secret.last_four}`}
          effect="For a secret that leaked: it ends now, and so does every token that was made with it. Programs that still use it are refused from the next call on."
          typeToConfirm={application.name}
          isDangerous
          action="Revoke secret"
          onConfirm={() => revoke.mutate()}
          isBusy={revoke.isPending}
          error={revoke.error}
        />
      )}
    </div>
  )
}

const StatusLine = ({ to }: { to: string }) => (
  <span className="row" style={{ gap: 6 }}>
    <StatusBadge tone="warn">Ending</StatusBadge>
    <span className="small">
      in <Countdown to={to} />
    </span>
  </span>
)

function Revoke({ application }: { application: Application }) {
  const [isAsking, setAsking] = useState(false)
  const revoke = useApplicationRevocation(application, () => {
    setAsking(false)
    showDone(`${application.name} is revoked`)
  })
  if (application.status === 'revoked') {
    return (
      <section className="card pad stack-tight" aria-labelledby="revoked">
        <h2 id="revoked">Revoked</h2>
        <p className="quiet">
          Its secrets and tokens ended when it was revoked, <RelativeTime at={application.updated_at} />. That
          is final; a new application takes its place.
        </p>
      </section>
    )
  }
  return (
    <section className={`card pad ${classes.danger}`} aria-labelledby="revoke">
      <div className="row-between">
        <div>
          <h2 id="revoke">Revoke this application</h2>
          <p className="quiet">Every secret, token and grant ends at once. This cannot be taken back.</p>
        </div>
        <Button variant="default" c="var(--bad)" onClick={() => setAsking(true)}>
          Revoke application
        </Button>
      </div>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title={`Revoke ${application.name}`}
          effect="Every secret, every token and every person’s grant ends at once. Programs that use it are refused from the next call on. It cannot be taken back."
          typeToConfirm={application.name}
          isDangerous
          action="Revoke application"
          onConfirm={() => revoke.mutate()}
          isBusy={revoke.isPending}
          error={revoke.error}
        />
      )}
    </section>
  )
}

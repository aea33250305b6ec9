/** Credentials: the client id, the secrets that live (two while one takes over from the other), and the end of it all. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { inPerson } from '../api.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Countdown, RelativeTime, useNow } from '../ui/time.tsx'
import { done } from '../ui/toast.ts'
import classes from './developers.module.css'
import { type Application, changed } from './reading.ts'

type Secret = Application['secrets'][number]

const RotateSecret = lazy(() =>
  import('./rotate-secret.tsx').then(({ RotateSecret }) => ({ default: RotateSecret })),
)

const lookMs = 5000

export function Credentials({ application }: { application: Application }) {
  const now = useNow(lookMs)
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
            <Suspense>
              <RotateSecret application={application} live={live.length} />
            </Suspense>
          </div>
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
  const [asks, setAsks] = useState(false)
  const revoke = useMutation({
    mutationFn: () => inPerson.call('revokeSecret', { params: { id: application.id, secret_id: secret.id } }),
    onSuccess: async (after) => {
      await changed(after)
      setAsks(false)
      done('The secret and its tokens are dead')
    },
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
      <Button variant="default" c="var(--bad)" size="compact-sm" onClick={() => setAsks(true)}>
        Compromised?
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={`Revoke the secret …${secret.last_four}`}
        says="For a secret that leaked: it ends now, and so does every token that was made with it. Programs that still use it are refused from the next call on."
        name={application.name}
        action="Revoke secret"
        onConfirm={() => revoke.mutate()}
        busy={revoke.isPending}
        error={revoke.error}
      />
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
  const [asks, setAsks] = useState(false)
  const revoke = useMutation({
    mutationFn: () => inPerson.call('revokeApplication', { params: { id: application.id } }),
    onSuccess: async (after) => {
      await changed(after)
      setAsks(false)
      done(`${after.name} is revoked`)
    },
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
        <Button variant="default" c="var(--bad)" onClick={() => setAsks(true)}>
          Revoke application
        </Button>
      </div>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={`Revoke ${application.name}`}
        says="Every secret, every token and every person’s grant ends at once. Programs that use it are refused from the next call on. It cannot be taken back."
        name={application.name}
        action="Revoke application"
        onConfirm={() => revoke.mutate()}
        busy={revoke.isPending}
        error={revoke.error}
      />
    </section>
  )
}

/** Identity providers of the organisation: whose sign-ins are believed about its people, once an admin has proved them. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type ReplyOf } from '../../client/client.ts'
import { inPerson, queries, saidOf } from '../api.ts'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../ui/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Page } from '../ui/page.tsx'
import { usePagesOf } from '../ui/pages-of.ts'
import { EmptyState, Failure, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { done, failed } from '../ui/toast.ts'
import { profileWords } from './provider-words.ts'
import { SecondSignIn, SecondSignInButton } from './second-sign-in.tsx'
import classes from './settings.module.css'

export type Provider = ReplyOf<'listIdentityProviders'>['identity_providers'][number]

export const providersKey = ['identity-providers']

const ProviderForm = lazy(() =>
  import('./provider-form.tsx').then(({ ProviderForm }) => ({ default: ProviderForm })),
)

export function IdentityProvidersPage() {
  const [form, setForm] = useState<Provider | 'new' | null>(null)
  const { data: me } = useMe()
  return (
    <Page
      title="Identity providers"
      says="Where your people sign in, beside the provider of this service."
      api={{ operation: 'listIdentityProviders' }}
      actions={
        me?.role === 'admin' && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm('new')}>
            Add provider
          </Button>
        )
      }
      narrow
    >
      <AdminsOnly>
        <SecondSignIn
          success={({ provider }) =>
            `You have signed in by ${provider.name}: it is in use from now on, and one more way in for you.`
          }
          onAdded={() => queries.invalidateQueries({ queryKey: providersKey })}
        />
        <Providers onChange={setForm} />
        <Suspense>
          {form && <ProviderForm provider={form === 'new' ? null : form} onClose={() => setForm(null)} />}
        </Suspense>
      </AdminsOnly>
    </Page>
  )
}

function Providers({ onChange }: { onChange: (provider: Provider | 'new') => void }) {
  const list = usePagesOf(providersKey, 'identity_providers', (cursor, signal) =>
    inPerson.call('listIdentityProviders', { query: cursor ? { cursor } : {}, signal }),
  )
  if (list.error && !list.items)
    return <div className="card">{<Failure error={list.error} onRetry={list.retry} />}</div>
  if (!list.items) return <SkeletonLines lines={6} />
  if (list.items.length === 0) {
    return (
      <div className="card">
        <EmptyState
          title="No provider of its own"
          says="People sign in by the one of this service. Add yours, prove that you can sign in there, and it counts."
          action={<Button onClick={() => onChange('new')}>Add provider</Button>}
        />
      </div>
    )
  }
  return (
    <div className="stack">
      {list.items.map((provider) => (
        <OneProvider key={provider.id} provider={provider} onChange={() => onChange(provider)} />
      ))}
      {list.more && (
        <Button variant="default" onClick={list.more} loading={list.isReading}>
          Show more
        </Button>
      )}
    </div>
  )
}

function OneProvider({ provider, onChange }: { provider: Provider; onChange: () => void }) {
  const [asks, { open, close }] = useDisclosure(false)
  const test = useMutation({
    mutationFn: () => inPerson.call('testIdentityProvider', { params: { id: provider.id } }),
  })
  const reload = useMutation({
    mutationFn: () => inPerson.call('reloadIdentityProvider', { params: { id: provider.id } }),
    onSuccess: () => done(`Keys of ${provider.name} are read anew`),
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: () => inPerson.call('deleteIdentityProvider', { params: { id: provider.id } }),
    onSuccess: async () => {
      close()
      await queries.invalidateQueries({ queryKey: providersKey })
      done(`${provider.name} is taken away`)
    },
  })
  const facts: [string, string][] = [
    ['Issuer', provider.issuer],
    ['Kind', profileWords[provider.profile].label],
    ['Audiences', provider.audiences.join(', ') || 'none'],
    ...(provider.authorized_parties.length > 0
      ? ([['Authorised parties', provider.authorized_parties.join(', ')]] as [string, string][])
      : []),
    [
      'Belongs here',
      provider.organisation.claim
        ? `${provider.organisation.claim}: ${provider.organisation.values.join(', ')}`
        : 'everybody whom the issuer knows',
    ],
    ['Who is not known yet', provider.joins ? 'joins as a member' : 'is refused'],
    ...(provider.roles.claim ? ([['Role', `from ${provider.roles.claim}`]] as [string, string][]) : []),
  ]
  return (
    <section className={`card pad ${classes.provider}`} aria-labelledby={provider.id}>
      <div className="row-between">
        <div className="row">
          <h2 id={provider.id}>{provider.name}</h2>
          {provider.state === 'proved' ? (
            <StatusBadge tone="good">In use</StatusBadge>
          ) : (
            <StatusBadge tone="warn">Not proved yet</StatusBadge>
          )}
        </div>
        <div className="row">
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <Button variant="default" size="xs" onClick={onChange}>
            Change
          </Button>
        </div>
      </div>
      {provider.state === 'unproved' && (
        <Alert tone="warn">
          <div className="stack-tight">
            <span>
              It lets nobody in until you have shown that you can sign in there. You stay who you are.
            </span>
            <span>
              <SecondSignInButton
                place={provider}
                label={`Sign in at ${provider.name}`}
                disabled={provider.client_id === null}
              />
            </span>
            {provider.client_id === null && <span>Give it a client id first: “Change”.</span>}
          </div>
        </Alert>
      )}
      {(test.data ?? test.error) && <Checks checks={test.data?.checks ?? []} error={test.error} />}
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {provider.proved_at && (
          <div>
            <dt>Proved</dt>
            <dd>
              <RelativeTime at={provider.proved_at} />
            </dd>
          </div>
        )}
      </dl>
      <CopyField label="Redirect URI, to be registered there" value={provider.redirect_uri} />
      <div className={classes.ends}>
        <Button variant="subtle" size="xs" loading={reload.isPending} onClick={() => reload.mutate()}>
          Reload keys
        </Button>
        <Button variant="subtle" size="xs" c="var(--bad)" onClick={open}>
          Take away
        </Button>
      </div>
      <Confirm
        opened={asks}
        onClose={close}
        title={`Take ${provider.name} away`}
        says="Nobody can sign in by it from then on, and whom it brought in is out at once, tokens included. Who has another way to sign in keeps that one."
        name={provider.name}
        action="Take away"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      />
    </section>
  )
}

const checkWords = {
  address: 'Its address may be called',
  discovery: 'It says what it is',
  keys: 'Its keys can be read',
  sign_in: 'People can sign in',
} as const

type Check = ReplyOf<'testIdentityProvider'>['checks'][number]

const Checks = ({ checks, error }: { checks: readonly Check[]; error: unknown }) =>
  error ? (
    <Alert tone="bad">{saidOf(error)}</Alert>
  ) : (
    <ul className={classes.checks} role="status">
      {checks.map(({ check, ok, detail }) => (
        <li key={check}>
          {ok ? (
            <IconCheck size={18} color="var(--good)" aria-label="Well:" />
          ) : (
            <IconX size={18} color="var(--bad)" aria-label="Not well:" />
          )}
          <span>
            <strong>{checkWords[check]}</strong>
            <p className={classes.detail}>{detail}</p>
          </span>
        </li>
      ))}
    </ul>
  )

/** Identity providers of the organisation: whose sign-ins are believed about its people, once an admin has proved them. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { SecondSignIn, SecondSignInButton } from '../account/second-sign-in.tsx'
import { explain } from '../api.ts'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Page } from '../ui/page.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import form from '../ui/form.module.css'
import { LoadMore } from '../ui/load-more.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import text from '../ui/text.module.css'
import {
  type Check,
  type Provider,
  useKeyReload,
  useProviderDeletion,
  useProviders,
  useProviderTest,
} from './identity-provider-queries.ts'
import classes from './identity-providers.module.css'
import { profileWords } from './provider-words.ts'

const ProviderForm = lazy(() =>
  import('./provider-form.tsx').then(({ ProviderForm }) => ({ default: ProviderForm })),
)

export function IdentityProvidersPage() {
  const [form, setForm] = useState<Provider | 'new' | null>(null)
  const { data: me } = useMe()
  return (
    <Page
      title="Identity providers"
      description="Where your people sign in, beside the provider of this service."
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
  const list = useProviders()
  return (
    <QueryState query={list} skeleton={<SkeletonLines lines={6} />} hasCard>
      {(providers) =>
        providers.length === 0 ? (
          <div className="card">
            <EmptyState
              title="No provider of its own"
              description="People sign in by the one of this service. Add yours, prove that you can sign in there, and it counts."
              action={<Button onClick={() => onChange('new')}>Add provider</Button>}
            />
          </div>
        ) : (
          <div className="stack">
            {providers.map((provider) => (
              <OneProvider key={provider.id} provider={provider} onChange={() => onChange(provider)} />
            ))}
            <LoadMore list={list} />
          </div>
        )
      }
    </QueryState>
  )
}

function OneProvider({ provider, onChange }: { provider: Provider; onChange: () => void }) {
  const [isAsking, { open, close }] = useDisclosure(false)
  const test = useProviderTest(provider)
  const reload = useKeyReload(provider)
  const deletion = useProviderDeletion(provider, close)
  const facts: Fact[] = [
    ['Issuer', provider.issuer],
    ['Kind', profileWords[provider.profile].label],
    ['Audiences', provider.audiences.join(', ') || 'none'],
    ...(provider.authorized_parties.length > 0
      ? [['Authorised parties', provider.authorized_parties.join(', ')] as const]
      : []),
    [
      'Belongs here',
      provider.organisation.claim
        ? `${provider.organisation.claim}: ${provider.organisation.values.join(', ')}`
        : 'everybody whom the issuer knows',
    ],
    ['Who is not known yet', provider.joins ? 'joins as a member' : 'is refused'],
    ...(provider.roles.claim ? [['Role', `from ${provider.roles.claim}`] as const] : []),
    ...(provider.proved_at
      ? [['Proved', <RelativeTime key="proved" at={provider.proved_at} />] as const]
      : []),
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
      <Facts facts={facts} />
      <CopyField label="Redirect URI, to be registered there" value={provider.redirect_uri} />
      <div className={form.ends}>
        <Button variant="subtle" size="xs" loading={reload.isPending} onClick={() => reload.mutate()}>
          Reload keys
        </Button>
        <Button variant="subtle" size="xs" c="var(--bad)" onClick={open}>
          Take away
        </Button>
      </div>
      {isAsking && (
        <Confirm
          onClose={close}
          title={`Take ${provider.name} away`}
          effect="Nobody can sign in by it from then on, and whom it brought in is out at once, tokens included. Who has another way to sign in keeps that one."
          typeToConfirm={provider.name}
          isDangerous
          action="Take away"
          onConfirm={() => deletion.mutate()}
          isBusy={deletion.isPending}
          error={deletion.error}
        />
      )}
    </section>
  )
}

const checkWords = {
  address: 'Its address may be called',
  discovery: 'It says what it is',
  keys: 'Its keys can be read',
  sign_in: 'People can sign in',
} as const

const Checks = ({ checks, error }: { checks: readonly Check[]; error: unknown }) =>
  error ? (
    <Alert tone="bad">{explain(error)}</Alert>
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
            <p className={text.detail}>{detail}</p>
          </span>
        </li>
      ))}
    </ul>
  )

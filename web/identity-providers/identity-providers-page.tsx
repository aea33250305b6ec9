/** Identity providers of the organisation: whose sign-ins are believed about its people, once an admin has proved them. */
import { Button } from '@mantine/core'
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { SecondSignIn, SecondSignInButton } from '../account/second-sign-in.tsx'
import { explain } from '../api.ts'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { useIntegrationsCrumb } from '../shell/navigation.ts'
import { Page } from '../ui/page.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import form from '../ui/form.module.css'
import { LoadMore } from '../ui/load-more.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
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
import { useMessages } from '../messages.ts'
import { identityProviderTexts } from './identity-provider-texts.ts'

const ProviderForm = lazy(() =>
  import('./provider-form.tsx').then(({ ProviderForm }) => ({ default: ProviderForm })),
)

export function IdentityProvidersPage() {
  const say = useMessages(identityProviderTexts)
  const [form, setForm] = useState<Provider | 'new' | null>(null)
  const { data: me } = useMe()
  return (
    <Page
      title={say('title')}
      crumbs={useIntegrationsCrumb()}
      description={say('description')}
      api={{ operation: 'listIdentityProviders' }}
      actions={
        me?.role === 'admin' && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm('new')}>
            {say('add')}
          </Button>
        )
      }
    >
      <AdminsOnly>
        <SecondSignIn success={({ provider }) => say('activated', { provider: provider.name })} />
        <Providers onChange={setForm} />
        <Suspense>
          {form && <ProviderForm provider={form === 'new' ? null : form} onClose={() => setForm(null)} />}
        </Suspense>
      </AdminsOnly>
    </Page>
  )
}

function Providers({ onChange }: { onChange: (provider: Provider | 'new') => void }) {
  const say = useMessages(identityProviderTexts)
  const list = useProviders()
  return (
    <QueryState query={list} skeleton={<SkeletonLines lines={6} />} hasCard>
      {(providers) =>
        providers.length === 0 ? (
          <div className="card">
            <EmptyState
              title={say('empty')}
              description={say('empty_hint')}
              action={<Button onClick={() => onChange('new')}>{say('add')}</Button>}
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
  const say = useMessages(identityProviderTexts)
  const dialog = `remove ${provider.id}`
  const { isOpen, open, close } = useDialog(dialog)
  const test = useProviderTest(provider)
  const reload = useKeyReload(provider)
  const deletion = useProviderDeletion(provider, close)
  const facts: Fact[] = [
    [say('issuer'), provider.issuer],
    [say('profile'), profileWords[provider.profile].label],
    ...(profileWords[provider.profile].byIdToken
      ? []
      : [[say('audiences'), provider.audiences.join(', ') || say('none')] as const]),
    ...(provider.authorized_parties.length > 0
      ? [[say('parties'), provider.authorized_parties.join(', ')] as const]
      : []),
    [
      say('membership'),
      provider.organisation.claim
        ? say('claim_values', {
            claim: provider.organisation.claim,
            values: provider.organisation.values.join(', '),
          })
        : say('everybody'),
    ],
    [say('new_people'), provider.joins ? say('new_people_join') : say('new_people_refused')],
    ...(provider.roles.claim
      ? [[say('role'), say('role_from', { claim: provider.roles.claim })] as const]
      : []),
    ...(provider.proved_at
      ? [[say('verified'), <RelativeTime key="proved" at={provider.proved_at} />] as const]
      : []),
  ]
  return (
    <section className={`card pad ${classes.provider}`} aria-labelledby={provider.id}>
      <div className="row-between">
        <div className="row">
          <h2 id={provider.id}>{provider.name}</h2>
          {provider.state === 'proved' ? (
            <StatusBadge tone="good">{say('active')}</StatusBadge>
          ) : (
            <StatusBadge tone="warn">{say('unverified')}</StatusBadge>
          )}
        </div>
        <div className="row">
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
            {say('test')}
          </Button>
          <Button variant="default" size="xs" onClick={onChange}>
            {say('edit')}
          </Button>
        </div>
      </div>
      {provider.state === 'unproved' && (
        <Alert tone="warn">
          <div className="stack-tight">
            <span>{say('unverified_hint')}</span>
            <span>
              <SecondSignInButton
                place={provider}
                label={say('sign_in_with', { provider: provider.name })}
                disabled={provider.client_id === null}
              />
            </span>
            {provider.client_id === null && <span>{say('client_id_missing')}</span>}
          </div>
        </Alert>
      )}
      {(test.data ?? test.error) && <Checks checks={test.data?.checks ?? []} error={test.error} />}
      <Facts facts={facts} />
      <CopyField label={say('redirect_uri')} value={provider.redirect_uri} />
      <div className={form.ends}>
        <Button variant="subtle" size="xs" loading={reload.isPending} onClick={() => reload.mutate()}>
          {say('reload_keys')}
        </Button>
        <Button variant="subtle" size="xs" c="var(--bad)" onClick={open}>
          {say('remove')}
        </Button>
      </div>
      {isOpen && (
        <Confirm
          name={dialog}
          onClose={close}
          title={say('remove_title', { provider: provider.name })}
          effect={say('remove_effect')}
          typeToConfirm={provider.name}
          isDangerous
          action={say('remove')}
          onConfirm={() => deletion.mutate()}
          isBusy={deletion.isPending}
          error={deletion.error}
        />
      )}
    </section>
  )
}

const checkTexts = {
  address: 'check_address',
  discovery: 'check_discovery',
  keys: 'check_keys',
  sign_in: 'check_sign_in',
} as const

const Checks = ({ checks, error }: { checks: readonly Check[]; error: unknown }) => {
  const say = useMessages(identityProviderTexts)
  return error ? (
    <Alert tone="bad">{explain(error)}</Alert>
  ) : (
    <ul className={classes.checks} role="status">
      {checks.map(({ check, ok, detail }) => (
        <li key={check}>
          {ok ? (
            <IconCheck size={18} color="var(--good)" aria-label={say('passed')} />
          ) : (
            <IconX size={18} color="var(--bad)" aria-label={say('not_passed')} />
          )}
          <span>
            <strong>{say(checkTexts[check])}</strong>
            <p className={text.detail}>{detail}</p>
          </span>
        </li>
      ))}
    </ul>
  )
}

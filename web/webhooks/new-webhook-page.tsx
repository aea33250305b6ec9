/** A new webhook: whose it is, where events go and which; then its secret, once, with the check to copy and the first test. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { SondeError } from '../api.ts'
import { allApplications } from '../applications/application-queries.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import form from '../ui/form.module.css'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { bodyOf, emptyDraft, isComplete, WebhookFields } from './webhook-form.tsx'
import { type NewWebhook, useWebhookCreation } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'
import { hostOf, refusalOf } from './webhook-words.tsx'

const loadSecretPanel = () => import('./secret-panel.tsx')
const SecretPanel = lazy(async () => ({ default: (await loadSecretPanel()).SecretPanel }))
const TestRun = lazy(async () => ({ default: (await import('./test-run.tsx')).TestRun }))

type Owner = { id: string; name: string; scopes: readonly string[] }

export const NewWebhookPage = () => {
  const say = useMessages(webhookTexts)
  return (
    <Page
      title={say('new')}
      crumbs={[{ label: say('title'), to: '/developers/webhooks' }]}
      api={{ operation: 'createWebhook' }}
      width="reading"
    >
      <AdminsOnly>
        <NewWebhookOf />
      </AdminsOnly>
    </Page>
  )
}

function NewWebhookOf() {
  const say = useMessages(webhookTexts)
  return (
    <QueryState query={useQuery(allApplications)} hasCard>
      {({ applications }) => {
        const owners = applications.filter(
          ({ status, kind }) => status === 'active' && kind !== 'first_party',
        )
        return owners.length > 0 ? (
          <Creation owners={owners} />
        ) : (
          <div className="card">
            <EmptyState
              title={say('no_application')}
              description={say('no_application_hint')}
              action={<ButtonLink to="/developers/applications/new">{say('new_application')}</ButtonLink>}
            />
          </div>
        )
      }}
    </QueryState>
  )
}

function Creation({ owners }: { owners: readonly Owner[] }) {
  const say = useMessages(webhookTexts)
  const [draft, setDraft] = useState(emptyDraft)
  const [ownerId, setOwner] = useState(owners[0].id)
  const create = useWebhookCreation()
  if (create.data) return <Created webhook={create.data} />
  const isAddressRefused = create.error instanceof SondeError && create.error.code === 'address_refused'
  const refusal = create.error && refusalOf(say, create.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isComplete(draft)) return
    // Fetched before there is a secret that could be lost.
    void loadSecretPanel()
    create.mutate({ application_id: ownerId, ...bodyOf(draft) })
  }
  return (
    <form onSubmit={submit} className="stack" noValidate>
      <div className="card pad stack">
        <NativeSelect
          label={say('application')}
          description={say('application_hint')}
          data={owners.map(({ id, name }) => ({ value: id, label: name }))}
          value={ownerId}
          onChange={(event) => setOwner(event.currentTarget.value)}
        />
        <WebhookFields
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          scopes={owners.find(({ id }) => id === ownerId)?.scopes}
          addressFault={isAddressRefused ? refusal : null}
        />
        {refusal && !isAddressRefused && <Alert tone="bad">{refusal}</Alert>}
      </div>
      <div className={form.ends}>
        <Button type="submit" disabled={!isComplete(draft)} loading={create.isPending}>
          {say('create')}
        </Button>
      </div>
    </form>
  )
}

function Created({ webhook }: { webhook: NewWebhook }) {
  const say = useMessages(webhookTexts)
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [])
  // oxlint-disable-next-line no-alert -- the browser's own question is the one that also meets a closed tab
  useBlocker({ shouldBlockFn: () => !confirm(say('leave_unsaved')), enableBeforeUnload: true })
  return (
    <div className="stack">
      <section className="card pad stack" aria-labelledby="ready">
        <h2 id="ready" ref={heading} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
          {say('ready', { host: hostOf(webhook.url) })}
        </h2>
        <Suspense fallback={<SkeletonLines />}>
          <SecretPanel secret={webhook.secret} />
        </Suspense>
      </section>
      <Suspense fallback={<SkeletonLines />}>
        <TestRun webhook={webhook} />
      </Suspense>
      <div className={form.ends}>
        <Button
          onClick={() =>
            void navigate({
              to: '/developers/webhooks/$webhook',
              params: { webhook: webhook.id },
              ignoreBlocker: true,
            })
          }
        >
          {say('secret_saved')}
        </Button>
      </div>
    </div>
  )
}

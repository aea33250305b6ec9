/** Settings of a webhook: address and events, the signing secret, the check to copy, and the end of it. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { SondeError } from '../api.ts'
import { allApplications } from '../applications/application-queries.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { useFormDraft } from '../ui/form-draft.ts'
import form from '../ui/form.module.css'
import { Countdown } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { asSaved, bodyOf, draftOf, isComplete, WebhookFields } from './webhook-form.tsx'
import { useWebhookDeletion, useWebhookUpdate, type Webhook } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'
import { hostOf, refusalOf } from './webhook-words.tsx'
import classes from './webhooks.module.css'

const SignatureCheck = lazy(() =>
  import('./signature-check.tsx').then(({ SignatureCheck }) => ({ default: SignatureCheck })),
)
const RotateSecret = lazy(() =>
  import('./rotate-secret.tsx').then(({ RotateSecret }) => ({ default: RotateSecret })),
)

export const Settings = ({ webhook }: { webhook: Webhook }) => (
  <div className="stack">
    <SettingsForm key={webhook.id} webhook={webhook} />
    <Secret webhook={webhook} />
    <section className="card pad stack">
      <FoldedCheck />
      {webhook.public_key !== null && <PublicKey value={webhook.public_key} />}
    </section>
    <Deletion webhook={webhook} />
  </div>
)

/** The code and what colours it weigh more than the form above them. */
function FoldedCheck() {
  const say = useMessages(webhookTexts)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <details onToggle={() => setWasOpen(true)}>
      <summary>{say('signature_check')}</summary>
      <Suspense>{wasOpen && <SignatureCheck />}</Suspense>
    </details>
  )
}

const PublicKey = ({ value }: { value: string }) => {
  const say = useMessages(webhookTexts)
  return <CopyField label={say('public_key')} value={value} />
}

function SettingsForm({ webhook }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  const { data } = useQuery(allApplications)
  const application = data?.applications.find(({ id }) => id === webhook.application_id)
  const { draft, change, markSent } = useFormDraft(draftOf(webhook))
  const save = useWebhookUpdate(webhook, () => showDone(say('saved')))
  const isAddressRefused = save.error instanceof SondeError && save.error.code === 'address_refused'
  const refusal = save.error && refusalOf(say, save.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isComplete(draft)) return
    markSent(asSaved(draft))
    save.mutate(bodyOf(draft))
  }
  return (
    <form onSubmit={submit} className="card pad stack" noValidate>
      <WebhookFields
        draft={draft}
        onChange={change}
        scopes={application?.scopes}
        addressFault={isAddressRefused ? refusal : null}
      />
      {draft.url.trim() !== webhook.url && <Alert tone="warn">{say('url_changed')}</Alert>}
      {refusal && !isAddressRefused && <Alert tone="bad">{refusal}</Alert>}
      <div className={form.ends}>
        <Button type="submit" disabled={!isComplete(draft)} loading={save.isPending}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}

function Secret({ webhook }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  const [isRotating, setRotating] = useState(false)
  const until = webhook.previous_secret_until
  return (
    <section className="card pad stack" aria-labelledby="secret">
      <div className="row-between">
        <div>
          <h2 id="secret">{say('secret')}</h2>
          <p className="quiet">{say('secret_hint')}</p>
        </div>
        <Button variant="default" onClick={() => setRotating(true)}>
          {say('rotate')}
        </Button>
      </div>
      {until !== null && Date.parse(until) > Date.now() && (
        <Alert>{say.parts('two_secrets', { time: <Countdown key="time" to={until} /> })}</Alert>
      )}
      <Suspense>
        {isRotating && <RotateSecret webhook={webhook} onClose={() => setRotating(false)} />}
      </Suspense>
    </section>
  )
}

function Deletion({ webhook }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const host = hostOf(webhook.url)
  const remove = useWebhookDeletion(webhook, () => {
    showDone(say('deleted', { host }))
    void navigate({ to: '/developers/webhooks' })
  })
  return (
    <section className={`card pad ${classes.danger}`} aria-labelledby="delete">
      <div className="row-between">
        <div>
          <h2 id="delete">{say('delete_section')}</h2>
          <p className="quiet">{say('delete_hint')}</p>
        </div>
        <Button variant="default" c="var(--bad)" onClick={() => setAsking(true)}>
          {say('delete')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={say('delete_title', { host })}
          effect={say('delete_effect')}
          typeToConfirm={host}
          isDangerous
          action={say('delete')}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        />
      )}
    </section>
  )
}

/**
 * A new application in three steps: what it is, where people come back to, what it may do. Then its credentials, once, with
 * the first calls ready to run. People confirm that they have stored the secret, or are asked before they leave.
 */
import '@mantine/core/styles/RadioCard.css'
import '@mantine/core/styles/RadioIndicator.css'
import { Button, Radio, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { RegisteredScope } from '../../contract/scopes.ts'
import { explain, fieldErrors } from '../api.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Page } from '../ui/page.tsx'
import { findLeftDraft, needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import form from '../ui/form.module.css'
import { SkeletonLines } from '../ui/states.tsx'
import { Steps } from '../ui/steps.tsx'
import classes from './applications.module.css'
import { useApplicationCreation } from './application-queries.ts'
import { RedirectUris, urisAreGood } from './redirect-uris.tsx'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

const loadCreated = () => import('./created-application.tsx')
const CreatedApplication = lazy(async () => ({ default: (await loadCreated()).CreatedApplication }))
const ScopeChoice = lazy(async () => ({ default: (await import('./scope-choice.tsx')).ScopeChoice }))

type Draft = {
  name: string
  kind: 'confidential' | 'public'
  redirectUris: string[]
  scopes: RegisteredScope[]
}

const steps = ['step_name', 'redirect_uris', 'scopes'] as const
const formName = 'new'
const firstDraft: Draft = {
  name: '',
  kind: 'confidential',
  redirectUris: [],
  scopes: ['pulses:read', 'teams:read'],
}

export const NewApplicationPage = () => {
  const say = useMessages(applicationTexts)
  return (
    <Page
      title={say('new')}
      crumbs={[{ label: say('title'), to: '/developers/applications' }]}
      api={{ operation: 'createApplication' }}
      width="reading"
    >
      <AdminsOnly>
        <NewApplication />
      </AdminsOnly>
    </Page>
  )
}

function NewApplication() {
  const say = useMessages(applicationTexts)
  const navigate = useNavigate()
  const [left] = useState(() => findLeftDraft<Draft>(formName))
  const [step, setStep] = useState(left ? steps.length - 1 : 0)
  const [draft, setDraft] = useState(left ?? firstDraft)
  const create = useApplicationCreation((error) => {
    if (Object.keys(fieldErrors(error)).some((pointer) => pointer.startsWith('/redirect_uris'))) setStep(1)
  })
  const isGood = [
    draft.name.trim() !== '',
    urisAreGood(draft.redirectUris, draft.kind),
    draft.scopes.length > 0,
  ]
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isGood[step]) return
    // Fetched before there is a secret that could be lost.
    void loadCreated()
    if (step < steps.length - 1) setStep(step + 1)
    else
      create.mutate({
        name: draft.name.trim(),
        kind: draft.kind,
        redirect_uris: draft.redirectUris.filter((uri) => uri !== ''),
        scopes: draft.scopes,
      })
  }
  if (create.data) {
    return (
      <Suspense fallback={<SkeletonLines />}>
        <CreatedApplication
          application={create.data}
          onStored={() =>
            void navigate({
              to: '/developers/applications/$id',
              params: { id: create.data.id },
              ignoreBlocker: true,
            })
          }
        />
      </Suspense>
    )
  }
  return (
    <form onSubmit={submit} className="stack">
      <Steps label={say('steps')} names={steps.map((step) => say(step))} current={step} onBack={setStep} />
      <div className="card pad stack">
        {step === 0 && <NameAndKind draft={draft} change={change} />}
        {step === 1 && (
          <>
            {draft.kind === 'confidential' && <Alert>{say('redirect_uris_optional')}</Alert>}
            <RedirectUris
              kind={draft.kind}
              value={draft.redirectUris}
              onChange={(redirectUris) => change({ redirectUris })}
              faults={fieldErrors(create.error)}
            />
          </>
        )}
        {step === 2 && (
          <Suspense fallback={<SkeletonLines />}>
            <ScopeChoice kind={draft.kind} value={draft.scopes} onChange={(scopes) => change({ scopes })} />
          </Suspense>
        )}
        {needsSignIn(create.error) ? (
          <SignInAgain action={say('create')} dialog={formName} draft={draft} />
        ) : (
          create.error && <Alert tone="bad">{explain(create.error)}</Alert>
        )}
      </div>
      <div className={form.ends}>
        {step > 0 && (
          <Button variant="default" onClick={() => setStep(step - 1)}>
            {say('back')}
          </Button>
        )}
        <Button type="submit" disabled={!isGood[step]} loading={create.isPending}>
          {step < steps.length - 1 ? say('continue') : say('create')}
        </Button>
      </div>
    </form>
  )
}

type PartProps = { draft: Draft; change: (part: Partial<Draft>) => void }

const NameAndKind = ({ draft, change }: PartProps) => {
  const say = useMessages(applicationTexts)
  return (
    <>
      <TextInput
        label={say('name')}
        description={say('name_hint')}
        placeholder={say('name_example')}
        value={draft.name}
        maxLength={limits.nameLengthMax}
        required
        withAsterisk={false}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Radio.Group
        label={say('kind')}
        value={draft.kind}
        onChange={(kind) => change({ kind: kind as Draft['kind'] })}
      >
        <div className={classes.kinds}>
          {(['confidential', 'public'] as const).map((kind) => (
            <Radio.Card key={kind} value={kind} className={classes.kind} aria-label={say(`kind_${kind}`)}>
              <Radio.Indicator />
              <span>
                <strong>{say(`kind_${kind}`)}</strong>
                <span className="quiet small">{say(`kind_${kind}_hint`)}</span>
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </>
  )
}

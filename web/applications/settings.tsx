/** Settings: what people read, where they come back to, what it may do, which version answers. Saved as a whole, by version. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { RegisteredScope } from '../../contract/scopes.ts'
import { apiVersions } from '../../contract/versions.ts'
import { fieldErrors } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { showDone } from '../ui/toast.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import form from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { findLeftDraft, needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { type Application, useApplicationUpdate } from './application-queries.ts'
import { RedirectUris, urisAreGood } from './redirect-uris.tsx'
import { ScopeChoice, ScopeName } from './scope-choice.tsx'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

export const Settings = ({ application }: { application: Application }) =>
  application.status === 'active' && application.kind !== 'first_party' ? (
    <SettingsForm key={application.id} application={application} />
  ) : (
    <Facts application={application} />
  )

type Draft = {
  name: string
  redirectUris: string[]
  scopes: RegisteredScope[]
  requirePkce: boolean
  apiVersion: string
}

const draftOf = (application: Application): Draft => ({
  name: application.name,
  redirectUris: application.redirect_uris,
  scopes: application.scopes as RegisteredScope[],
  requirePkce: application.require_pkce,
  apiVersion: application.api_version,
})

function SettingsForm({ application }: { application: Application }) {
  const say = useMessages(applicationTexts)
  const formName = `settings ${application.version}`
  const [left] = useState(() => findLeftDraft<Draft>(formName))
  const { draft, change, markSent } = useFormDraft(draftOf(application), left)
  const { name, redirectUris, scopes, requirePkce, apiVersion } = draft
  const save = useApplicationUpdate(application, () => showDone(say('saved')))
  const isGood = name.trim() !== '' && scopes.length > 0 && urisAreGood(redirectUris, application.kind)
  const removedScopes = application.scopes.filter((scope) => !scopes.includes(scope as RegisteredScope))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isGood) return
    const sent = { ...draft, name: name.trim(), redirectUris: redirectUris.filter((uri) => uri !== '') }
    markSent(sent)
    save.mutate({
      name: sent.name,
      redirect_uris: sent.redirectUris,
      scopes,
      ...(application.kind === 'confidential' && { require_pkce: requirePkce }),
      api_version: apiVersion,
    })
  }
  return (
    <form onSubmit={submit} className="stack">
      <section className="card pad stack">
        <TextInput
          label={say('name')}
          description={say('name_hint')}
          value={name}
          maxLength={limits.nameLengthMax}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <RedirectUris
          kind={application.kind}
          value={redirectUris}
          onChange={(redirectUris) => change({ redirectUris })}
          faults={fieldErrors(save.error)}
        />
        {application.kind === 'confidential' && (
          <Checkbox
            label={say('require_pkce')}
            description={say('require_pkce_hint')}
            checked={requirePkce}
            onChange={(event) => change({ requirePkce: event.currentTarget.checked })}
          />
        )}
      </section>
      <section className="card pad stack">
        <ScopeChoice kind={application.kind} value={scopes} onChange={(scopes) => change({ scopes })} />
        {removedScopes.length > 0 && (
          <Alert tone="warn">{say('scopes_removed', { scopes: removedScopes.join(', ') })}</Alert>
        )}
      </section>
      <section className="card pad stack">
        <NativeSelect
          label={say('version')}
          description={say('version_hint')}
          data={[...apiVersions]}
          value={apiVersion}
          maw={320}
          onChange={(event) => change({ apiVersion: event.currentTarget.value })}
        />
      </section>
      {needsSignIn(save.error) ? (
        <SignInAgain action={say('save')} dialog={formName} draft={draft} />
      ) : (
        <Refusal error={save.error} />
      )}
      <div className={form.ends}>
        <Button type="submit" disabled={!isGood} loading={save.isPending}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}

const Facts = ({ application }: { application: Application }) => {
  const say = useMessages(applicationTexts)
  return (
    <section className="card pad">
      <dl className="stack">
        <div>
          <dt className="quiet small">{say('redirect_uris')}</dt>
          {application.redirect_uris.map((uri) => (
            <dd key={uri} style={{ overflowWrap: 'anywhere' }}>
              <code>{uri}</code>
            </dd>
          ))}
          {application.redirect_uris.length === 0 && <dd>{say('none')}</dd>}
        </div>
        <div>
          <dt className="quiet small">{say('scopes')}</dt>
          {application.scopes.map((scope) => (
            <dd key={scope}>
              <ScopeName scope={scope} />
            </dd>
          ))}
        </div>
        <div>
          <dt className="quiet small">{say('version')}</dt>
          <dd>{application.api_version}</dd>
        </div>
      </dl>
    </section>
  )
}

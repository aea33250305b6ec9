/** Adding an identity provider, or changing one. What decides who belongs here has to be proved again when it changes. */
import '@mantine/core/styles/Switch.css'
import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ProfileName } from '../../contract/identity-providers.ts'
import { limits } from '../../contract/limits.ts'
import { fieldErrors } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { showDone } from '../ui/toast.ts'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { type Provider, useProviderSaving } from './identity-provider-queries.ts'
import own from './identity-providers.module.css'
import { bodyOf, type Fields, fieldsOf, isByIdToken, isDecisive, presetOf } from './provider-fields.ts'
import { profileWords } from './provider-words.ts'
import { useMessages } from '../messages.ts'
import { Modal } from '../ui/modal.tsx'
import { identityProviderTexts } from './identity-provider-texts.ts'

type Props = { provider: Provider | null; onClose: () => void }

/** Its redirect URI holds its id, so a new provider is saved first and registered at its maker with what the second step shows. */
export const ProviderForm = ({ provider, onClose }: Props) => {
  const say = useMessages(identityProviderTexts)
  const [added, setAdded] = useState<Provider | null>(null)
  const title = (): string => {
    if (added) return say('register_title', { provider: added.name })
    return provider ? say('edit_title', { provider: provider.name }) : say('add_title')
  }
  return (
    <Modal onClose={onClose} size="lg" title={<strong>{title()}</strong>}>
      <Form
        key={added?.id}
        provider={added ?? provider}
        isAdded={added !== null}
        onAdded={setAdded}
        onClose={onClose}
      />
    </Modal>
  )
}

/** Faults that are at their field. */
const shownAt: ReadonlySet<string> = new Set([
  '/issuer',
  '/client_id',
  '/client_secret',
  '/audiences',
  '/authorized_parties',
  '/organisation/claim',
  '/organisation/values',
  '/roles/claim',
  '/roles/values',
])

/** Of these, those under “Advanced”. */
const foldedAt: ReadonlySet<string> = new Set([
  '/audiences',
  '/authorized_parties',
  '/organisation/claim',
  '/organisation/values',
])

type LinesProps = {
  label: string
  description: string
  value: string
  onChange: (lines: string) => void
  error?: string
  disabled?: boolean
}

const guide = '/docs/identity-providers'

/** What the maker is told: before it is known, where it will be. */
function RedirectUri({ provider, isAdded }: { provider: Provider | null; isAdded: boolean }) {
  const say = useMessages(identityProviderTexts)
  return (
    <div className="stack-tight">
      {provider ? (
        <CopyField label={say('redirect_uri')} value={provider.redirect_uri} />
      ) : (
        <div className={own.later}>
          <span className={own.label}>{say('redirect_uri')}</span>
          <code>{`${location.origin}/sign-in/callback/…`}</code>
        </div>
      )}
      {(!provider || isAdded) && (
        <p className="quiet small">
          {provider ? say('register_hint', { provider: provider.name }) : say('redirect_uri_later')}
        </p>
      )}
      <p className="small">
        <a href={guide} target="_blank" rel="noreferrer">
          {say('guide')}
        </a>
      </p>
    </div>
  )
}

/** A value a line: nothing moves while one types, or leaves the field for the button. */
const Lines = ({ onChange, ...rest }: LinesProps) => (
  <Textarea rows={2} spellCheck={false} {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
)

type AdvancedProps = {
  fields: Fields
  faults: Record<string, string>
  set: (part: Partial<Fields>) => void
}

/** Whose tokens are taken, where it is not everyone’s with the client ID. */
function Advanced({ fields, faults, set }: AdvancedProps) {
  const say = useMessages(identityProviderTexts)
  const isRefused = Object.keys(faults).some((pointer) => foldedAt.has(pointer))
  return (
    <details open={isRefused || profileWords[fields.profile].claim !== undefined || undefined}>
      <summary>{say(isByIdToken(fields) ? 'advanced_membership' : 'advanced')}</summary>
      <div className={`stack ${own.advanced}`}>
        {!isByIdToken(fields) && (
          <div className={classes.pair}>
            <Lines
              label={say('audiences')}
              description={say('audiences_hint')}
              value={fields.audiences}
              error={faults['/audiences']}
              onChange={(audiences) => set({ audiences })}
            />
            <Lines
              label={say('parties')}
              description={say('parties_hint')}
              value={fields.parties}
              error={faults['/authorized_parties']}
              onChange={(parties) => set({ parties })}
            />
          </div>
        )}
        <div className={classes.pair}>
          <TextInput
            label={say('membership_claim')}
            description={say('membership_claim_hint')}
            placeholder="org_id"
            value={fields.claim}
            error={faults['/organisation/claim']}
            spellCheck={false}
            onChange={(event) => set({ claim: event.currentTarget.value })}
          />
          <Lines
            label={say('membership_values')}
            description={say(fields.claim === 'hd' ? 'membership_domains_hint' : 'membership_values_hint')}
            value={fields.values}
            disabled={fields.claim.trim() === ''}
            error={faults['/organisation/values']}
            onChange={(values) => set({ values })}
          />
        </div>
      </div>
    </details>
  )
}

/** What cannot be read again is replaced or removed. */
function ClientSecret({ provider, fields, faults, set }: AdvancedProps & { provider: Provider | null }) {
  const say = useMessages(identityProviderTexts)
  const isKept = provider?.has_client_secret === true && fields.secret !== null
  const isNeeded = profileWords[fields.profile].hasSecret ?? false
  return (
    <div className="stack-tight">
      <TextInput
        type="password"
        label={say('client_secret')}
        description={say(isNeeded ? 'client_secret_needed' : 'client_secret_hint')}
        placeholder={isKept ? say('client_secret_kept') : undefined}
        value={fields.secret ?? ''}
        error={faults['/client_secret']}
        autoComplete="new-password"
        onChange={(event) => set({ secret: event.currentTarget.value })}
      />
      {isKept && !isNeeded && fields.secret === '' && (
        <span>
          <Button size="xs" variant="subtle" onClick={() => set({ secret: null })}>
            {say('client_secret_remove')}
          </Button>
        </span>
      )}
      {provider?.has_client_secret && fields.secret === null && (
        <p className="quiet small">{say('client_secret_removed')}</p>
      )}
    </div>
  )
}

type FormProps = Props & { isAdded: boolean; onAdded: (provider: Provider) => void }

function Form({ provider, isAdded, onAdded, onClose }: FormProps) {
  const say = useMessages(identityProviderTexts)
  const [fields, setFields] = useState(() => fieldsOf(provider))
  const set = (part: Partial<Fields>): void => setFields({ ...fields, ...part })
  const save = useProviderSaving(provider, (saved) => {
    const { name, state } = saved
    showDone(say(state === 'proved' ? 'saved' : 'saved_unverified', { provider: name }))
    if (provider) onClose()
    else onAdded(saved)
  })
  const faults = fieldErrors(save.error)
  const needed = [fields.name, fields.issuer, ...(isByIdToken(fields) ? [fields.clientId] : [])]
  const isGood = needed.every((field) => field.trim() !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isGood) save.mutate(bodyOf(fields))
  }
  return (
    <form onSubmit={submit} className="stack">
      <RedirectUri provider={provider} isAdded={isAdded} />
      <div className={classes.pair}>
        <TextInput
          label={say('name')}
          value={fields.name}
          maxLength={limits.nameLengthMax}
          data-autofocus={isAdded ? undefined : true}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={say('profile')}
          data={Object.entries(profileWords).map(([value, { label }]) => ({ value, label }))}
          value={fields.profile}
          onChange={({ currentTarget: { value } }) =>
            set(presetOf(fields, value as ProfileName, provider !== null))
          }
        />
      </div>
      <TextInput
        label={say('issuer')}
        description={say('issuer_hint')}
        placeholder={profileWords[fields.profile].issuer}
        value={fields.issuer}
        disabled={provider !== null}
        error={faults['/issuer']}
        spellCheck={false}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
      />
      <TextInput
        label={say('client_id')}
        description={say(isByIdToken(fields) ? 'client_id_alone' : 'client_id_hint')}
        value={fields.clientId}
        error={faults['/client_id']}
        spellCheck={false}
        data-autofocus={isAdded || undefined}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
      />
      <ClientSecret provider={provider} fields={fields} faults={faults} set={set} />
      <Switch
        classNames={{ track: classes.track }}
        label={say('joins')}
        description={say('joins_hint')}
        checked={fields.joins}
        onChange={(event) => set({ joins: event.currentTarget.checked })}
      />
      {fields.joins && (
        <div className={classes.pair}>
          <TextInput
            label={say('role_claim')}
            description={say('role_claim_hint')}
            placeholder={profileWords[fields.profile].role}
            value={fields.roleClaim}
            error={faults['/roles/claim']}
            spellCheck={false}
            onChange={(event) => set({ roleClaim: event.currentTarget.value })}
          />
          <Lines
            label={say('analyst_values')}
            description={say('analyst_values_hint')}
            value={fields.analysts}
            disabled={fields.roleClaim.trim() === ''}
            error={faults['/roles/values']}
            onChange={(analysts) => set({ analysts })}
          />
        </div>
      )}
      <Advanced fields={fields} faults={faults} set={set} />
      {provider?.state === 'proved' && isDecisive(fieldsOf(provider), fields) && (
        <Alert tone="warn">{say('must_verify', { provider: provider.name })}</Alert>
      )}
      {Object.keys(faults).some((pointer) => shownAt.has(pointer)) ? null : <Refusal error={save.error} />}
      <div className={classes.ends}>
        <Button variant="default" onClick={onClose}>
          {say(isAdded ? 'later' : 'cancel')}
        </Button>
        <Button type="submit" disabled={!isGood} loading={save.isPending}>
          {say(provider ? 'save' : 'add')}
        </Button>
      </div>
    </form>
  )
}

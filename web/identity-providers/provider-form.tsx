/** Adding an identity provider, or changing one. What decides who belongs here has to be proved anew when it changes. */
import { Button, Modal, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type BodyOf } from '../../client/client.ts'
import { type ClaimedRole, type ProfileName } from '../../contract/identity-providers.ts'
import { limits } from '../../contract/limits.ts'
import { fieldErrors } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { showDone } from '../ui/toast.ts'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { type Provider, useProviderSaving } from './identity-provider-queries.ts'
import { profileWords } from './provider-words.ts'

type Props = { provider: Provider | null; onClose: () => void }

export const ProviderForm = ({ provider, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    size="lg"
    title={<strong>{provider ? `Change ${provider.name}` : 'Add an identity provider'}</strong>}
  >
    <Form provider={provider} onClose={onClose} />
  </Modal>
)

const fieldsOf = (provider: Provider | null) => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  profile: provider?.profile ?? ('oidc' as ProfileName),
  clientId: provider?.client_id ?? '',
  audiences: linesOf(provider?.audiences),
  parties: linesOf(provider?.authorized_parties),
  claim: provider?.organisation.claim ?? '',
  values: linesOf(provider?.organisation.values),
  joins: provider?.joins ?? false,
  roleClaim: provider?.roles.claim ?? '',
  analysts: linesOf(valuesOf(provider, 'analyst')),
  members: valuesOf(provider, 'member'),
})

const linesOf = (values: readonly string[] = []): string => values.join('\n')

const valuesIn = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

const valuesOf = (provider: Provider | null, role: ClaimedRole): string[] =>
  Object.entries(provider?.roles.values ?? {})
    .filter(([, given]) => given === role)
    .map(([value]) => value)

type Fields = ReturnType<typeof fieldsOf>

const bodyOf = (fields: Fields): BodyOf<'createIdentityProvider'> => ({
  issuer: fields.issuer.trim(),
  name: fields.name.trim(),
  profile: fields.profile,
  client_id: fields.clientId.trim() || null,
  audiences: valuesIn(fields.audiences),
  authorized_parties: valuesIn(fields.parties),
  organisation: {
    claim: fields.claim.trim() || null,
    values: fields.claim.trim() ? valuesIn(fields.values) : [],
  },
  joins: fields.joins,
  roles: {
    claim: fields.roleClaim.trim() || null,
    values: fields.roleClaim.trim()
      ? Object.fromEntries([
          ...fields.members.map((value) => [value, 'member'] as const),
          ...valuesIn(fields.analysts).map((value) => [value, 'analyst'] as const),
        ])
      : {},
  },
})

/** What says whose tokens are taken: changed, the provider counts for nobody until it is proved anew. */
const isDecisive = (before: Fields, after: Fields): boolean =>
  (['profile', 'clientId', 'audiences', 'parties', 'claim', 'values'] as const).some(
    (field) => before[field] !== after[field],
  )

/** Faults that stand at their field. */
const shownAt: ReadonlySet<string> = new Set([
  '/issuer',
  '/client_id',
  '/audiences',
  '/authorized_parties',
  '/organisation/claim',
  '/organisation/values',
  '/roles/claim',
  '/roles/values',
])

type LinesProps = {
  label: string
  description: string
  value: string
  onChange: (lines: string) => void
  error?: string
  disabled?: boolean
}

/** A value a line: nothing moves while one types, or leaves the field for the button. */
const Lines = ({ onChange, ...rest }: LinesProps) => (
  <Textarea rows={2} spellCheck={false} {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
)

function Form({ provider, onClose }: Props) {
  const [fields, setFields] = useState(() => fieldsOf(provider))
  const set = (part: Partial<Fields>): void => setFields({ ...fields, ...part })
  const save = useProviderSaving(provider, ({ name, state }) => {
    showDone(state === 'proved' ? `${name} is saved` : `${name} is saved; it counts when you have proved it`)
    onClose()
  })
  const faults = fieldErrors(save.error)
  const isGood = fields.name.trim() !== '' && fields.issuer.trim() !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isGood) save.mutate(bodyOf(fields))
  }
  return (
    <form onSubmit={submit} className="stack">
      <div className={classes.pair}>
        <TextInput
          label="Name"
          value={fields.name}
          maxLength={limits.nameLengthMax}
          data-autofocus
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label="Kind"
          data={Object.entries(profileWords).map(([value, { label }]) => ({ value, label }))}
          value={fields.profile}
          onChange={(event) => set({ profile: event.currentTarget.value as ProfileName })}
        />
      </div>
      <TextInput
        label="Issuer"
        description="Exactly as it stands in its tokens, with or without a slash at the end."
        placeholder={profileWords[fields.profile].issuer}
        value={fields.issuer}
        disabled={provider !== null}
        error={faults['/issuer']}
        spellCheck={false}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
      />
      <TextInput
        label="Client id"
        description="Of a public client with PKCE at the provider; needed to sign in here."
        value={fields.clientId}
        error={faults['/client_id']}
        spellCheck={false}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <Lines
          label="Audiences"
          description="Whom its tokens may be for. One a line."
          value={fields.audiences}
          error={faults['/audiences']}
          onChange={(audiences) => set({ audiences })}
        />
        <Lines
          label="Authorised parties"
          description="Clients that may show them, where they name one. One a line."
          value={fields.parties}
          error={faults['/authorized_parties']}
          onChange={(parties) => set({ parties })}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="Claim that says who belongs here"
          description="Empty: everybody whom the issuer knows."
          placeholder="org_id"
          value={fields.claim}
          error={faults['/organisation/claim']}
          spellCheck={false}
          onChange={(event) => set({ claim: event.currentTarget.value })}
        />
        <Lines
          label="Its values"
          description="Any one of them is enough. One a line."
          value={fields.values}
          disabled={fields.claim.trim() === ''}
          error={faults['/organisation/values']}
          onChange={(values) => set({ values })}
        />
      </div>
      <Switch
        classNames={{ track: classes.track }}
        label="Who belongs here joins by signing in"
        description="As a member. Without it, people are invited."
        checked={fields.joins}
        onChange={(event) => set({ joins: event.currentTarget.checked })}
      />
      {fields.joins && (
        <div className={classes.pair}>
          <TextInput
            label="Claim that says the role"
            description="Empty: everybody joins as a member. Admins are made by admins."
            placeholder="role"
            value={fields.roleClaim}
            error={faults['/roles/claim']}
            spellCheck={false}
            onChange={(event) => set({ roleClaim: event.currentTarget.value })}
          />
          <Lines
            label="Values that make an analyst"
            description="Everybody else is a member. One a line."
            value={fields.analysts}
            disabled={fields.roleClaim.trim() === ''}
            error={faults['/roles/values']}
            onChange={(analysts) => set({ analysts })}
          />
        </div>
      )}
      {provider?.state === 'proved' && isDecisive(fieldsOf(provider), fields) && (
        <Alert tone="warn">
          This decides who belongs here. Once saved, nobody can sign in by {provider.name} until you have
          proved it anew.
        </Alert>
      )}
      {Object.keys(faults).some((pointer) => shownAt.has(pointer)) ? null : <Refusal error={save.error} />}
      <div className={classes.ends}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isGood} loading={save.isPending}>
          {provider ? 'Save' : 'Add provider'}
        </Button>
      </div>
    </form>
  )
}

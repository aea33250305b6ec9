/** Domains: whose addresses make members of the directory users when they sign in. Each is confirmed by a record in its DNS. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import classes from '../ui/form.module.css'
import { LoadMore } from '../ui/load-more.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { Failure, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import {
  type Domain,
  useDomainAddition,
  useDomainConfirmation,
  useDomainRemoval,
  useDomains,
} from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

export function Domains() {
  const say = useMessages(organisationTexts)
  const list = useDomains()
  const [removing, setRemoving] = useState<Domain | null>(null)
  const remove = useDomainRemoval((domain) => {
    setRemoving(null)
    showDone(say('domain_removed', { domain }))
  })
  const isStrict = list.data?.some(({ state }) => state === 'confirmed') ?? false
  return (
    <section className="card pad stack" aria-labelledby="domains">
      <div className="stack-tight">
        <h2 id="domains">{say('domains')}</h2>
        <p className="quiet">{say(isStrict ? 'domains_confirmed_text' : 'domains_none_text')}</p>
      </div>
      {list.error && !list.data ? <Failure error={list.error} onRetry={() => void list.refetch()} /> : null}
      {!list.data && !list.error && <SkeletonLines lines={2} />}
      {list.data?.map((domain) => (
        <DomainEntry key={domain.id} domain={domain} onRemove={() => setRemoving(domain)} />
      ))}
      <LoadMore list={list} size="xs" />
      <Addition />
      {removing && (
        <Confirm
          title={say('domain_remove_title', { domain: removing.domain })}
          effect={say('domain_remove_effect', { domain: removing.domain })}
          action={say('domain_remove')}
          onClose={() => {
            remove.reset()
            setRemoving(null)
          }}
          onConfirm={() => remove.mutate(removing)}
          isBusy={remove.isPending}
          error={remove.error}
        />
      )}
    </section>
  )
}

function DomainEntry({ domain, onRemove }: { domain: Domain; onRemove: () => void }) {
  const say = useMessages(organisationTexts)
  const confirm = useDomainConfirmation(() => showDone(say('domain_confirmed', { domain: domain.domain })))
  const isPending = domain.state === 'pending'
  return (
    <div className="stack-tight" role="group" aria-label={domain.domain}>
      <div className="row-between">
        <span className="row">
          <strong>{domain.domain}</strong>
          <StatusBadge tone={isPending ? 'warn' : 'good'}>{say(`domain_state_${domain.state}`)}</StatusBadge>
        </span>
        <span className="row">
          {isPending && (
            <Button
              size="compact-sm"
              aria-label={say('domain_confirm_named', { domain: domain.domain })}
              loading={confirm.isPending}
              onClick={() => confirm.mutate(domain)}
            >
              {say('domain_confirm')}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={say('domain_remove_named', { domain: domain.domain })}
            onClick={onRemove}
          >
            {say('domain_remove')}
          </Button>
        </span>
      </div>
      {isPending && (
        <>
          <p className="quiet small">{say('domain_record')}</p>
          <CopyField label={say('domain_record_name')} value={domain.record.name} />
          <CopyField label={say('domain_record_value')} value={domain.record.value} />
          {domain.checked_at && (
            <p className="quiet small">
              {say.parts('domain_checked', { when: <RelativeTime key="when" at={domain.checked_at} /> })}
            </p>
          )}
        </>
      )}
      {needsSignIn(confirm.error) ? (
        <SignInAgain action={say('domain_confirm')} />
      ) : confirm.error ? (
        <Alert tone="bad">{say('domain_not_found')}</Alert>
      ) : null}
    </div>
  )
}

function Addition() {
  const say = useMessages(organisationTexts)
  const [name, setName] = useState('')
  const add = useDomainAddition(({ domain }) => {
    setName('')
    showDone(say('domain_added', { domain }))
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') add.mutate(name.trim())
  }
  return (
    <form onSubmit={submit} className="stack-tight">
      <TextInput
        label={say('domain_name')}
        description={say('domain_name_hint')}
        placeholder="example.com"
        value={name}
        maxLength={253}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Refusal error={add.error} />
      <div className={classes.ends}>
        <Button type="submit" variant="default" disabled={name.trim() === ''} loading={add.isPending}>
          {say('domain_add')}
        </Button>
      </div>
    </form>
  )
}

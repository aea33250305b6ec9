/** Seasons: how long people stay in the group in which they were first asked. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages.ts'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

/** As contract/organisation.ts has it. */
const daysMax = 366

/** Empty: the service’s own number, which the contract writes as 0. */
const draftOf = (days: number): string => (days === 0 ? '' : String(days))

const isDays = (draft: string): boolean =>
  draft === '' || (/^\d{1,3}$/.test(draft) && Number(draft) >= 1 && Number(draft) <= daysMax)

export function Seasons({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const current = organisation.seasons
  const [days, setDays] = useState(draftOf(current.days))
  const [quietDays, setQuietDays] = useState(draftOf(current.quiet_days))
  const save = useOrganisationUpdate(organisation, say('saved'))
  const isGood = isDays(days) && isDays(quietDays)
  const isChanged = days !== draftOf(current.days) || quietDays !== draftOf(current.quiet_days)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isChanged || !isGood) return
    save.mutate({ seasons: { days: Number(days), quiet_days: Number(quietDays) } })
  }
  const field = (label: 'season_days' | 'quiet_days', value: string, onChange: (value: string) => void) => (
    <TextInput
      type="number"
      inputMode="numeric"
      label={say(label)}
      description={say(`${label}_hint`)}
      placeholder={say(`${label}_usual`)}
      value={value}
      min={1}
      max={daysMax}
      step={1}
      error={isDays(value) ? null : say('size_invalid', { max: daysMax })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  return (
    <form onSubmit={submit} className="card pad stack" aria-labelledby="seasons">
      <div className="stack-tight">
        <h2 id="seasons">{say('seasons')}</h2>
        <p className="quiet">{say('seasons_text')}</p>
      </div>
      <div className={classes.pair}>
        {field('season_days', days, setDays)}
        {field('quiet_days', quietDays, setQuietDays)}
      </div>
      <Refusal error={save.error} />
      <div className={classes.ends}>
        <Button type="submit" disabled={!isChanged || !isGood} loading={save.isPending}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}

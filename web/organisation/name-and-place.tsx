/** What an organisation is called, and the zone and language of whoever has none of their own. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { languages } from '../../locales/catalogue.ts'
import { nameOfLanguage } from '../../locales/format.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { browserZone, zoneGroups } from '../ui/zone-groups.ts'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'
import parts from './parts.module.css'

export function NameAndPlace({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const [name, setName] = useState(organisation.name)
  const [timeZone, setTimeZone] = useState(organisation.time_zone)
  const [locale, setLocale] = useState(organisation.locale)
  const save = useOrganisationUpdate(organisation, say('saved'))
  const isChanged =
    name.trim() !== organisation.name || timeZone !== organisation.time_zone || locale !== organisation.locale
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isChanged && name.trim() !== '') save.mutate({ name: name.trim(), time_zone: timeZone, locale })
  }
  const groups = useMemo(
    () => zoneGroups(organisation.time_zone, say('other_zones')),
    [organisation.time_zone, say],
  )
  const isKnown = languages.includes(organisation.locale)
  return (
    <form onSubmit={submit} className="card pad stack" aria-labelledby="general">
      <h2 id="general">{say('general_heading')}</h2>
      <TextInput
        label={say('name')}
        description={say('name_hint')}
        value={name}
        maxLength={limits.nameLengthMax}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <div className="stack-tight">
          <NativeSelect
            label={say('time_zone')}
            description={say('time_zone_hint')}
            data={groups}
            value={timeZone}
            onChange={(event) => setTimeZone(event.currentTarget.value)}
          />
          {timeZone === 'UTC' && browserZone !== 'UTC' && (
            <Alert tone="warn">
              <span className={`row ${parts.likely}`}>
                {say('zone_here', { zone: browserZone })}
                <Button variant="default" size="compact-sm" onClick={() => setTimeZone(browserZone)}>
                  {say('zone_take', { zone: browserZone })}
                </Button>
              </span>
            </Alert>
          )}
        </div>
        <NativeSelect
          label={say('language')}
          description={say('language_hint')}
          data={[
            ...(isKnown ? [] : [{ value: organisation.locale, label: organisation.locale }]),
            ...languages.map((value) => ({ value, label: nameOfLanguage(value) })),
          ]}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value)}
        />
      </div>
      <Refusal error={save.error} />
      <div className={classes.ends}>
        <Button type="submit" disabled={!isChanged || name.trim() === ''} loading={save.isPending}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}

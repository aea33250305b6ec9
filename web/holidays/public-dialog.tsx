/** Adds the public holidays of a country or a region, and shows those of the next twelve months before. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMe } from '../me.ts'
import { locale, useMessages } from '../messages.ts'
import { readersZone } from '../reader.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { showDone } from '../ui/toast.ts'
import { dayOf } from '../ui/wall-clock.ts'
import { countryOf } from './country-of.ts'
import { DayList } from './day-list.tsx'
import { countriesQuery, countryName, publicDaysQuery, thisYear, useCreation } from './holiday-queries.ts'
import { holidayTexts } from './holiday-texts.ts'
import classes from './holidays.module.css'

/** Where the reader’s language is at home, if nothing says where the organisation is. */
const here = new Intl.Locale(locale).maximize().region ?? 'DE'

export function PublicDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages(holidayTexts)
  const { data: me } = useMe()
  const [chosen, setCountry] = useState<string | null>(null)
  const [region, setRegion] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const { data } = useQuery(countriesQuery)
  const home = countryOf(me?.organisation?.time_zone ?? readersZone)
  const isKnown = data === undefined || data.countries.some((one) => one.country === home)
  const country = chosen ?? (isKnown ? home : null) ?? here
  const add = useCreation(({ name }) => {
    showDone(say('added', { name }))
    onClose()
  })
  const regions = data?.countries.find((one) => one.country === country)?.regions ?? []
  const regionName = regions.find((one) => one.region === region)?.name
  const usual = regionName ? `${countryName(country)}: ${regionName}` : countryName(country)
  const name = typed ?? usual
  return (
    <ConfirmDialog
      title={say('public_heading')}
      effect={say('public_effect')}
      action={say('action')}
      isBusy={add.isPending}
      error={add.error}
      onConfirm={() => {
        if (name.trim() !== '')
          add.mutate({ name: name.trim().slice(0, limits.nameLengthMax), country, region: region || null })
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={say('country')}
        data-autofocus
        value={country}
        onChange={({ currentTarget: { value } }) => {
          setCountry(value)
          setRegion('')
        }}
        data={(data?.countries ?? [{ country }])
          .map((one) => ({ value: one.country, label: countryName(one.country) }))
          .toSorted((a, b) => a.label.localeCompare(b.label, locale))}
      />
      {regions.length > 0 && (
        <NativeSelect
          label={say('region')}
          value={region}
          onChange={({ currentTarget: { value } }) => setRegion(value)}
          data={[
            { value: '', label: say('whole_country') },
            ...regions
              .map((one) => ({ value: one.region, label: one.name }))
              .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
          ]}
        />
      )}
      <TextInput
        label={say('name')}
        value={name}
        maxLength={limits.nameLengthMax}
        error={name.trim() === '' && say('name_missing')}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <div className="stack-tight">
        <h3>{say('next_months')}</h3>
        {/* It scrolls, so the keyboard reaches it. */}
        <div className={classes.preview} role="group" tabIndex={0} aria-label={say('next_months')}>
          <Days country={country} region={region} />
        </div>
      </div>
    </ConfirmDialog>
  )
}

function Days({ country, region }: { country: string; region: string }) {
  const query = useQuery(publicDaysQuery(country, region, thisYear))
  const next = useQuery(publicDaysQuery(country, region, thisYear + 1)).data
  const today = dayOf(Date.now())
  const end = `${thisYear + 1}${today.slice(4)}`
  return (
    <QueryState query={query} skeleton={<SkeletonLines lines={3} />}>
      {({ days }) => (
        <DayList days={[...days, ...(next?.days ?? [])].filter(({ date }) => date >= today && date < end)} />
      )}
    </QueryState>
  )
}

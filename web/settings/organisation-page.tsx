/** The organisation: its name, zone and language, the floors under every promise, which only ever rise, the language model. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { nameOfLanguage } from '../../locales/format.ts'
import { inPerson } from '../api.ts'
import { languages, useMessages } from '../messages.ts'
import { AdminsOnly } from '../ui/admins-only.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Page } from '../ui/page.tsx'
import { Failure, SkeletonLines } from '../ui/states.tsx'
import { LanguageModel } from './language-model.tsx'
import { type Organisation, organisationKey, Refusal, useSave } from './organisation-saving.tsx'
import classes from './settings.module.css'

export const OrganisationPage = () => (
  <Page
    title="Organisation"
    says="What holds for everybody who asks and everybody who is asked."
    api={{ operation: 'getOrganisation' }}
    narrow
  >
    <AdminsOnly>
      <Forms />
    </AdminsOnly>
  </Page>
)

function Forms() {
  const { data, error, refetch } = useQuery({
    queryKey: organisationKey,
    queryFn: ({ signal }) => inPerson.call('getOrganisation', { signal }),
  })
  if (error && !data)
    return <div className="card">{<Failure error={error} onRetry={() => void refetch()} />}</div>
  if (!data) return <SkeletonLines lines={8} />
  // Forms of their own for each version: what somebody else saved is not overwritten unseen.
  return (
    <div className="stack" key={data.version}>
      <Facts organisation={data} />
      <Floors organisation={data} />
      <LanguageModel organisation={data} />
    </div>
  )
}

/** By the part of the world: “Europe” holds “Berlin”. */
function zoneGroups(current: string): { group: string; items: string[] }[] {
  const zones = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  const byRegion = Map.groupBy(zones, (zone) => (zone.includes('/') ? zone.split('/', 1)[0] : 'Other'))
  return [...byRegion]
    .map(([group, items]) => ({ group, items }))
    .toSorted((a, b) => a.group.localeCompare(b.group))
}

function Facts({ organisation }: { organisation: Organisation }) {
  const [name, setName] = useState(organisation.name)
  const [timeZone, setTimeZone] = useState(organisation.time_zone)
  const [locale, setLocale] = useState(organisation.locale)
  const save = useSave(organisation, 'Saved')
  const isChanged =
    name.trim() !== organisation.name || timeZone !== organisation.time_zone || locale !== organisation.locale
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isChanged && name.trim() !== '') save.mutate({ name: name.trim(), time_zone: timeZone, locale })
  }
  const groups = useMemo(() => zoneGroups(organisation.time_zone), [organisation.time_zone])
  const say = useMessages()
  const known = languages.includes(organisation.locale)
  return (
    <form onSubmit={submit} className="card pad stack">
      <TextInput
        label="Name"
        description="Who asks, as people read it on the answer page and in messages."
        value={name}
        maxLength={limits.nameLengthMax}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Time zone"
          description="Where a team or a member has none."
          data={groups}
          value={timeZone}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
        />
        <NativeSelect
          label={say('organisation_language')}
          description={say('organisation_language_hint')}
          data={[
            ...(known ? [] : [{ value: organisation.locale, label: organisation.locale }]),
            ...languages.map((value) => ({ value, label: nameOfLanguage(value) })),
          ]}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value)}
        />
      </div>
      <Refusal error={save.error} />
      <div className={classes.ends}>
        <Button type="submit" disabled={!isChanged || name.trim() === ''} loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

const floors = [
  ['k_score', 'Behind a score', 'Fewer people than this, and no mean, share or distribution is shown.'],
  ['k_comment', 'Behind comments', 'Fewer people than this, and no comment, quote or theme is shown.'],
  ['k_rate', 'Behind a response rate', 'Fewer people asked than this, and no rate is shown.'],
] as const

type Floor = (typeof floors)[number][0]

/** As contract/organisation.ts has it. */
const floorMax = 1000

const textsOf = (current: Record<Floor, number>): Record<Floor, string> => ({
  k_score: String(current.k_score),
  k_comment: String(current.k_comment),
  k_rate: String(current.k_rate),
})

const faultOf = (typed: string, current: number): string | null =>
  !/^\d{1,4}$/.test(typed) || Number(typed) > floorMax
    ? `A whole number up to ${floorMax}`
    : Number(typed) < current
      ? `${current} today; a floor never sinks`
      : null

function Floors({ organisation }: { organisation: Organisation }) {
  const current = organisation.confidentiality
  const [wanted, setWanted] = useState<Record<Floor, string>>(() => textsOf(current))
  const [asks, setAsks] = useState(false)
  const save = useSave(organisation, 'The floors have risen')
  const risen = floors.filter(([floor]) => wanted[floor] !== String(current[floor]))
  const isGood = floors.every(([floor]) => faultOf(wanted[floor], current[floor]) === null)
  return (
    <section className="card pad stack" aria-labelledby="floors">
      <div className="stack-tight">
        <h2 id="floors">Confidentiality floors</h2>
        <p className="quiet">
          The fewest people behind anything that leaves: pages, API, exports. Authors may ask for more, never
          for less. A floor rises and never sinks; what is open keeps what it promised.
        </p>
      </div>
      <div className={classes.three}>
        {floors.map(([floor, label, says]) => (
          <TextInput
            key={floor}
            type="number"
            inputMode="numeric"
            label={label}
            description={says}
            value={wanted[floor]}
            min={current[floor]}
            max={floorMax}
            step={1}
            error={faultOf(wanted[floor], current[floor])}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            onChange={(event) => setWanted({ ...wanted, [floor]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className={classes.ends}>
        <Button disabled={risen.length === 0 || !isGood} onClick={() => setAsks(true)}>
          Raise floors
        </Button>
      </div>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title="Raise floors for good"
        says={
          <ul>
            {risen.map(([floor, label]) => (
              <li key={floor}>
                {label}: {current[floor]} becomes <strong>{wanted[floor]}</strong>, and cannot sink again.
              </li>
            ))}
          </ul>
        }
        name={organisation.name}
        action="Raise floors"
        danger={false}
        onConfirm={() =>
          save.mutate(
            { confidentiality: Object.fromEntries(risen.map(([floor]) => [floor, Number(wanted[floor])])) },
            { onSuccess: () => setAsks(false) },
          )
        }
        busy={save.isPending}
        error={save.error}
      />
    </section>
  )
}

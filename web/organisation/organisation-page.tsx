/** The organisation: its name, zone and language, the floors under every promise, which only ever rise, the language model. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { nameOfLanguage } from '../../locales/format.ts'
import { languages, useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { LanguageModel } from './language-model.tsx'
import { type Organisation, organisationQuery, useOrganisationUpdate } from './organisation-queries.ts'

export const OrganisationPage = () => (
  <Page
    title="Organisation"
    description="What holds for everybody who asks and everybody who is asked."
    api={{ operation: 'getOrganisation' }}
    narrow
  >
    <AdminsOnly>
      <Forms />
    </AdminsOnly>
  </Page>
)

const Forms = () => (
  <QueryState query={useQuery(organisationQuery)} skeleton={<SkeletonLines lines={8} />} hasCard>
    {(organisation) => (
      // Forms of their own for each version: what somebody else saved is not overwritten unseen.
      <div className="stack" key={organisation.version}>
        <Facts organisation={organisation} />
        <Floors organisation={organisation} />
        <LanguageModel organisation={organisation} />
      </div>
    )}
  </QueryState>
)

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
  const save = useOrganisationUpdate(organisation, 'Saved')
  const isChanged =
    name.trim() !== organisation.name || timeZone !== organisation.time_zone || locale !== organisation.locale
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isChanged && name.trim() !== '') save.mutate({ name: name.trim(), time_zone: timeZone, locale })
  }
  const groups = useMemo(() => zoneGroups(organisation.time_zone), [organisation.time_zone])
  const say = useMessages()
  const isKnown = languages.includes(organisation.locale)
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
  const [drafts, setDrafts] = useState<Record<Floor, string>>(() => textsOf(current))
  const [isAsking, setAsking] = useState(false)
  const save = useOrganisationUpdate(organisation, 'The floors have risen')
  const changes = floors.filter(([floor]) => drafts[floor] !== String(current[floor]))
  const isGood = floors.every(([floor]) => faultOf(drafts[floor], current[floor]) === null)
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
        {floors.map(([floor, label, description]) => (
          <TextInput
            key={floor}
            type="number"
            inputMode="numeric"
            label={label}
            description={description}
            value={drafts[floor]}
            min={current[floor]}
            max={floorMax}
            step={1}
            error={faultOf(drafts[floor], current[floor])}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            onChange={(event) => setDrafts({ ...drafts, [floor]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className={classes.ends}>
        <Button disabled={changes.length === 0 || !isGood} onClick={() => setAsking(true)}>
          Raise floors
        </Button>
      </div>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title="Raise floors for good"
          effect={
            <ul>
              {changes.map(([floor, label]) => (
                <li key={floor}>
                  {label}: {current[floor]} becomes <strong>{drafts[floor]}</strong>, and cannot sink again.
                </li>
              ))}
            </ul>
          }
          typeToConfirm={organisation.name}
          action="Raise floors"
          onConfirm={() =>
            save.mutate(
              {
                confidentiality: Object.fromEntries(changes.map(([floor]) => [floor, Number(drafts[floor])])),
              },
              { onSuccess: () => setAsking(false) },
            )
          }
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}

/** The organisation: its name, zone and language, the minimum group sizes under every promise, which only ever rise, the language model. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { languages } from '../../locales/catalogue.ts'
import { nameOfLanguage } from '../../locales/format.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { Agents } from './agents.tsx'
import { Contacts } from './contacts.tsx'
import { Domains } from './domains.tsx'
import { LanguageModel } from './language-model.tsx'
import { Look } from './look.tsx'
import { type Organisation, organisationQuery, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'
import { Retention } from './retention.tsx'
import { Seasons } from './seasons.tsx'
import { SecondFactor } from './second-factor.tsx'

export const OrganisationPage = () => {
  const say = useMessages(organisationTexts)
  return (
    <Page title={say('title')} description={say('description')} api={{ operation: 'getOrganisation' }} narrow>
      <AdminsOnly>
        <Forms />
        <Domains />
      </AdminsOnly>
    </Page>
  )
}

/**
 * A form begins anew where what it edits was saved, by whomever: nobody's change is overwritten unseen. What is typed into one form stays while
 * another is saved.
 */
const anewFor = (form: string, ...values: readonly unknown[]): string => JSON.stringify([form, ...values])

const Forms = () => (
  <QueryState query={useQuery(organisationQuery)} skeleton={<SkeletonLines lines={8} />} hasCard>
    {(organisation) => {
      const { name, time_zone, locale, confidentiality, colour, contacts, seasons, retention } = organisation
      const { second_factor, agents, agent_hosts, agent_confirmation } = organisation
      return (
        <div className="stack">
          <Facts key={anewFor('facts', name, time_zone, locale)} organisation={organisation} />
          <GroupSizes key={anewFor('sizes', confidentiality)} organisation={organisation} />
          <Look key={anewFor('look', colour)} organisation={organisation} />
          <Contacts key={anewFor('contacts', contacts)} organisation={organisation} />
          <Seasons key={anewFor('seasons', seasons)} organisation={organisation} />
          <Retention key={anewFor('retention', retention)} organisation={organisation} />
          <SecondFactor key={anewFor('second-factor', second_factor)} organisation={organisation} />
          <Agents
            key={anewFor('agents', agents, agent_hosts, agent_confirmation)}
            organisation={organisation}
          />
          <LanguageModel organisation={organisation} />
        </div>
      )
    }}
  </QueryState>
)

/** By the part of the world: “Europe” holds “Berlin”. */
/** @param others  what zones outside of any part of the world are called */
function zoneGroups(current: string, others: string): { group: string; items: string[] }[] {
  const zones = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  const byRegion = Map.groupBy(zones, (zone) => (zone.includes('/') ? zone.split('/', 1)[0] : others))
  return [...byRegion]
    .map(([group, items]) => ({ group, items }))
    .toSorted((a, b) => a.group.localeCompare(b.group))
}

function Facts({ organisation }: { organisation: Organisation }) {
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
    <form onSubmit={submit} className="card pad stack">
      <TextInput
        label={say('name')}
        description={say('name_hint')}
        value={name}
        maxLength={limits.nameLengthMax}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={say('time_zone')}
          description={say('time_zone_hint')}
          data={groups}
          value={timeZone}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
        />
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

const sizes = ['k_score', 'k_comment', 'k_rate'] as const

type Size = (typeof sizes)[number]

/** As contract/organisation.ts has it. */
const sizeMax = 1000

const draftsOf = (current: Record<Size, number>): Record<Size, string> => ({
  k_score: String(current.k_score),
  k_comment: String(current.k_comment),
  k_rate: String(current.k_rate),
})

type Fault = 'size_invalid' | 'size_too_low'

const faultOf = (draft: string, current: number): Fault | null => {
  if (!/^\d{1,4}$/.test(draft) || Number(draft) > sizeMax) return 'size_invalid'
  return Number(draft) < current ? 'size_too_low' : null
}

function GroupSizes({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const current = organisation.confidentiality
  const [drafts, setDrafts] = useState<Record<Size, string>>(() => draftsOf(current))
  const [isAsking, setAsking] = useState(false)
  const save = useOrganisationUpdate(organisation, say('sizes_raised'))
  const changes = sizes.filter((size) => drafts[size] !== String(current[size]))
  const isGood = sizes.every((size) => faultOf(drafts[size], current[size]) === null)
  return (
    <section className="card pad stack" aria-labelledby="sizes">
      <div className="stack-tight">
        <h2 id="sizes">{say('sizes')}</h2>
        <p className="quiet">{say('sizes_hint')}</p>
      </div>
      <div className={classes.three}>
        {sizes.map((size) => {
          const fault = faultOf(drafts[size], current[size])
          return (
            <TextInput
              key={size}
              type="number"
              inputMode="numeric"
              label={say(size)}
              description={say(`${size}_hint`)}
              value={drafts[size]}
              min={current[size]}
              max={sizeMax}
              step={1}
              error={fault && say(fault, { max: sizeMax, current: current[size] })}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              onChange={(event) => setDrafts({ ...drafts, [size]: event.currentTarget.value })}
            />
          )
        })}
      </div>
      <div className={classes.ends}>
        <Button disabled={changes.length === 0 || !isGood} onClick={() => setAsking(true)}>
          {say('raise')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title={say('raise_title')}
          effect={
            <div className="stack-tight">
              <ul>
                {changes.map((size) => (
                  <li key={size}>
                    {say.parts('raise_line', {
                      label: say(size),
                      before: current[size],
                      after: <strong key="after">{drafts[size]}</strong>,
                    })}
                  </li>
                ))}
              </ul>
              <p>{say('raise_effect')}</p>
            </div>
          }
          typeToConfirm={organisation.name}
          action={say('raise')}
          onConfirm={() =>
            save.mutate(
              {
                confidentiality: Object.fromEntries(changes.map((size) => [size, Number(drafts[size])])),
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

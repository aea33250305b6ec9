/** The settings of an organisation, in parts: each is a tab with its own address, and loads what it shows. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadMessages, useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { searchWith } from '../ui/address.ts'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { NameAndPlace } from './name-and-place.tsx'
import { organisationQuery } from './organisation-queries.ts'
import { type Part, parts } from './organisation-search.ts'
import { organisationTexts } from './organisation-texts.ts'
import classes from './parts.module.css'
import { translationModelTexts } from './translation-model-texts.ts'

const Contacts = lazy(() => import('./contacts.tsx').then(({ Contacts }) => ({ default: Contacts })))
const GroupSizes = lazy(() => import('./group-sizes.tsx').then(({ GroupSizes }) => ({ default: GroupSizes })))
const Seasons = lazy(() => import('./seasons.tsx').then(({ Seasons }) => ({ default: Seasons })))
const Look = lazy(() => import('./look.tsx').then(({ Look }) => ({ default: Look })))
const Retention = lazy(() => import('./retention.tsx').then(({ Retention }) => ({ default: Retention })))
const SecondFactor = lazy(() =>
  import('./second-factor.tsx').then(({ SecondFactor }) => ({ default: SecondFactor })),
)
const Domains = lazy(() => import('./domains.tsx').then(({ Domains }) => ({ default: Domains })))
const Agents = lazy(() => import('./agents.tsx').then(({ Agents }) => ({ default: Agents })))
const LanguageModel = lazy(() =>
  import('./language-model.tsx').then(({ LanguageModel }) => ({ default: LanguageModel })),
)
const TranslationModel = lazy(async () => {
  const [{ TranslationModel }] = await Promise.all([
    import('./translation-model.tsx'),
    loadMessages(translationModelTexts),
  ])
  return { default: TranslationModel }
})

const route = getRouteApi('/shell/app/settings/organisation')

export const OrganisationPage = () => {
  const say = useMessages(organisationTexts)
  const { tab = parts[0] } = route.useSearch()
  return (
    <Page title={say('title')} description={say('description')} api={{ operation: 'getOrganisation' }}>
      <AdminsOnly>
        <div className={classes.place}>
          <Parts shown={tab} />
          <Forms part={tab} />
        </div>
      </AdminsOnly>
    </Page>
  )
}

function Parts({ shown }: { shown: Part }) {
  const say = useMessages(organisationTexts)
  return (
    <nav aria-label={say('parts')}>
      <ul className={`beyond ${classes.parts}`}>
        {parts.map((part, i) => (
          <li key={part}>
            <Link
              to="."
              search={searchWith({ tab: i === 0 ? undefined : part })}
              activeOptions={{ exact: true }}
              aria-current={part === shown ? 'page' : undefined}
              data-current={part === shown || undefined}
              className={classes.part}
            >
              {say(`part_${part}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * A form starts over where what it edits was saved, by whomever: nobody's change is overwritten unseen. What is typed into one form stays while
 * another is saved.
 */
const anewFor = (form: string, ...values: readonly unknown[]): string => JSON.stringify([form, ...values])

const Skeleton = () => <SkeletonLines lines={8} />

function Forms({ part }: { part: Part }) {
  const say = useMessages(organisationTexts)
  return (
    <QueryState query={useQuery(organisationQuery)} skeleton={<Skeleton />} hasCard>
      {(organisation) => {
        const { name, time_zone, locale, confidentiality, colour, contacts, seasons, retention } =
          organisation
        const { second_factor, agents, agent_hosts, agent_confirmation } = organisation
        const forms = {
          general: (
            <>
              <NameAndPlace key={anewFor('facts', name, time_zone, locale)} organisation={organisation} />
              <Contacts key={anewFor('contacts', contacts)} organisation={organisation} />
            </>
          ),
          privacy: (
            <>
              <GroupSizes key={anewFor('sizes', confidentiality)} organisation={organisation} />
              <details className={classes.more}>
                <summary>{say('advanced')}</summary>
                <Seasons key={anewFor('seasons', seasons)} organisation={organisation} />
              </details>
            </>
          ),
          look: <Look key={anewFor('look', colour)} organisation={organisation} />,
          retention: <Retention key={anewFor('retention', retention)} organisation={organisation} />,
          sign_in: (
            <>
              <SecondFactor key={anewFor('second-factor', second_factor)} organisation={organisation} />
              <Domains />
            </>
          ),
          agents: (
            <>
              <Agents
                key={anewFor('agents', agents, agent_hosts, agent_confirmation)}
                organisation={organisation}
              />
              <LanguageModel organisation={organisation} />
              <TranslationModel organisation={organisation} />
            </>
          ),
        }
        return (
          <Suspense fallback={<Skeleton />}>
            <div className="stack">{forms[part]}</div>
          </Suspense>
        )
      }}
    </QueryState>
  )
}

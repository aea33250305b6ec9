/** Surveys: pulses and check-ins in one list, by where they are, with whom they ask and how many have answered. */
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { usePageKeys } from '../ui/page-keys.ts'
import { EmptyState } from '../ui/states.tsx'
import { FoldedFilters, NoMatch, UrlChoice, UrlFilters, UrlSearch, UrlTabs } from '../ui/url-filters.tsx'
import { useColumns } from './survey-columns.tsx'
import {
  countOf,
  phases,
  queryOf,
  type Tab,
  tabQueryOf,
  tabs,
  useSurveyCounts,
  useTab,
} from './survey-queries.ts'
import { surveyTexts } from './survey-texts.ts'
import classes from './surveys.module.css'

const route = getRouteApi('/shell/app/surveys')

export function SurveysPage() {
  const say = useMessages(surveyTexts)
  const { tab = 'open', ...filter } = route.useSearch()
  const counts = useSurveyCounts(filter)
  const list = useTab(tab, filter)
  const columns = useColumns(tab, list.data)
  const { mine, ...query } = queryOf(filter)
  const { deleted, ...phase } = { deleted: false, ...tabQueryOf(tab) }
  const navigate = useNavigate()
  usePageKeys([{ key: 'c', label: say('new'), run: () => void navigate({ to: '/app/surveys/new' }) }])
  return (
    <Page
      title={say('title')}
      actions={
        <ButtonLink to="/app/surveys/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {say('new')}
        </ButtonLink>
      }
      api={{
        operation: 'listSurveys',
        query: {
          ...phase,
          ...(deleted && { deleted: 'true' }),
          ...query,
          ...(mine && { mine: 'true' }),
        },
      }}
    >
      <UrlTabs
        label={say('phase')}
        param="tab"
        tabs={tabs
          // Few organisations archive, and few people have just deleted something.
          .filter((one) => (one !== 'archived' && one !== 'deleted') || tab === one || counts?.[one])
          .map((one) => ({
            id: one,
            label: say(`tab_${one}`),
            ...(counts && { count: countOf(counts, one) }),
          }))}
      />
      <UrlFilters>
        <UrlSearch label={say('search')} />
        <FoldedFilters params={['mine', 'kind']}>
          <UrlChoice
            label={say('author')}
            param="mine"
            all={say('all_authors')}
            options={[{ value: 'yes', label: say('mine') }]}
          />
          <UrlChoice
            label={say('kind')}
            param="kind"
            all={say('all_kinds')}
            options={[
              { value: 'pulse', label: say('pulses') },
              { value: 'check_in', label: say('check_ins') },
            ]}
          />
        </FoldedFilters>
      </UrlFilters>
      <div className={classes.list}>
        <DataTable
          // Another tab is another list: its columns say something else.
          key={tab}
          label={say('title')}
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          countText={(count) => say('count', { count })}
          empty={
            Object.keys(queryOf(filter)).length > 0 ? (
              <NoMatch title={say('no_match')} params={['q', 'kind', 'mine']} />
            ) : (
              <Nothing
                tab={tab}
                isFirst={
                  tab !== 'deleted' && counts !== undefined && phases.every((phase) => counts[phase] === 0)
                }
              />
            )
          }
        />
      </div>
    </Page>
  )
}

/** @param isFirst  the organisation has no survey at all that this person may see */
function Nothing({ tab, isFirst }: { tab: Tab; isFirst: boolean }) {
  const say = useMessages(surveyTexts)
  return isFirst ? (
    <EmptyState
      title={say('none')}
      description={say('none_hint')}
      action={
        <>
          <Link to="/app/surveys/new">{say('choose_template')}</Link>
          <a href="/docs/first-pulse">{say('first_pulse')}</a>
        </>
      }
    />
  ) : (
    <EmptyState
      title={say(`none_${tab}`)}
      description={say(`none_${tab}_hint`, { days: limits.deletedKeptDays })}
    />
  )
}

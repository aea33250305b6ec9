/** Surveys: pulses and check-ins in one list, by where they are, with whom they ask and how many have answered. */
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { limits } from '../../contract/limits.ts'
import { newSurveyTexts } from '../drafts/new-survey-texts.ts'
import { useMe } from '../me.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { usePageKeys } from '../ui/page-keys.ts'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { FoldedFilters, NoMatch, UrlChoice, UrlFilters, UrlSearch, UrlTabs } from '../ui/url-filters.tsx'
import { ViewsButton } from '../ui/views-button.tsx'
import { elsewhereTexts } from './elsewhere-texts.ts'
import { useColumns } from './survey-columns.tsx'
import { phases, queryOf, tabQueryOf, useTab, useTabCounts } from './survey-queries.ts'
import { type Tab, tabs } from './survey-search.ts'
import { surveyTexts } from './survey-texts.ts'
import classes from './surveys.module.css'

const FirstSurveys = lazy(async () => {
  const [{ FirstSurveys }] = await Promise.all([
    import('../drafts/first-surveys.tsx'),
    loadMessages(newSurveyTexts),
  ])
  return { default: FirstSurveys }
})

const Elsewhere = lazy(async () => {
  const [{ Elsewhere }] = await Promise.all([import('./elsewhere.tsx'), loadMessages(elsewhereTexts)])
  return { default: Elsewhere }
})

const route = getRouteApi('/shell/app/surveys')

export function SurveysPage() {
  const say = useMessages(surveyTexts)
  const { tab = 'open', at, ...filter } = route.useSearch()
  const { data: me } = useMe()
  const counts = useTabCounts(filter)
  const list = useTab(tab, filter)
  const columns = useColumns(tab, list.data)
  const { mine, deleted, ...query } = { deleted: false, ...tabQueryOf(tab), ...queryOf(filter) }
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
          ...query,
          ...(deleted && { deleted: 'true' }),
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
            ...(counts && { count: counts[one] }),
          }))}
      />
      <UrlFilters>
        <UrlSearch label={say('search')} />
        <FoldedFilters params={['mine', 'kind']}>
          {/* One’s own have a tab. A view that was saved with this filter still says so. */}
          {filter.mine && tab !== 'mine' && tab !== 'deleted' && (
            <UrlChoice
              label={say('author')}
              param="mine"
              all={say('all_authors')}
              options={[{ value: 'yes', label: say('mine') }]}
            />
          )}
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
        <ViewsButton
          label={say('views')}
          place={{ page: 'surveys', owner: me?.user?.id }}
          params={['tab', 'q', 'kind', 'mine']}
        />
      </UrlFilters>
      <div className={classes.list} data-tab={tab}>
        <DataTable
          // Another tab is another list: its columns say something else.
          key={tab}
          label={say('title')}
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          marked={at}
          countText={(count) => say('count', { count })}
          empty={
            Object.keys(queryOf(filter)).length > 0 ? (
              <NoMatch title={say('no_match')} params={['q', 'kind', 'mine']}>
                <Suspense>
                  <Elsewhere tab={tab} filter={filter} />
                </Suspense>
              </NoMatch>
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
  if (!isFirst && tab !== 'mine')
    return (
      <EmptyState
        title={say(`none_${tab}`)}
        description={say(`none_${tab}_hint`, { days: limits.deletedKeptDays })}
      />
    )
  const which = isFirst ? 'none' : 'none_mine'
  return (
    <EmptyState
      title={say(which)}
      description={say(`${which}_hint`)}
      action={
        <Suspense fallback={<SkeletonLines />}>
          <FirstSurveys>{isFirst && <a href="/docs/first-pulse">{say('first_pulse')}</a>}</FirstSurveys>
        </Suspense>
      }
    />
  )
}

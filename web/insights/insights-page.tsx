/** Insights: what of the newest week needs attention and what improved, and all findings, week by week. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { managedTeams, openActions } from '../home/home-queries.ts'
import { locale, useMessages } from '../messages.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { NoMatch, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { InsightCard } from './insight-card.tsx'
import { kindText } from './insight-figure.ts'
import {
  type Insight,
  type InsightFilter,
  kindGroupNames,
  oneInsight,
  newestFindings,
  queryOf,
  teamsToChoose,
  useInsights,
} from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import { type Action, actionFor, rankedOf } from './ranked.ts'
import classes from './insights.module.css'

const InsightDetail = lazy(() =>
  import('./insight-detail.tsx').then(({ InsightDetail }) => ({ default: InsightDetail })),
)

const route = getRouteApi('/shell/app/insights')

export function InsightsPage() {
  const say = useMessages(insightTexts)
  const { team, kind, insight: openedId } = route.useSearch()
  const opened = useQuery({ ...oneInsight(openedId ?? ''), enabled: openedId !== undefined }).data
  const teams = useQuery(teamsToChoose).data?.teams ?? []
  return (
    <Page title={say('title')} api={{ operation: 'listInsights', query: queryOf({ team, kind }) }}>
      <UrlFilters>
        <UrlSelect
          label={say('team')}
          param="team"
          all={say('all_teams')}
          options={teams.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <UrlSelect
          label={say('kind')}
          param="kind"
          all={say('all_kinds')}
          options={kindGroupNames.map((name) => ({ value: name, label: say(`kinds_${name}`) }))}
        />
      </UrlFilters>
      {kind ? <Weeks filter={{ team, kind }} /> : <Newest key={team} team={team} />}
      <UrlDrawer
        param="insight"
        title={
          opened
            ? [
                kindText(say, opened),
                opened.scope.team_id === null
                  ? say('everyone')
                  : teams.find(({ id }) => id === opened.scope.team_id)?.name,
              ]
                .filter(Boolean)
                .join(' · ')
            : say('insight')
        }
      >
        {(id) => (
          <Suspense fallback={<SkeletonLines />}>
            <InsightDetail id={id} />
          </Suspense>
        )}
      </UrlDrawer>
    </Page>
  )
}

/** What comes first, and below it everything, which is read once somebody asks for it. */
function Newest({ team }: { team: string | undefined }) {
  const say = useMessages(insightTexts)
  const [isOpen, setOpen] = useState(false)
  const own = new Set(useQuery(managedTeams).data?.teams.map(({ id }) => id))
  const open = useQuery(openActions(team))
  const found = useQuery(newestFindings(team))
  const actions = open.data?.actions ?? []
  // Cards would else change places while they are read.
  if (open.isPending) return <Skeleton />
  return (
    <QueryState query={found} skeleton={<Skeleton />} hasCard>
      {({ insights }) => {
        if (insights.length === 0) return <Weeks filter={{ team }} />
        const week = weekOf(insights[0].created_at)
        const { attention, improved } = rankedOf(
          insights.filter(({ created_at: at }) => weekOf(at) === week),
          { own, actions },
        )
        return (
          <div className="stack">
            <p className="quiet">{say('week_of', { date: dayOf(week) })}</p>
            <Ranked
              title={say('attention')}
              insights={attention}
              none={say('no_attention')}
              actions={actions}
            />
            {improved.length > 0 && <Ranked title={say('improved')} insights={improved} />}
            <details className={classes.all} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
              <summary>{say('all_findings')}</summary>
              {isOpen && <Weeks filter={{ team }} />}
            </details>
          </div>
        )
      }}
    </QueryState>
  )
}

type RankedProps = CardsProps & { title: string; none?: string }

const Ranked = ({ title, insights, none, actions }: RankedProps) => (
  <section className="stack-tight" aria-label={title}>
    <h2>{title}</h2>
    {insights.length === 0 ? (
      <p className="quiet">{none}</p>
    ) : (
      <ul className={classes.cards}>
        <Cards insights={insights} actions={actions} />
      </ul>
    )}
  </section>
)

type CardsProps = { insights: readonly Insight[]; actions?: readonly Action[] | undefined }

function Cards({ insights, actions = [] }: CardsProps) {
  const teams = useQuery(teamsToChoose).data?.teams ?? []
  return insights.map((insight) => (
    <InsightCard
      key={insight.id}
      insight={insight}
      team={teams.find(({ id }) => id === insight.scope.team_id)?.name}
      action={actionFor(insight, actions)}
    />
  ))
}

function Weeks({ filter }: { filter: InsightFilter }) {
  const say = useMessages(insightTexts)
  const list = useInsights(filter)
  return (
    <QueryState query={list} skeleton={<Skeleton />} hasCard>
      {(insights) =>
        insights.length === 0 ? (
          <div className="card">
            {filter.team || filter.kind ? (
              <NoMatch title={say('no_match')} params={['team', 'kind']} />
            ) : (
              <EmptyState title={say('none')} description={say('none_hint')} />
            )}
          </div>
        ) : (
          <div className="stack" aria-busy={list.isStale} data-stale={list.isStale || undefined}>
            {[...byWeek(insights)].map(([week, some]) => (
              <section key={week} className="stack-tight" aria-labelledby={week}>
                <h2 id={week}>{say('week_of', { date: dayOf(week) })}</h2>
                <ul className={classes.cards}>
                  <Cards insights={some} />
                </ul>
              </section>
            ))}
            <div className="row">
              <LoadMore list={list} />
            </div>
          </div>
        )
      }
    </QueryState>
  )
}

const Skeleton = () => (
  <div className="card pad">
    <SkeletonLines lines={6} />
  </div>
)

/** The Monday of the reader's week, as a day: 2026-11-16. */
function weekOf(instant: string): string {
  const day = new Date(instant)
  const daysInWeek = 7
  day.setDate(day.getDate() - ((day.getDay() + daysInWeek - 1) % daysInWeek))
  return day.toLocaleDateString('sv')
}

const byWeek = (insights: readonly Insight[]): Map<string, Insight[]> =>
  Map.groupBy(insights, ({ created_at: at }) => weekOf(at))

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
const dayOf = (day: string): string => dayFormat.format(new Date(`${day}T12:00:00`))

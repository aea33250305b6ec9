/** Insights: what surveys found, week by week, each with how many answers it rests on and how it was found. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { locale, useMessages } from '../messages.ts'
import { formatFigure, formatPercent } from '../ui/number-format.ts'
import { searchWith } from '../ui/address.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { NoMatch, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { type Insight, kindGroupNames, queryOf, teamsToChoose, useInsights } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import classes from './insights.module.css'

const InsightDetail = lazy(() =>
  import('./insight-detail.tsx').then(({ InsightDetail }) => ({ default: InsightDetail })),
)

const route = getRouteApi('/shell/app/insights')

export function InsightsPage() {
  const say = useMessages(insightTexts)
  const { team, kind } = route.useSearch()
  const list = useInsights({ team, kind })
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
      <QueryState query={list} skeleton={<Skeleton />} hasCard>
        {(insights) =>
          insights.length === 0 ? (
            <div className="card">
              {team || kind ? (
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
                    {some.map((insight) => (
                      <Card key={insight.id} insight={insight} />
                    ))}
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
      <UrlDrawer param="insight" title={say('how_found')}>
        {(id) => (
          <Suspense fallback={<SkeletonLines />}>
            <InsightDetail id={id} />
          </Suspense>
        )}
      </UrlDrawer>
    </Page>
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

/** What cannot be called high or low stays on the page, and asks for no attention. */
const isQuiet = ({ kind, value }: Insight): boolean =>
  kind === 'level' && ['unclear', 'fine'].includes((value as { state: string }).state)

function Card({ insight }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  const { id, kind, statement, n, interval, coverage } = insight
  const isPartlyRead = coverage !== null && coverage.read < coverage.answers
  return (
    <li className={`card ${classes.card}`} data-quiet={isQuiet(insight) || undefined}>
      <span className={classes.kind}>
        <Chip>{isQuiet(insight) ? say('quiet') : say(`kind_${kind}`)}</Chip>
      </span>
      <h3 className={classes.statement}>{statement}</h3>
      <p className="quiet small figures">
        {n !== null && <span>{say(kind === 'participation' ? 'asked' : 'answers', { n })}</span>}
        {interval && (
          <span>{say('interval', { low: write(interval[0], kind), high: write(interval[1], kind) })}</span>
        )}
        {isPartlyRead && (
          <span>{say('partly_read', { read: coverage.read, answers: coverage.answers })}</span>
        )}
      </p>
      <Link to="." search={searchWith({ insight: id })} resetScroll={false} className={classes.more}>
        {say('how_found')}
        <span className="visually-hidden">: {statement}</span>
      </Link>
    </li>
  )
}

const ofShares = ['theme', 'strength', 'level'] as const

/** Of themes and strengths, and of levels where nothing was asked on a scale, the interval is that of a share. */
const write = (value: number, kind: Insight['kind']): string =>
  (ofShares.some((one) => one === kind) ? formatPercent : formatFigure)(value)

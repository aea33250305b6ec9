/** Insights: what of the newest week needs attention and what improved, and all findings, week by week. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { driverIds } from '../../contract/drivers.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { newestFindings } from '../home/home-queries.ts'
import { locale, useMessages } from '../messages.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { NoMatch, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { findingTexts } from './finding-texts.ts'
import { firstFindings, weekOf } from './first-findings.ts'
import { InsightCard } from './insight-card.tsx'
import { figureOf } from './insight-figure.ts'
import {
  type Insight,
  type InsightFilter,
  oneInsight,
  queryOf,
  teamsToChoose,
  useInsights,
} from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import { kindGroupNames } from './kind-groups.ts'
import { useFirstFindings } from './use-first-findings.ts'
import { madeOf } from './own-action.tsx'
import { pinnedFindings } from './pin-queries.ts'
import { type Action, answersTo, bySeverity, namedBeside, storiesOf } from './ranked.ts'
import classes from './insights.module.css'

const InsightDetail = lazy(() =>
  import('./insight-detail.tsx').then(({ InsightDetail }) => ({ default: InsightDetail })),
)

const route = getRouteApi('/shell/app/insights')

export function InsightsPage() {
  const say = useMessages(insightTexts)
  const sayDriver = useMessages(driverTexts)
  const sayFinding = useMessages(findingTexts)
  const { team, kind, driver, insight: openedId } = route.useSearch()
  const filter = { team, kind, driver }
  const opened = useQuery({ ...oneInsight(openedId ?? ''), enabled: openedId !== undefined }).data
  const teams = useQuery(teamsToChoose).data?.teams ?? []
  const found = useQuery(newestFindings({})).data?.insights ?? []
  return (
    <Page
      title={say('title')}
      description={say('hint')}
      api={{ operation: 'listInsights', query: queryOf(filter) }}
    >
      <UrlFilters>
        <UrlSelect
          label={say('team')}
          param="team"
          all={say('all_teams')}
          options={optionsOf(teams, found)}
        />
        <UrlSelect
          label={say('kind')}
          param="kind"
          all={say('all_kinds')}
          options={kindGroupNames.map((name) => ({ value: name, label: say(`kinds_${name}`) }))}
        />
        <UrlSelect
          label={say('driver')}
          param="driver"
          all={say('all_drivers')}
          options={driverIds.map((id) => ({ value: id, label: sayDriver(id) }))}
        />
      </UrlFilters>
      <Pinned key={`${team} ${kind} ${driver}`} filter={filter}>
        {kind ? <Weeks filter={filter} /> : <Newest key={`${team} ${driver}`} filter={filter} />}
      </Pinned>
      <UrlDrawer
        param="insight"
        title={
          opened ? ((figureOf(sayFinding, opened) && opened.headline) ?? opened.statement) : say('insight')
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

/** Anyone who reads of other teams finds those, too, and their own first. */
function optionsOf(teams: readonly { id: string; name: string }[], found: readonly Insight[]) {
  const others = found.flatMap(({ scope: { team_id: id, team_name: name } }) =>
    id !== null && name && teams.every((one) => one.id !== id) ? [{ value: id, label: name }] : [],
  )
  return [
    ...teams.map(({ id, name }) => ({ value: id, label: name })),
    ...new Map(others.map((one) => [one.value, one])).values(),
  ]
}

/**
 * What somebody pinned, above all else. Nothing is below it before it is known, because it would be moved; where it becomes empty, it stays
 * and says so, because somebody is there with their keyboard.
 */
function Pinned({ filter, children }: { filter: InsightFilter; children: ReactNode }) {
  const say = useMessages(insightTexts)
  const pins = useQuery(pinnedFindings(filter))
  const heading = useRef<HTMLHeadingElement>(null)
  const [hasBeenThere, setBeenThere] = useState(false)
  const insights = pins.data?.insights ?? []
  if (pins.isPending) return <Skeleton />
  return (
    <>
      {(insights.length > 0 || hasBeenThere) && (
        <section className="stack-tight" aria-labelledby="pinned">
          <h2 id="pinned" ref={heading} tabIndex={-1}>
            {say('pinned')}
          </h2>
          {insights.length === 0 ? (
            <p className="quiet">{say('none_pinned')}</p>
          ) : (
            <ul className={classes.cards}>
              <Cards
                insights={insights}
                onUnpinned={() => {
                  setBeenThere(true)
                  heading.current?.focus()
                }}
              />
            </ul>
          )}
        </section>
      )}
      {children}
    </>
  )
}

/** What comes first, and below it everything, which is read once somebody asks for it. */
function Newest({ filter }: { filter: InsightFilter }) {
  const say = useMessages(insightTexts)
  const [isOpen, setOpen] = useState(false)
  const { found, actions, before, own, isWaiting } = useFirstFindings(filter)
  if (isWaiting) return <Skeleton />
  return (
    <QueryState query={found} skeleton={<Skeleton />} hasCard>
      {({ insights }) => {
        if (insights.length === 0) return <Weeks filter={filter} />
        const { attention, improved } = firstFindings(insights, { own, actions: before })
        return (
          <div className="stack">
            <p className="quiet">{say('week_of', { date: dateText(weekOf(insights[0])) })}</p>
            <Ranked
              title={say('attention')}
              insights={attention}
              none={say('no_attention')}
              actions={actions}
              before={before}
            />
            {improved.length > 0 && <Ranked title={say('improved')} insights={improved} isGood />}
            <details className={classes.all} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
              <summary>{say('all_findings')}</summary>
              {isOpen && <Weeks filter={filter} />}
            </details>
          </div>
        )
      }}
    </QueryState>
  )
}

type RankedProps = CardsProps & { title: string; none?: string }

const Ranked = ({ title, none, ...cards }: RankedProps) => (
  <section className="stack-tight" aria-label={title}>
    <h2>{title}</h2>
    {cards.insights.length === 0 ? (
      <p className="quiet">{none}</p>
    ) : (
      <ul className={classes.cards}>
        <Cards {...cards} isRanked />
      </ul>
    )}
  </section>
)

type CardsProps = {
  insights: readonly Insight[]
  actions?: readonly Action[] | undefined
  /** As they were when the page came. */
  before?: readonly Action[] | undefined
  /** What comes first weighs most, and what is told of teams above and below stands together. */
  isRanked?: boolean
  isGood?: boolean
  onUnpinned?: () => void
}

function Cards({ insights, actions = [], before, isRanked = false, isGood = false, onUnpinned }: CardsProps) {
  const pins = useQuery(pinnedFindings(route.useSearch())).data?.insights ?? []
  const teams = useQuery(teamsToChoose).data?.teams ?? []
  const parents = new Map(teams.map(({ id, parent_team_id: parent }) => [id, parent]))
  const stories = isRanked
    ? storiesOf(insights, parents)
    : insights.map((insight) => ({ insight, alike: [] }))
  const answers = answersTo(stories, actions, before)
  return stories.map((story, i) => {
    const { insight } = story
    return (
      <InsightCard
        key={insight.id}
        {...{ insight, isGood }}
        alike={namedBeside(story, parents)}
        isMain={isRanked && !isGood && i === 0}
        needsAttention={isRanked && !isGood}
        answers={answers.get(insight.id)}
        made={madeOf(insight, actions)}
        isPinned={pins.some(({ id }) => id === insight.id)}
        onUnpinned={onUnpinned}
      />
    )
  })
}

function Weeks({ filter }: { filter: InsightFilter }) {
  const say = useMessages(insightTexts)
  const list = useInsights(filter)
  return (
    <QueryState query={list} skeleton={<Skeleton />} hasCard>
      {(insights) =>
        insights.length === 0 ? (
          <div className="card">
            {filter.team || filter.kind || filter.driver ? (
              <NoMatch title={say('no_match')} params={['team', 'kind', 'driver']} />
            ) : (
              <EmptyState title={say('none')} description={say('none_hint')} />
            )}
          </div>
        ) : (
          <div className="stack" aria-busy={list.isStale} data-stale={list.isStale || undefined}>
            {[...byWeek(insights)].map(([week, some]) => (
              <section key={week} className="stack-tight" aria-labelledby={week}>
                <h2 id={week}>{say('week_of', { date: dateText(week) })}</h2>
                <ul className={classes.cards}>
                  <Cards insights={bySeverity(some)} />
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

const byWeek = (insights: readonly Insight[]): Map<string, Insight[]> => Map.groupBy(insights, weekOf)

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
const dateText = (day: string): string => dayFormat.format(new Date(day))

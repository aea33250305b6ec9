/** Trends: every question of a check-in over its instances, for everyone or a team, each with what can be said of it. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMessages } from '../messages.ts'
import { Hidden } from '../ui/hidden.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import type { Moved } from './trend-line.tsx'
import { changesOf, type Instance, type Series, type Survey, teamsOf, trendOf } from './figure-queries.ts'
import { useTeamInAddress } from '../results/own-team.ts'
import { figureTexts } from './figure-texts.ts'
import { dayIn, dayOf, hiddenText, teamChoice, teamName } from './figure-words.ts'
import classes from './figures.module.css'
import { everyone, toldIn } from './heat-map.ts'
import { useDone, useHolidays } from './trend-marks.ts'
import { closedOf, IfShared, SurveySelect, surveyIn, usePastInstances, useSurveys } from './survey-choice.tsx'

/** With what it is drawn by, once there is something to draw. */
const TrendChart = lazy(() => import('./trend-chart.tsx').then(({ TrendChart }) => ({ default: TrendChart })))

const kinds = ['check_in'] as const

export function TrendsPage() {
  const say = useMessages(figureTexts)
  const { survey: id } = useSearch({ from: '/shell/app/trends' })
  const surveys = useSurveys(kinds)
  const survey = surveyIn(surveys.data ?? [], id)
  const past = usePastInstances(survey?.id ?? null)
  return (
    <Page
      title={say('trends')}
      description={survey ? say('trends_of', { title: survey.title }) : say('trends_hint')}
      api={{ operation: 'listTrends' }}
    >
      <QueryState query={surveys} hasCard>
        {(all) =>
          survey ? (
            <QueryState query={past} hasCard>
              {(instances) => <OfCheckIn key={survey.id} {...{ all, survey, instances }} />}
            </QueryState>
          ) : (
            <Empty title={say('no_check_ins')} description={say('no_check_ins_hint')} />
          )
        }
      </QueryState>
    </Page>
  )
}

const Empty = (words: { title: string; description: string }) => (
  <div className="card">
    <EmptyState {...words} />
  </div>
)

type OfCheckInProps = { all: readonly Survey[]; survey: Survey; instances: readonly Instance[] }

function OfCheckIn({ all, survey, instances }: OfCheckInProps) {
  const say = useMessages(figureTexts)
  const closed = closedOf(instances)
  const newest = useQuery({ ...teamsOf(closed.at(0)?.id ?? ''), enabled: closed.length > 0 })
  const { team, own, isKnown } = useTeamInAddress(newest.data)
  return (
    <>
      <UrlFilters>
        <SurveySelect label={say('check_in')} surveys={all} />
        <UrlSelect label={say('team')} param="team" {...teamChoice(say, newest.data?.teams ?? [], own)} />
      </UrlFilters>
      {closed.length === 0 ? (
        <Empty title={say('no_instances')} description={say('no_instances_hint')} />
      ) : (
        <IfShared query={newest}>
          {(results) =>
            isKnown ? (
              <Charts {...{ survey, instances }} teams={results.teams} teamId={team ?? null} />
            ) : (
              <SkeletonLines lines={6} />
            )
          }
        </IfShared>
      )}
    </>
  )
}

/** As the API says it in each verdict. */
const instancesMin = 4

type Teams = Parameters<typeof teamName>[1]
type ChartsProps = { survey: Survey; instances: readonly Instance[]; teams: Teams; teamId: string | null }

function Charts({ survey, instances, teams, teamId }: ChartsProps) {
  const say = useMessages(figureTexts)
  const sayUi = useMessages(uiTexts)
  const trend = useQuery(trendOf(survey.id, teamId))
  const closed = closedOf(instances)
  const newest = closed.at(0)
  const holidays = useHolidays(survey, instances)
  const done = useDone(survey, teamId)
  const changes = useQuery({
    ...changesOf({ check_in_instance_id: newest?.id ?? '' }),
    enabled: newest !== undefined,
  })
  const told = changes.data && toldIn(changes.data).filter(({ against }) => against === 'previous')
  // Without a word until that is known, so that none is taken back.
  const movedOf = ({ question_id: id, points }: Series): Moved | undefined =>
    points.at(-1)?.check_in_instance_id === newest?.id
      ? told && (told.find(({ team: row, column }) => row === (teamId ?? everyone) && column === id) ?? null)
      : null
  const team = teams.find(({ team_id: id }) => id === teamId)
  return (
    <IfShared query={trend}>
      {({ trends }) => {
        const found = trends.find(({ scope }) => scope.team_id === teamId)
        // What has moved comes first, so charts wait until that is known.
        if (changes.isLoading) return <SkeletonLines lines={6} />
        const series = (found?.series ?? []).toSorted(
          (one, other) =>
            Number(Boolean(movedOf(other))) - Number(Boolean(movedOf(one))) || rankOf(one) - rankOf(other),
        )
        if (series.length === 0)
          return (
            <section className="card pad stack" aria-labelledby="no-trend">
              <h2 id="no-trend">{teamName(say, teams, teamId ?? everyone)}</h2>
              <Hidden
                reason={teamId !== null && !team ? say('no_team') : hiddenText(say, teams, team?.counted_in)}
              />
            </section>
          )
        return (
          <>
            <p className={`quiet ${classes.legend}`}>
              <span>{say('period', periodOf(series, instances))}</span>
              <span>
                <span className={classes.line} aria-hidden="true" /> {sayUi('legend_figure')}
              </span>
              <span>
                <span className={classes.band} aria-hidden="true" /> {sayUi('legend_range')}
              </span>
            </p>
            <Suspense fallback={<SkeletonLines />}>
              <div className={classes.multiples}>
                {series.map((one) => (
                  <TrendChart
                    key={keyOf(one)}
                    {...{ survey, instances, series, one, holidays, done }}
                    moved={movedOf(one)}
                  />
                ))}
                {closed.length < instancesMin && (
                  <p className="quiet small">{say('too_few_instances', { count: closed.length })}</p>
                )}
              </div>
            </Suspense>
          </>
        )
      }}
    </IfShared>
  )
}

/** From the first day that a chart shows to the last: said once, for all of them. */
function periodOf(series: readonly Series[], instances: readonly Instance[]): { from: string; to: string } {
  const days = series.flatMap(({ points }) => points.map((point) => dayIn(instances, point))).toSorted()
  const write = (day: string | undefined): string => (day === undefined ? '' : dayOf({ local_date: day }))
  return { from: write(days.at(0)), to: write(days.at(-1)) }
}

const order: readonly Series['measure'][] = ['score', 'enps', 'sentiment', 'participation']

const rankOf = ({ measure }: Series): number => order.indexOf(measure)

const keyOf = ({ measure, question_id: id = '' }: Series): string => `${measure}-${id}`

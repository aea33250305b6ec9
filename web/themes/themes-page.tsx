/** Themes: what people write about in a survey, how often, in which tone, and what has become more or less since last time. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconArrowDownRight, IconArrowUpRight, IconChevronRight } from '@tabler/icons-react'
import { lazy } from 'react'
import { limits } from '../../contract/limits.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import type { Instance, Survey } from '../figures/figure-queries.ts'
import { figureTexts } from '../figures/figure-texts.ts'
import { dayAt, dayOf, hiddenText, teamName } from '../figures/figure-words.ts'
import { everyone } from '../figures/heat-map.ts'
import {
  closedOf,
  IfShared,
  SurveySelect,
  surveyIn,
  usePastInstances,
  useSurveys,
} from '../figures/survey-choice.tsx'
import { useMessages } from '../messages.ts'
import {
  everyoneInAddress,
  findingsQuery,
  type Owner,
  pledgeQuery,
  type Results,
  resultsQuery,
} from '../results/results-queries.ts'
import { resultsAddress } from '../surveys/survey-addresses.ts'
import { searchOf, searchWith } from '../ui/address.ts'
import { ChartFrame } from '../ui/chart-frame.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { formatPercent } from '../ui/number-format.ts'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { byTone, largestIn, leadingOf, type Theme, themesIn } from './theme.ts'
import { FurtherFilters } from './further-filters.tsx'
import { useTeamInAddress } from '../results/own-team.ts'
import { isForgotten } from './no-quote.tsx'
import { missingTone, toneKey, ThemeBar, ThemeLegend, themeName, ThemeTone } from './theme-face.tsx'
import { themeTexts } from './theme-texts.ts'
import classes from './themes.module.css'

const InsightDetail = lazy(() =>
  import('../insights/insight-detail.tsx').then(({ InsightDetail }) => ({ default: InsightDetail })),
)

const route = getRouteApi('/shell/app/themes')

const kinds = ['check_in', 'pulse'] as const

export function ThemesPage() {
  const say = useMessages(themeTexts)
  const sayFigure = useMessages(figureTexts)
  const { survey: id, instance: instanceId } = route.useSearch()
  const surveys = useSurveys(kinds)
  const survey = surveyIn(surveys.data ?? [], id)
  const past = usePastInstances(survey?.kind === 'check_in' ? survey.id : null)
  const closed = closedOf(past.data ?? [])
  const instance = closed.find((one) => one.id === instanceId) ?? closed.at(0) ?? null
  const day = instance ? dayOf(instance) : survey?.period?.closed_at ? dayAt(survey.period.closed_at) : ''
  return (
    <Page
      title={say('title')}
      description={survey && day !== '' ? say('title_of', { title: survey.title, day }) : say('hint')}
      api={{ operation: 'listThemes' }}
    >
      <QueryState query={surveys} hasCard>
        {(all) =>
          survey ? (
            survey.kind === 'pulse' ? (
              <OfSurvey
                key={survey.id}
                {...{ all, survey, day, closed }}
                owner={{ kind: 'pulse', id: survey.id }}
              />
            ) : (
              <QueryState query={past} hasCard>
                {() => (
                  <OfSurvey
                    key={instance?.id}
                    {...{ all, survey, day, closed }}
                    owner={instance && { kind: 'occurrence', id: instance.id }}
                  />
                )}
              </QueryState>
            )
          ) : (
            <Empty title={sayFigure('no_surveys')} description={sayFigure('no_surveys_hint')} />
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

type OfSurveyProps = {
  all: readonly Survey[]
  survey: Survey
  day: string
  closed: readonly Instance[]
  /** null: nothing of the check-in has closed. */
  owner: Owner | null
}

function OfSurvey({ all, survey, day, closed, owner }: OfSurveyProps) {
  const sayFigure = useMessages(figureTexts)
  const results = useQuery({
    ...resultsQuery(owner ?? { kind: survey.kind === 'pulse' ? 'pulse' : 'occurrence', id: '' }),
    enabled: owner !== null,
  })
  const teams = results.data?.teams ?? []
  const { own } = useTeamInAddress(results.data)
  return (
    <>
      <UrlFilters>
        <SurveySelect label={sayFigure('survey')} surveys={all} />
        {closed.length > 1 && (
          <UrlSelect
            label={sayFigure('instance')}
            param="instance"
            all={dayOf(closed[0])}
            options={closed.slice(1).map((one) => ({ value: one.id, label: dayOf(one) }))}
          />
        )}
        <FurtherFilters teams={teams} own={own} />
      </UrlFilters>
      {owner === null ? (
        <Empty title={sayFigure('no_instances')} description={sayFigure('no_instances_hint')} />
      ) : (
        <IfShared query={results}>
          {(read) => <OfGroup {...{ survey, day, owner }} results={read} />}
        </IfShared>
      )}
    </>
  )
}

type OfGroupProps = { survey: Survey; day: string; owner: Owner; results: Results }

function OfGroup({ survey, day, owner, results }: OfGroupProps) {
  const say = useMessages(themeTexts)
  const sayFigure = useMessages(figureTexts)
  const { team: teamId, isKnown } = useTeamInAddress(results)
  const isAnalysing = results.results_status === 'analysing'
  const findings = useQuery({ ...findingsQuery(owner, teamId), enabled: !isAnalysing && isKnown })
  const pledge = useQuery(pledgeQuery(owner))
  const team = results.teams.find(({ team_id: id }) => id === teamId)
  const group = teamName(sayFigure, results.teams, teamId ?? everyone)
  if (isAnalysing) return <Empty title={say('analysing')} description={say('analysing_hint')} />
  if (teamId !== undefined && (!team || team.suppressed))
    return (
      <section className="card pad stack" aria-labelledby="hidden-group">
        <h2 id="hidden-group">{group}</h2>
        <Hidden
          reason={team ? hiddenText(sayFigure, results.teams, team.counted_in) : sayFigure('no_team')}
        />
      </section>
    )
  return (
    <IfShared query={findings}>
      {(found) => {
        const themes = themesIn(found)
        return themes.length === 0 ? (
          <Empty title={say('none')} description={say('none_hint')} />
        ) : (
          <Themes
            {...{ themes, survey, day, group }}
            least={pledge.data?.k_comment}
            place={{
              team: teamId ?? everyoneInAddress,
              occurrence: owner.kind === 'occurrence' ? owner.id : undefined,
            }}
          />
        )
      }}
    </IfShared>
  )
}

type Order = 'negative' | 'rising'

const riseOf = ({ share, before }: Theme): number => (before ? share - before.share : -Infinity)

const orders: Record<Order, (one: Theme, other: Theme) => number> = {
  negative: byTone,
  rising: (one, other) => riseOf(other) - riseOf(one),
}

type ThemesProps = {
  themes: readonly Theme[]
  survey: Survey
  /** The day on which it closed. */
  day: string
  group: string
  /** How many people comments need to be shown; undefined: not known yet. */
  least: number | undefined
  /** As the address of results names it. */
  place: { team: string; occurrence: string | undefined }
}

function Themes({ themes, survey, day, group, least, place }: ThemesProps) {
  const say = useMessages(themeTexts)
  const driver = useMessages(driverTexts)
  const { sort } = route.useSearch()
  const largest = largestIn(themes)
  const unquoted = themes.filter(({ quotes }) => quotes.length === 0)
  const shown = sort ? themes.toSorted(orders[sort]) : themes
  return (
    <>
      <ChartFrame
        id="themes"
        finding={leadingOf(themes)?.statement ?? say('list', { group })}
        source={say('source', { title: survey.title, day, group })}
        isSourceSaid
        table={{
          columns: [
            say('detail'),
            say('people'),
            say('share'),
            say('share_before'),
            say('tone'),
            say('part_negative'),
            say('part_other'),
          ],
          rows: shown.map(({ before, parts, tone, people, share, ...theme }) => [
            themeName(driver, theme),
            people,
            formatPercent(share),
            before && formatPercent(before.share),
            say(tone === null ? missingTone({ parts }) : toneKey(tone, parts)),
            parts ? parts.negative : say('part_whole'),
            parts ? parts.other : say('part_whole'),
          ]),
        }}
      >
        <div className={`stack ${classes.card}`}>
          <ThemeLegend themes={themes} />
          <ul className={classes.list} aria-label={say('list', { group })}>
            {shown.map((theme) => (
              <li key={theme.id} data-row={theme.id}>
                <Link
                  to="."
                  search={searchWith({ theme: theme.id })}
                  resetScroll={false}
                  className={classes.theme}
                >
                  <span className={classes.words}>
                    <span className={classes.name}>{themeName(driver, theme)}</span>
                    {theme.quotes.length > 0 && (
                      <span className={classes.quote}>{say('quote', { text: theme.quotes[0] })}</span>
                    )}
                  </span>
                  <span className={classes.bars}>
                    <ThemeBar theme={theme} largest={largest} />
                    <ThemeTone theme={theme} />
                  </span>
                  <span className={`figures ${classes.facts}`}>
                    <strong>
                      {say('theme_share', { share: formatPercent(theme.share), people: theme.people })}
                    </strong>
                    <Facts theme={theme} />
                  </span>
                  <IconChevronRight size={18} aria-hidden className={classes.open} />
                </Link>
              </li>
            ))}
          </ul>
          <p className="quiet small">
            {[
              least !== undefined && say('shown_from', { least, people: limits.themePeopleMin }),
              say('some_hidden'),
              say('counted'),
              themes.some(({ source }) => source === 'emergent') && say('own_words_mean'),
              // Once for all of them; the reason for a single one is in its drawer.
              unquoted.length > 0 && say(unquoted.some(isForgotten) ? 'quotes_deleted' : 'unquoted'),
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        </div>
      </ChartFrame>
      <UrlDrawer
        param="theme"
        title={(id) => {
          const theme = themes.find((one) => one.id === id)
          return theme ? themeName(driver, theme) : say('detail')
        }}
      >
        {(id) => {
          const theme = themes.find((one) => one.id === id)
          if (!theme) return <p className="quiet">{say('gone')}</p>
          const address = resultsAddress(survey)
          return (
            <div className="stack">
              <InsightDetail
                id={theme.insightId}
                isNamedElsewhere
                link={
                  address && (
                    <Link to={address} search={searchOf({ ...place, theme: id })} hash="comments">
                      {say('comments')}
                    </Link>
                  )
                }
              />
              {theme.rule && (
                <p className="quiet">{say('counted_by', { words: theme.rule.any_of.join(', ') })}</p>
              )}
            </div>
          )
        }}
      </UrlDrawer>
    </>
  )
}

function Facts({ theme: { source, before, share } }: { theme: Theme }) {
  const say = useMessages(themeTexts)
  const isUp = before !== null && share > before.share
  const Arrow = isUp ? IconArrowUpRight : IconArrowDownRight
  return (
    <>
      {before && (
        <span className={classes.change} data-clear={before.isClear || undefined}>
          {before.isClear && <Arrow size={16} aria-hidden />}
          {say(before.isClear ? (isUp ? 'up' : 'down') : 'was', { share: formatPercent(before.share) })}
        </span>
      )}
      {source === 'emergent' && <span>{say('own_words')}</span>}
    </>
  )
}

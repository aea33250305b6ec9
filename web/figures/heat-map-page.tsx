/** Heat map: the teams of a survey by its drivers, as values, as changes since the instance before, or against everybody else. */
import { Link, useSearch } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { UrlChoice, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { type Instance, type Place, type Survey, useFiguresBefore, useTeamFigures } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'
import { dayAt, dayOf } from './figure-words.ts'
import { heatMapOf, type Mode } from './heat-map.ts'
import { HeatMapCard } from './heat-map-card.tsx'
import { closedOf, IfShared, SurveySelect, surveyIn, usePastInstances, useSurveys } from './survey-choice.tsx'

const kinds = ['check_in', 'pulse'] as const

export function HeatMapPage() {
  const say = useMessages(figureTexts)
  const { survey: id, instance: instanceId } = useSearch({ from: '/shell/app/heat-map' })
  const surveys = useSurveys(kinds)
  const survey = surveyIn(surveys.data ?? [], id)
  const past = usePastInstances(survey?.kind === 'check_in' ? survey.id : null)
  const closed = closedOf(past.data ?? [])
  const instance = closed.find((one) => one.id === instanceId) ?? closed.at(0) ?? null
  const day = instance ? dayOf(instance) : survey?.period?.closed_at ? dayAt(survey.period.closed_at) : ''
  return (
    <Page
      title={say('heat_map')}
      description={
        survey && day !== '' ? say('heat_map_of', { title: survey.title, day }) : say('heat_map_hint')
      }
      api={{ operation: 'listScores' }}
    >
      <QueryState query={surveys} hasCard>
        {(all) =>
          survey ? (
            <>
              <UrlFilters>
                <SurveySelect label={say('survey')} surveys={all} />
                {closed.length > 1 && (
                  <UrlSelect
                    label={say('instance')}
                    param="instance"
                    all={dayOf(closed[0])}
                    options={closed.slice(1).map((one) => ({ value: one.id, label: dayOf(one) }))}
                  />
                )}
                <UrlChoice
                  label={say('mode')}
                  param="mode"
                  all={say('mode_score')}
                  options={[
                    { value: 'change', label: say('mode_change') },
                    { value: 'rest', label: say('mode_rest') },
                  ]}
                />
              </UrlFilters>
              {survey.kind === 'pulse' ? (
                <Figures key={survey.id} {...{ survey, day }} place={{ pulse_id: survey.id }} before={null} />
              ) : (
                <QueryState query={past} hasCard>
                  {() =>
                    instance ? (
                      <Figures
                        key={instance.id}
                        {...{ survey, day }}
                        place={{ check_in_instance_id: instance.id }}
                        before={closed.find(({ local_date }) => local_date < instance.local_date) ?? null}
                      />
                    ) : (
                      <Empty title={say('no_instances')} description={say('no_instances_hint')} />
                    )
                  }
                </QueryState>
              )}
            </>
          ) : (
            <Empty title={say('no_surveys')} description={say('no_surveys_hint')} />
          )
        }
      </QueryState>
    </Page>
  )
}

type EmptyProps = { title: string; description: string; hasWay?: boolean }

const Empty = ({ title, description, hasWay = false }: EmptyProps) => {
  const say = useMessages(figureTexts)
  return (
    <div className="card">
      <EmptyState
        title={title}
        description={description}
        action={
          hasWay && (
            <Link to="." search={searchWith({ mode: undefined })}>
              {say('show_scores')}
            </Link>
          )
        }
      />
    </div>
  )
}

type FiguresProps = { survey: Survey; day: string; place: Place; before: Instance | null }

function Figures({ survey, day, place, before }: FiguresProps) {
  const say = useMessages(figureTexts)
  const { mode = 'score' }: { mode?: Mode | undefined } = useSearch({ from: '/shell/app/heat-map' })
  const figures = useTeamFigures(place)
  const earlier = useFiguresBefore(before, mode === 'change')
  if (mode === 'change' && before === null)
    return survey.kind === 'pulse' ? (
      <Empty title={say('no_pulse_before')} description={say('no_pulse_before_hint')} hasWay />
    ) : (
      <Empty title={say('no_before')} description={say('no_before_hint')} hasWay />
    )
  return (
    <IfShared query={figures}>
      {(read) => (
        <IfShared query={earlier}>
          {(past) => {
            const map = heatMapOf(read, past)
            return map.columns.length === 0 ? (
              <Empty title={say('too_few')} description={say('too_few_hint')} />
            ) : (
              <HeatMapCard
                {...{ map, mode, day, survey }}
                occurrence={'check_in_instance_id' in place ? place.check_in_instance_id : undefined}
                dayBefore={before ? dayOf(before) : ''}
              />
            )
          }}
        </IfShared>
      )}
    </IfShared>
  )
}

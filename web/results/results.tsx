/**
 * The frame of results, for a pulse and for an occurrence of a check-in: title, state, choice of team and occurrence, what may be taken
 * along. What there is not yet, or may not be seen, is said in words.
 */
import { IconPresentation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { FirstAct, Rest, useActMenu } from '../lifecycle/act-lines.tsx'
import { isAuthor, type Subject as Survey } from '../lifecycle/acts.ts'
import { useMe } from '../me.ts'
import { findingTexts } from '../insights/finding-texts.ts'
import { insightTexts } from '../insights/insight-texts.ts'
import { openActions } from '../home/home-queries.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { searchWith, useAddress } from '../ui/address.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { usePageKeys } from '../ui/page-keys.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { groupOf, isShown, type ShownGroup, type Subject } from './group.ts'
import { PrintFoot } from './print-foot.tsx'
import { findingsQuery, type Owner, pledgeQuery, resultsQuery } from './results-queries.ts'
import { useChosenTeam } from './own-team.ts'
import { NotShown, NotYet, Refused, refusalOf } from './results-states.tsx'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

// A survey without results yet needs no charts.
const ResultsBody = lazy(async () => {
  const [{ ResultsBody }] = await Promise.all([
    import('./results-body.tsx'),
    loadMessages(findingTexts, insightTexts),
  ])
  return { default: ResultsBody }
})
const TeamPicker = lazy(() => import('./team-picker.tsx').then(({ TeamPicker }) => ({ default: TeamPicker })))
const Sharing = lazy(() => import('./sharing.tsx').then(({ Sharing }) => ({ default: Sharing })))
const ExportButton = lazy(() =>
  import('./sharing.tsx').then(({ ExportButton }) => ({ default: ExportButton })),
)
const ResultsSlides = lazy(() =>
  import('./results-slides.tsx').then(({ ResultsSlides }) => ({ default: ResultsSlides })),
)

type Props = {
  owner: Owner
  title: string
  /** What kind of survey it is, and when it was asked. */
  description: string
  opensAt: string | null
  closesAt: string | null
  reason: string | null
  /** A link to where answers are followed while it is open. */
  live: ReactNode
  /** A link to the answers by name, for those who read them. */
  answers: ReactNode
  /** The choice of another occurrence. */
  picker?: ReactNode
  /** The pulse or the check-in, for what can be done with it. */
  survey: Survey | undefined
}

const tones: Partial<Record<string, Tone>> = { open: 'good', scheduled: 'accent' }
const states = ['draft', 'scheduled', 'open', 'closed', 'skipped', 'cancelled', 'archived'] as const

export function ResultsOf({
  owner,
  title,
  description,
  opensAt,
  closesAt,
  reason,
  live,
  answers,
  picker,
  survey,
}: Props) {
  const say = useMessages(resultsTexts)
  const acts = useActMenu([survey])
  const { data: me } = useMe()
  const { values, change } = useAddress()
  const results = useQuery(resultsQuery(owner))
  const { team, own, isKnown } = useChosenTeam(results.data)
  const pledge = useQuery(pledgeQuery(owner))
  const findings = useQuery({ ...findingsQuery(owner, team), enabled: isKnown })
  // Beside the findings: what is suggested about the first would otherwise move all that is below it.
  const { isLoading } = useQuery({ ...openActions(team), enabled: isKnown })
  const refusal = refusalOf(results.error, survey !== undefined && isAuthor(survey, me))
  const state = states.find((one) => one === results.data?.state)
  const available = results.data?.results_status === 'available' ? results.data : undefined
  const group = available && isKnown ? groupOf(available, team) : undefined
  const subject: Subject<ShownGroup> | undefined =
    isShown(group) && findings.data ? { title, description, group, findings: findings.data } : undefined
  const present = (): void => change({ slide: '1' }, { isEntry: true })
  usePageKeys(subject ? [{ key: 'p', label: say('present'), run: present }] : [])
  return (
    <Page
      title={title}
      status={
        <>
          {state && <StatusBadge tone={tones[state]}>{say(`state_${state}`)}</StatusBadge>}
          {survey && survey.state !== state && <Rest subject={survey} />}
        </>
      }
      description={description}
      crumbs={[{ label: say('surveys'), to: '/app/surveys' }]}
      actions={
        <div className="row no-print">
          {answers}
          {survey && <FirstAct subject={survey} />}
          {available && subject && (
            <>
              <Suspense>
                <ExportButton subject={subject} asked={available.asked} />
              </Suspense>
              <ButtonLink
                to="."
                search={searchWith({ slide: '1' })}
                leftSection={<IconPresentation size={18} aria-hidden />}
              >
                {say('present')}
              </ButtonLink>
            </>
          )}
        </div>
      }
      menu={
        ((available && subject) || acts) && (
          <>
            <Suspense>
              {available && subject && <Sharing subject={subject} asked={available.asked} />}
            </Suspense>
            {acts}
          </>
        )
      }
      api={{
        operation: owner.kind === 'pulse' ? 'getPulseResults' : 'getInstanceResults',
        params: { id: owner.id },
      }}
    >
      <div className={`no-print ${classes.pickers}`}>
        <Suspense>
          {available && isKnown && <TeamPicker teams={available.teams} own={own} />}
          {picker}
        </Suspense>
      </div>
      {refusal ? (
        <Refused refusal={refusal} />
      ) : (
        <QueryState query={results} skeleton={<Waiting />} hasCard>
          {(found) =>
            !available ? (
              <NotYet
                results={found}
                pledge={pledge.data}
                opensAt={opensAt}
                closesAt={closesAt}
                reason={reason}
                live={live}
              />
            ) : group === undefined || isLoading ? (
              <Waiting />
            ) : !isShown(group) ? (
              <NotShown teams={found.teams} group={group} own={own} />
            ) : (
              <QueryState query={findings} skeleton={<Waiting />} hasCard>
                {(told) => (
                  <Suspense fallback={<Waiting />}>
                    <ResultsBody
                      results={found}
                      subject={{ title, description, group, findings: told }}
                      pledge={pledge.data}
                    />
                  </Suspense>
                )}
              </QueryState>
            )
          }
        </QueryState>
      )}
      <Suspense>
        {available && subject && values.slide !== undefined && (
          <ResultsSlides results={available} subject={subject} pledge={pledge.data} />
        )}
      </Suspense>
      {subject && pledge.data && <PrintFoot title={title} description={description} pledge={pledge.data} />}
    </Page>
  )
}

const skeletonLines = 3

const Waiting = () => (
  <>
    {Array.from({ length: skeletonLines }, (_none, i) => (
      <div key={i} className="card pad">
        <SkeletonLines lines={5} />
      </div>
    ))}
  </>
)

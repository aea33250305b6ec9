/** A finding at the side of its list: how many it rests on and what it was compared with, quotes, replies, and the method for whoever wants it. */
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { type Say, useMessages } from '../messages.ts'
import { openActions } from '../home/home-queries.ts'
import { resultsOf } from '../results/results-address.ts'
import { searchOf } from '../ui/address.ts'
import { ButtonLink } from '../ui/links.tsx'
import { formatNumber, formatPercent, formatScore, formatSigned } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { RepliesOfInsight } from '../replies/replies-of-insight.tsx'
import { repliesTo } from '../replies/reply-queries.ts'
import { type Insight, intervalOf, methodOf, oneInsight, trendAround } from './insight-queries.ts'
import { findingTexts } from './finding-texts.ts'
import { statementIn } from './finding-words.ts'
import { FigureBeside } from './figure-beside.tsx'
import { CardAction } from './card-action.tsx'
import { OwnActions } from './own-action.tsx'
import { NoQuote } from '../themes/no-quote.tsx'
import { figureOf, isQuiet, kindText, titleOf } from './insight-figure.ts'
import { insightTexts } from './insight-texts.ts'
import { surveyText } from './insight-words.ts'
import { methodInShort } from './method-words.ts'
import { actionFor } from './ranked.ts'
import { useWhy, Why } from './why.tsx'
import classes from './insights.module.css'

const InsightTrend = lazy(() =>
  import('./insight-trend.tsx').then(({ InsightTrend }) => ({ default: InsightTrend })),
)

type Props = {
  id: string
  /** In place of the link to the results. */
  link?: ReactNode
  /** Where the title of the drawer is not the finding, its sentence is in it. */
  isNamedElsewhere?: boolean
}

export function InsightDetail({ id, link, isNamedElsewhere = false }: Props) {
  return (
    <QueryState query={useQuery(oneInsight(id))}>
      {(insight) => (
        <div className="stack">
          <Head insight={insight} hasSentence={isNamedElsewhere} />
          <Chart insight={insight} />
          <Basis insight={insight} />
          <Reason insight={insight} />
          <Suggested insight={insight} link={link} />
          <Quotes insight={insight} />
          <Replies insight={insight} />
          {/* Of participation there is little else. */}
          <HowFound insight={insight} />
        </div>
      )}
    </QueryState>
  )
}

function HowFound({ insight }: { insight: Insight }) {
  const say = useMessages(findingTexts)
  return (
    <details open={insight.kind === 'participation'}>
      <summary>{say('how_found')}</summary>
      <Explained insight={insight} />
    </details>
  )
}

/** The figure as on the card, of whom and of which survey it is; what it is measured against is below. */
function Head({ insight, hasSentence }: { insight: Insight; hasSentence: boolean }) {
  const say = useMessages(insightTexts)
  const sayFinding = useMessages(findingTexts)
  const { headline, scope } = insight
  const figure = headline === null ? null : figureOf(sayFinding, insight)
  const team = scope.team_name ?? say('everyone')
  return (
    <div className={classes.finding}>
      {figure && !figure.isBeginning && <FigureBeside figure={figure} />}
      <div className={classes.words}>
        {hasSentence && <p className={classes.statement}>{titleOf(insight, figure)}</p>}
        <p>{[kindText(sayFinding, insight), team].join(' ·\u00a0')}</p>
        <p className="quiet small">{surveyText(sayFinding, insight)}</p>
      </div>
    </div>
  )
}

/** What people write about the same, where the finding is a figure. */
function Reason({ insight }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  const { isPending, theme } = useWhy(insight)
  if (!isPending && !theme) return null
  return (
    <Part title={say('people_write')}>
      {theme ? (
        <Why theme={theme} team={insight.scope.team_name} quoteClass={classes.quote} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Part>
  )
}

/** What is to be done about it, to accept here, or in words of one's own, beside the way to where it is from. */
function Suggested({ insight, link }: { insight: Insight; link?: ReactNode }) {
  const actions = useQuery(openActions(insight.scope.team_id ?? undefined)).data?.actions ?? []
  const action = actionFor(insight, actions)
  const isOffered = action?.state === 'suggested' && action.may_update
  return (
    <div className="stack-tight">
      {action && <CardAction actions={[action]} teamId={insight.scope.team_id} isFirst />}
      <OwnActions
        insight={insight}
        actions={actions}
        hasSuggestion={isOffered}
        link={link ?? <ResultsLink scope={insight.scope} isFirst={!isOffered} />}
      />
    </div>
  )
}

/** What is neither good nor bad news calls for no answer; one that was given is shown. */
function Replies({ insight }: { insight: Insight }) {
  const isNeutral = insight.kind === 'participation' || insight.kind === 'coverage' || isQuiet(insight)
  const given = useQuery({ ...repliesTo(insight.id), enabled: isNeutral }).data?.replies ?? []
  if (isNeutral && given.length === 0) return null
  return <RepliesOfInsight insightId={insight.id} scope={insight.scope} />
}

/** How it went from date to date, where the finding is about what a check-in asks again and again. */
const Chart = ({ insight }: { insight: Insight }) =>
  insight.scope.check_in_id !== undefined && hasLine(insight) ? (
    <Suspense>
      <InsightTrend insight={insight} />
    </Suspense>
  ) : null

const hasLine = ({ kind, scope }: Insight): boolean =>
  kind === 'participation' || scope.question_id !== undefined

/** @param isFirst  nothing else is to be done here */
function ResultsLink({ scope, isFirst }: Pick<Insight, 'scope'> & { isFirst: boolean }) {
  const say = useMessages(findingTexts)
  const { to, search } = resultsOf(scope)
  return (
    <ButtonLink to={to} search={searchOf(search)} variant={isFirst ? 'filled' : 'default'}>
      {say('see_results')}
    </ButtonLink>
  )
}

type ThemeValue = { quotes?: readonly string[] } & ComponentProps<typeof NoQuote>['theme']

function Quotes({ insight: { kind, value } }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  if (kind !== 'theme') return null
  const theme = value as ThemeValue
  const { quotes = [] } = theme
  return (
    <Part title={say('quotes')}>
      {quotes.map((quote) => (
        <blockquote key={quote} className={classes.quote}>
          {quote}
        </blockquote>
      ))}
      {quotes.length === 0 && (
        <p className="quiet">
          <NoQuote theme={theme} />
        </p>
      )}
    </Part>
  )
}

type Comparison = {
  comparison?: string
  metric?: string
  value?: number
  difference?: number
  n?: number
  told?: boolean
}

const groups = ['previous', 'parent', 'organisation'] as const
const points = ['middle', 'target', 'half'] as const

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some((one) => one === name)

const valueOf = ({ metric, value = 0 }: Comparison): string => {
  if (metric === 'enps') return formatSigned(value * 100)
  return metric === 'share' ? formatPercent(value) : formatScore(value)
}

function comparisonText(say: Say<typeof insightTexts>, one: Comparison): string | null {
  const { comparison, n = 0, told = false, difference = 0 } = one
  const side = difference < 0 ? 'below' : 'above'
  const value = valueOf(one)
  if (isOneOf(points, comparison))
    return say(told ? `${side}_point` : 'not_told_point', {
      against: say(`against_${comparison}`),
      value: one.metric === 'mean' ? formatNumber(one.value ?? 0) : value,
    })
  if (!isOneOf(groups, comparison)) return null
  if (comparison === 'previous') return say(told ? 'told_previous' : 'not_told_previous', { value, n })
  return say(told ? side : 'not_told', { against: say(`against_${comparison}`), value, n })
}

const ofComments = ['theme', 'sentiment_signal', 'coverage', 'summary'] as const

/** What the finding rests on, in plain lines. */
function Basis({ insight }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  const sayFinding = useMessages(findingTexts)
  const { kind, n, evidence } = insight
  const interval = intervalOf(insight)
  const compared = (evidence as readonly Comparison[])
    .map((one) => comparisonText(say, one))
    .filter((line) => line !== null)
  // How many were asked is in the sentence itself.
  if (kind === 'participation') return null
  return (
    <ul className={`figures ${classes.limits}`}>
      {n !== null && (
        <li>{isOneOf(ofComments, kind) ? say('commented', { n }) : sayFinding('answers', { n })}</li>
      )}
      {interval && <li>{say('likely', interval)}</li>}
      {compared.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The interval of a level is that of its question on the same date; nothing of a survey that is asked once. */
function useLikely({ kind, scope, value }: Insight): string | null {
  const say = useMessages(insightTexts)
  const level = value as { reference?: number; mean?: number }
  const isMean = kind === 'level' && level.mean !== undefined && scope.check_in_id !== undefined
  const trend = useQuery({ ...trendAround(scope.check_in_id ?? '', scope.team_id), enabled: isMean })
  const interval = trend.data?.trends
    .find((one) => one.scope.team_id === scope.team_id)
    ?.series.find(({ measure, question_id: id }) => id === scope.question_id && measure === 'score')
    ?.points.find(({ check_in_instance_id: id }) => id === scope.check_in_instance_id)?.interval
  if (!isMean || !interval || level.reference === undefined) return null
  const [low, high] = interval
  const side = high < level.reference ? 'all_below' : low > level.reference ? 'all_above' : 'around'
  return say(side, {
    low: formatScore(low),
    high: formatScore(high),
    reference: formatNumber(level.reference),
  })
}

function Explained({ insight }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  const { id, method, evidence, scope } = insight
  const likely = useLikely(insight)
  return (
    <div className={`stack ${classes.method}`}>
      {/* What applies here, before the rules for every case. */}
      <Part title={say('this_case')}>
        <p>{[statementIn(insight, scope.team_name), likely].filter(Boolean).join(' ')}</p>
      </Part>
      <QueryState query={useQuery(methodOf(id))}>
        {({ measured, people, uncertainty, comparison, limitations }) => (
          <>
            <Part title={say('measured')}>
              <p>{methodInShort(say, insight) ?? measured}</p>
            </Part>
            {limitations.length > 0 && (
              <Part title={say('limitations')}>
                <ul className={classes.limits}>
                  {limitations.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </Part>
            )}
            {/* For whoever wants to check it: tests by their names. */}
            <details>
              <summary>{say('statistics')}</summary>
              <div className="stack">
                <Part title={say('people')}>
                  <p>{people}</p>
                </Part>
                <Part title={say('uncertainty')}>
                  <p>{uncertainty}</p>
                </Part>
                {evidence.length > 0 && (
                  <Part title={say('comparison')}>
                    <p>{comparison}</p>
                  </Part>
                )}
              </div>
            </details>
          </>
        )}
      </QueryState>
      <p>
        {say('version', { version: method.version })}{' '}
        <a href="/docs/how-insights-are-made">{say('read_more')}</a>
      </p>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack-tight">
    <h3>{title}</h3>
    {children}
  </section>
)

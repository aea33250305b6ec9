/** A finding at the side of its list: how many it rests on and what it was compared with, quotes, replies, and the method for whoever wants it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Say, useMessages } from '../messages.ts'
import { searchOf } from '../ui/address.ts'
import { formatFigure, formatPercent, formatSigned } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { RepliesOfInsight } from '../replies/replies-of-insight.tsx'
import { type Insight, intervalOf, methodOf, oneInsight, resultsOf } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import classes from './insights.module.css'

type Props = {
  id: string
  /** In place of the link to the results. */
  link?: ReactNode
}

export function InsightDetail({ id, link }: Props) {
  const say = useMessages(insightTexts)
  return (
    <QueryState query={useQuery(oneInsight(id))}>
      {(insight) => (
        <div className="stack">
          <p className={classes.statement}>{insight.statement}</p>
          <Basis insight={insight} />
          {link ?? <ResultsLink scope={insight.scope} />}
          <Quotes value={insight.value} />
          <RepliesOfInsight insightId={id} scope={insight.scope} />
          <details>
            <summary>{say('method')}</summary>
            <Explained insight={insight} />
          </details>
        </div>
      )}
    </QueryState>
  )
}

function ResultsLink({ scope }: Pick<Insight, 'scope'>) {
  const say = useMessages(insightTexts)
  const { to, search } = resultsOf(scope)
  return (
    <p>
      <Link to={to} search={searchOf(search)}>
        {say('see_results')}
      </Link>
    </p>
  )
}

function Quotes({ value }: Pick<Insight, 'value'>) {
  const say = useMessages(insightTexts)
  const quotes = (value as { quotes?: readonly string[] } | null)?.quotes ?? []
  return (
    quotes.length > 0 && (
      <Part title={say('quotes')}>
        {quotes.map((quote) => (
          <blockquote key={quote} className={classes.quote}>
            {quote}
          </blockquote>
        ))}
      </Part>
    )
  )
}

type Comparison = {
  comparison?: string
  metric?: string
  value?: number
  n?: number
  told?: boolean
}

const groups = ['previous', 'parent', 'organisation'] as const
const points = ['middle', 'target', 'half'] as const

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some((one) => one === name)

const valueOf = ({ metric, value = 0 }: Comparison): string => {
  if (metric === 'enps') return formatSigned(value * 100)
  return metric === 'share' ? formatPercent(value) : formatFigure(value)
}

function comparisonText(say: Say<typeof insightTexts>, one: Comparison): string | null {
  const { comparison, n = 0, told = false } = one
  const value = valueOf(one)
  if (isOneOf(points, comparison))
    return say(told ? 'told_point' : 'not_told_point', { against: say(`against_${comparison}`), value })
  if (!isOneOf(groups, comparison)) return null
  if (comparison === 'previous') return say(told ? 'told_previous' : 'not_told_previous', { value, n })
  return say(told ? 'told' : 'not_told', { against: say(`against_${comparison}`), value, n })
}

const ofComments = ['theme', 'sentiment_signal', 'coverage', 'summary'] as const

/** What the finding rests on, in plain lines. */
function Basis({ insight }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  const { kind, n, evidence } = insight
  const people = kind === 'participation' ? 'asked' : isOneOf(ofComments, kind) ? 'commented' : 'answers'
  const interval = intervalOf(insight)
  const compared = (evidence as readonly Comparison[])
    .map((one) => comparisonText(say, one))
    .filter((line) => line !== null)
  return (
    <ul className={`figures ${classes.limits}`}>
      {n !== null && <li>{say(people, { n })}</li>}
      {interval && <li>{say('likely', interval)}</li>}
      {compared.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The explanations are written in English alone. */
function Explained({ insight: { id, method, evidence } }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  return (
    <div className={`stack ${classes.method}`}>
      <QueryState query={useQuery(methodOf(id))}>
        {({ measured, people, uncertainty, comparison, limitations }) => (
          <>
            <Part title={say('measured')}>
              <p lang="en">{measured}</p>
            </Part>
            <Part title={say('people')}>
              <p lang="en">{people}</p>
            </Part>
            <Part title={say('uncertainty')}>
              <p lang="en">{uncertainty}</p>
            </Part>
            {evidence.length > 0 && (
              <Part title={say('comparison')}>
                <p lang="en">{comparison}</p>
              </Part>
            )}
            {limitations.length > 0 && (
              <Part title={say('limitations')}>
                <ul className={classes.limits} lang="en">
                  {limitations.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </Part>
            )}
          </>
        )}
      </QueryState>
      <Part title={say('rule')}>
        <p>
          <span lang="en">{method.name}</span>, {say('version', { version: method.version })}.{' '}
          <a href="/docs/how-insights-are-made">{say('read_more')}</a>
        </p>
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack-tight">
    <h3>{title}</h3>
    {children}
  </section>
)

/** How an insight was found: what was measured, about how many people, against what it was tested, quotes, and what it does not show. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { formatNumber } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { RepliesOfInsight } from '../replies/replies-of-insight.tsx'
import { type Insight, type Method, methodOf, oneInsight } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import classes from './insights.module.css'

export const InsightDetail = ({ id }: { id: string }) => (
  <QueryState query={useQuery(oneInsight(id))}>
    {(insight) => (
      <div className="stack">
        <p className={classes.statement}>{insight.statement}</p>
        <Quotes value={insight.value} />
        <RepliesOfInsight insightId={id} scope={insight.scope} />
        <QueryState query={useQuery(methodOf(id))}>{(method) => <Explained method={method} />}</QueryState>
        <Evidence evidence={insight.evidence} />
        <Rule insight={insight} />
      </div>
    )}
  </QueryState>
)

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

/** The explanations are written in English alone. */
function Explained({ method }: { method: Method }) {
  const say = useMessages(insightTexts)
  const { measured, people, uncertainty, comparison, limitations } = method
  return (
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
      <Part title={say('comparison')}>
        <p lang="en">{comparison}</p>
      </Part>
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
  )
}

type Comparison = { comparison?: string; value?: number; n?: number; p_adjusted?: number; told?: boolean }

const against = ['previous', 'parent', 'organisation', 'middle', 'target', 'half'] as const
const isNamed = (name: string | undefined): name is (typeof against)[number] =>
  against.some((one) => one === name)

function Evidence({ evidence }: Pick<Insight, 'evidence'>) {
  const say = useMessages(insightTexts)
  const rows = (evidence as readonly Comparison[]).filter((one) => isNamed(one.comparison))
  return (
    rows.length > 0 && (
      <Part title={say('evidence')}>
        <ul className={classes.limits}>
          {rows.map(({ comparison, value, n, told }) => (
            <li key={comparison} className="figures">
              {say(told ? 'told' : 'not_told', {
                against: isNamed(comparison) ? say(`against_${comparison}`) : '',
                value: formatNumber(value ?? 0),
                n: n ?? 0,
              })}
            </li>
          ))}
        </ul>
      </Part>
    )
  )
}

function Rule({ insight: { method } }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  return (
    <Part title={say('rule')}>
      <p>
        <span lang="en">{method.name}</span>, {say('version', { version: method.version })}.{' '}
        <a href="/docs/how-insights-are-made">{say('read_more')}</a>
      </p>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack-tight">
    <h3>{title}</h3>
    {children}
  </section>
)

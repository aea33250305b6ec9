/**
 * The home of whoever leads no team: how many surveys are open for them, and the newest results that are shared with them. What is open
 * is the same before and after they answer, so the page tells nobody who looks at it whether they did.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconMail, IconMailOpened } from '@tabler/icons-react'
import { resultsOf } from '../insights/insight-queries.ts'
import { useMessages } from '../messages.ts'
import { searchOf } from '../ui/address.ts'
import { formatPercent } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { dateOf, momentOf } from '../ui/time.tsx'
import classes from './home.module.css'
import { memberHomeTexts } from './member-home-texts.ts'
import { openForYou, type SharedEntry, sharedResults } from './member-queries.ts'

export const MemberHome = ({ hasPages }: { hasPages: boolean }) => (
  <>
    <OpenForYou />
    {hasPages && <Shared />}
  </>
)

function OpenForYou() {
  const say = useMessages(memberHomeTexts)
  return (
    <section className="card pad" aria-labelledby="own-open">
      <QueryState query={useQuery(openForYou)}>
        {({ open, closes_at: closesAt }) => {
          const Icon = open > 0 ? IconMail : IconMailOpened
          return (
            <div className={classes.own} data-open={open > 0 || undefined}>
              <Icon size={24} stroke={1.75} aria-hidden />
              <div className="stack-tight">
                <h2 id="own-open" className={classes.headline}>
                  {open > 0 ? say('open_for_you', { count: open }) : say('none_for_you')}
                </h2>
                <p className="quiet">{say(open > 0 ? 'open_for_you_hint' : 'none_for_you_hint')}</p>
                {closesAt && (
                  <p className="quiet small">
                    {say('first_closes', { count: open, at: momentOf(closesAt) })}
                  </p>
                )}
              </div>
            </div>
          )
        }}
      </QueryState>
    </section>
  )
}

const sharedMax = 3

/** A survey once, by the largest group that is shown. */
const newestOf = (entries: readonly SharedEntry[]): readonly SharedEntry[] =>
  [...Map.groupBy(entries, ({ scope }) => scope.check_in_instance_id ?? scope.pulse_id).values()]
    .map((some) => some.find(({ scope }) => scope.team_id === null) ?? some[0])
    .slice(0, sharedMax)

function Shared() {
  const say = useMessages(memberHomeTexts)
  return (
    <section className="card pad stack" aria-labelledby="shared">
      <h2 id="shared">{say('shared')}</h2>
      <QueryState query={useQuery(sharedResults)}>
        {({ participation }) => {
          const newest = newestOf(participation)
          if (newest.length === 0) return <p className="quiet">{say('nothing_shared')}</p>
          return (
            <>
              <ul className={classes.events}>
                {newest.map((one) => (
                  <Result key={one.closed_at + one.title} entry={one} />
                ))}
              </ul>
              <Link to="/app/surveys" search={{ tab: 'closed' }}>
                {say('all_shared')}
              </Link>
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function Result({ entry }: { entry: SharedEntry }) {
  const say = useMessages(memberHomeTexts)
  const { scope, title, closed_at: closedAt, participation } = entry
  const { to, search } = resultsOf(scope)
  const rate = participation?.response_rate ?? null
  return (
    <li>
      <Link to={to} search={searchOf(search)}>
        {title}
      </Link>
      <span className="quiet small">
        {rate === null
          ? say('shared_closed', { date: dateOf(closedAt) })
          : say('shared_answered', { date: dateOf(closedAt), share: formatPercent(rate) })}
      </span>
    </li>
  )
}

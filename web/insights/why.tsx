/** What people wrote about the driver that a finding is about: how many named it, and words that may be quoted. It is what the report released as its theme. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { everyoneInAddress } from '../results/results-queries.ts'
import { searchOf } from '../ui/address.ts'
import { findingTexts } from './finding-texts.ts'
import { isDriver, statementIn } from './finding-words.ts'
import { resultsOf, themesBehind } from './insight-queries.ts'
import type { Insight } from './ranked.ts'
import classes from './why.module.css'

type ThemeValue = { source: string; quotes?: readonly string[] }
type Finding = Pick<Insight, 'kind' | 'subject' | 'scope' | 'value'>

/** Comments say why a figure is as it is; what is a count of comments itself needs no second one. */
const mayHaveWhy = ({ kind, subject, value }: Finding): boolean =>
  isDriver(subject) &&
  (kind === 'level'
    ? (value as { basis: string }).basis === 'scale'
    : ['change', 'score', 'driver'].includes(kind))

const quotesMax = 2

/** The theme of the same survey, group and driver; null where there is none that is shown. @param finding  null: not known yet */
export function useWhy(finding: Finding | null) {
  const isAsked = finding !== null && mayHaveWhy(finding)
  const themes = useQuery({ ...themesBehind(finding?.scope), enabled: isAsked })
  const theme = themes.data?.insights.find(
    ({ subject, value }) => subject === finding?.subject && (value as ThemeValue).source === 'driver',
  )
  return { isPending: isAsked && themes.isPending, theme: theme ?? null }
}

type Props = {
  theme: Insight
  /** Whose name stands beside it. */
  team: string | null
  most?: number
}

export function Why({ theme, team, most = quotesMax }: Props) {
  const say = useMessages(findingTexts)
  const { quotes = [] } = theme.value as ThemeValue
  const { to, search } = resultsOf(theme.scope)
  // A lead would else see those of their own team.
  const group = theme.scope.team_id ?? everyoneInAddress
  return (
    <div className={classes.why}>
      <p className="figures">{statementIn(theme, team)}</p>
      {quotes.slice(0, most).map((quote) => (
        <blockquote key={quote} className={classes.quote}>
          {quote}
        </blockquote>
      ))}
      <Link to={to} search={searchOf({ ...search, team: group })} hash="comments">
        {say('read_comments')}
      </Link>
    </div>
  )
}

/** What people wrote about the driver that a finding is about: how many named it, and words that may be quoted. It is what the report released as its theme. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { asUser } from '../as-user.ts'
import { language, useMessages } from '../messages.ts'
import { read } from '../queries.ts'
import { everyoneInAddress, resultsOf } from '../results/results-address.ts'
import { searchOf } from '../ui/address.ts'
import { findingTexts } from './finding-texts.ts'
import { isDriver, statementIn } from './finding-words.ts'
import type { Insight } from './ranked.ts'

type ThemeValue = { quotes?: readonly string[] }
type Finding = Pick<Insight, 'kind' | 'subject' | 'scope' | 'value'>

/** Comments say why a figure is as it is; what is a count of comments itself needs no second one. */
const mayHaveWhy = ({ kind, subject, value }: Finding): boolean =>
  isDriver(subject) &&
  (kind === 'level'
    ? (value as { basis: string }).basis === 'scale'
    : ['change', 'score', 'driver'].includes(kind))

const quotesMax = 2

/** One at most: the theme of the driver in the survey and the group of a finding. */
const themeOf = ({ subject, scope }: Finding) =>
  read(asUser, 'listInsights', {
    query: {
      kind: 'theme',
      language,
      limit: 1,
      ...(isDriver(subject) && { driver: subject }),
      ...(scope.pulse_id && { pulse_id: scope.pulse_id }),
      ...(scope.check_in_instance_id && { check_in_instance_id: scope.check_in_instance_id }),
      ...(scope.team_id ? { team_id: scope.team_id } : { everyone: true }),
    },
  })

/** What the report released of it; null where nothing is shown. @param finding  null: not known yet */
export function useWhy(finding: Finding | null) {
  const isAsked = finding !== null && mayHaveWhy(finding)
  const themes = useQuery({
    ...themeOf(
      finding ?? { kind: 'theme', subject: null, scope: { team_id: null, team_name: null }, value: null },
    ),
    enabled: isAsked,
  })
  const theme = themes.data?.insights.at(0)
  return { isPending: isAsked && themes.isPending, theme: theme ?? null }
}

type Props = {
  theme: Insight
  /** Whose name is beside it. */
  team: string | null
  most?: number
  /** The face of a quote on the page. */
  quoteClass: string | undefined
}

export function Why({ theme, team, most = quotesMax, quoteClass }: Props) {
  const say = useMessages(findingTexts)
  const { quotes = [] } = theme.value as ThemeValue
  const { to, search } = resultsOf(theme.scope)
  // A lead would otherwise see those of their own team.
  const group = theme.scope.team_id ?? everyoneInAddress
  return (
    <div className="stack-tight">
      <p className="figures">{statementIn(theme, team)}</p>
      {quotes.slice(0, most).map((quote) => (
        <blockquote key={quote} className={quoteClass}>
          {quote}
        </blockquote>
      ))}
      <Link to={to} search={searchOf({ ...search, team: group })} hash="comments">
        {say('read_comments')}
      </Link>
    </div>
  )
}

/** A finding as a card: its sentence, what it rests on, and links to its results and to how it was found. */
import { Link } from '@tanstack/react-router'
import { type Say, useMessages } from '../messages.ts'
import { searchOf, searchWith } from '../ui/address.ts'
import { Chip } from '../ui/status-badge.tsx'
import { type Insight, resultsOf } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import classes from './insights.module.css'

/** What cannot be called high or low stays on the page, and asks for no attention. */
const isQuiet = ({ kind, value }: Insight): boolean =>
  kind === 'level' && ['unclear', 'fine'].includes((value as { state: string }).state)

/** What it is, in a word. */
export function kindText(say: Say<typeof insightTexts>, insight: Insight): string {
  if (isQuiet(insight)) return say('quiet')
  const { kind, value } = insight
  return say(
    kind === 'level' && (value as { state: string }).state === 'strength' ? 'kind_strength' : `kind_${kind}`,
  )
}

export function InsightCard({ insight }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  const { id, kind, statement, n, coverage, scope } = insight
  const isPartlyRead = coverage !== null && coverage.read < coverage.answers
  const { to, search } = resultsOf(scope)
  const about = <span className="visually-hidden">: {statement}</span>
  return (
    <li className={`card ${classes.card}`} data-quiet={isQuiet(insight) || undefined}>
      <span className={classes.kind}>
        <Chip>{kindText(say, insight)}</Chip>
      </span>
      <h3 className={classes.statement}>{statement}</h3>
      <p className="quiet small figures">
        {n !== null && <span>{say(kind === 'participation' ? 'asked' : 'answers', { n })}</span>}
        {isPartlyRead && (
          <span>{say('partly_read', { read: coverage.read, answers: coverage.answers })}</span>
        )}
      </p>
      <p className={classes.more}>
        <Link to={to} search={searchOf(search)}>
          {say('see_results')}
          {about}
        </Link>
        <Link to="." search={searchWith({ insight: id })} resetScroll={false}>
          {say('how_found')}
          {about}
        </Link>
      </p>
    </li>
  )
}

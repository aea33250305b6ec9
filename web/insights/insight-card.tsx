/** A finding as a card: its figure, its sentence, which survey it is of, and links to its results and to how it was found. */
import { IconBulb } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { searchOf, searchWith } from '../ui/address.ts'
import { formatNumber } from '../ui/number-format.ts'
import { Chip } from '../ui/status-badge.tsx'
import { shortDateOf } from '../ui/time.tsx'
import { FigureBeside } from './figure-beside.tsx'
import { figureOf, isQuiet, kindText } from './insight-figure.ts'
import { type Insight, resultsOf } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import type { Action } from './ranked.ts'
import classes from './insights.module.css'

type Props = {
  insight: Insight
  /** Of the group that it is about; everyone has none. */
  team: string | undefined
  /** What is suggested about it. */
  action: Action | undefined
}

export function InsightCard({ insight, team, action }: Props) {
  const say = useMessages(insightTexts)
  const { id, kind, headline, statement, n, coverage, scope, survey } = insight
  const isPartlyRead = coverage !== null && coverage.read < coverage.answers
  const { to, search } = resultsOf(scope)
  const figure = headline === null ? null : figureOf(say, insight)
  // How many it is about stands in the figure or in the sentence.
  const isSaid = kind === 'participation' || kind === 'theme' || figure?.value === formatNumber(n ?? 0)
  const about = <span className="visually-hidden">: {statement}</span>
  return (
    <li className={`card ${classes.card}`} data-quiet={isQuiet(insight) || undefined}>
      <p className={classes.kind}>
        <Chip>{kindText(say, insight)}</Chip>
        <span className="small">{scope.team_id === null ? say('everyone') : team}</span>
      </p>
      <div className={classes.finding}>
        {figure && <FigureBeside figure={figure} />}
        <div className={classes.words}>
          <h3 className={classes.statement}>{(figure && headline) ?? statement}</h3>
          <p className="quiet small figures">
            <span>{say('survey', { title: survey.title, date: shortDateOf(survey.opened_at) })}</span>
            {n !== null && figure && !isSaid && <span>{say('answers', { n })}</span>}
            {isPartlyRead && (
              <span>{say('partly_read', { read: coverage.read, answers: coverage.answers })}</span>
            )}
          </p>
        </div>
      </div>
      {action && (
        <p className={classes.action}>
          <IconBulb size={16} aria-hidden />
          <span>
            {say(action.state === 'suggested' ? 'suggests' : 'acted_on')}{' '}
            <Link to="/app/actions" search={{ action: action.id }}>
              {action.title}
            </Link>
          </span>
        </p>
      )}
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

/** A finding as a card: its figure, its sentence, which survey it is of, what is suggested about it, and links to its results and to how it was found. */
import { Link } from '@tanstack/react-router'
import { locale, useMessages } from '../messages.ts'
import { resultsOf } from '../results/results-address.ts'
import { searchOf, searchWith } from '../ui/address.ts'
import { Chip } from '../ui/status-badge.tsx'
import { CardAction } from './card-action.tsx'
import { CardChart } from './card-chart.tsx'
import { CopyButton } from './copy-button.tsx'
import { FigureBeside } from './figure-beside.tsx'
import { findingTexts } from './finding-texts.ts'
import { alikeText, countOf, figureOf, isQuiet, kindText, severityOf, titleOf } from './insight-figure.ts'
import type { Insight } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import { intervalText, surveyDate } from './insight-words.ts'
import { PinButton } from './pin-button.tsx'
import { NoSuggestion } from './own-action.tsx'
import type { Action, Answer } from './ranked.ts'
import classes from './insights.module.css'

const list = new Intl.ListFormat(locale, { type: 'conjunction' })

type Props = {
  insight: Insight
  /** What is suggested about it, and what is worked on. */
  answers?: readonly Answer[] | undefined
  /** What somebody has made of it. */
  made?: readonly Action[]
  /** The same of other teams. */
  alike?: readonly Insight[]
  /** The first of what needs attention. */
  isMain?: boolean
  isGood?: boolean
  isPinned: boolean
  /** In the list of what is pinned, which it leaves. */
  onUnpinned?: (() => void) | undefined
  /** Whatever kind it is, as a difference. */
  needsAttention?: boolean
}

export function InsightCard({
  insight,
  answers = [],
  made = [],
  alike = [],
  isMain,
  isGood,
  needsAttention,
  isPinned,
  onUnpinned,
}: Props) {
  const say = useMessages(insightTexts)
  const sayFinding = useMessages(findingTexts)
  const { id, headline, statement, coverage, scope } = insight
  const group = scope.team_name ?? say('everyone')
  const isPartlyRead = coverage !== null && coverage.read < coverage.answers
  const { to, search } = resultsOf(scope)
  const anchor = scope.question_id === undefined ? undefined : `question-${scope.question_id}`
  const figure = headline === null ? null : figureOf(sayFinding, insight)
  const date = surveyDate(insight)
  const about = <span className="visually-hidden">: {statement}</span>
  const facts = [
    countOf(sayFinding, insight),
    figure?.against,
    // Where the statement stands whole, it says the interval itself.
    figure !== null && intervalText(sayFinding, insight),
    isPartlyRead && say('partly_read', { read: coverage.read, answers: coverage.answers }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <li
      className={`card ${classes.card}`}
      data-quiet={isQuiet(insight) || undefined}
      data-main={isMain || undefined}
      data-severity={isGood ? 'strength' : (severityOf(insight) ?? (needsAttention ? 'problem' : undefined))}
    >
      <p className={classes.kind}>
        <Chip>{kindText(sayFinding, insight)}</Chip>
        <span className="small">
          <strong>{group}</strong>
          {' ·\u00a0'}
          {insight.survey.title}
        </span>
        {date !== null && <span className={`quiet small ${classes.date}`}>{date}</span>}
        <CopyButton insight={insight} team={group} />
        <PinButton {...{ id, statement, isPinned, onUnpinned }} />
      </p>
      <div className={classes.finding}>
        {figure && !figure.isBeginning && <FigureBeside figure={figure} />}
        <div className={classes.words}>
          <h3 className={classes.statement}>{titleOf(insight, figure)}</h3>
          {facts.length > 0 && <p className="quiet small figures">{facts.join(' ·\u00a0')}</p>}
          {alike.map((one) => (
            <p key={one.id} className="small figures">
              <Link to="." search={searchWith({ insight: one.id })} resetScroll={false}>
                {alikeText(sayFinding, one)}
              </Link>
            </p>
          ))}
        </div>
        <CardChart insight={insight} />
      </div>
      {answers.map(({ actions, isHere }) =>
        isHere ? (
          <CardAction key={actions[0].id} actions={actions} teamId={scope.team_id} isFirst={isMain} />
        ) : (
          <p key={actions[0].id} className="quiet small">
            {say('answered_above', {
              title: actions[0].title,
              teams: list.format(actions.map((one) => one.scope.team_name ?? say('everyone'))),
            })}
          </p>
        ),
      )}
      {needsAttention && answers.length === 0 && <NoSuggestion insight={insight} made={made} />}
      <div className={classes.more}>
        <Link to={to} search={searchOf(search)} hash={anchor} className={classes.whole}>
          {sayFinding('see_results')}
          {about}
        </Link>
        <Link to="." search={searchWith({ insight: id })} resetScroll={false}>
          {sayFinding('details')}
          {about}
        </Link>
      </div>
    </li>
  )
}

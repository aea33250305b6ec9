/** What slides of results hold beside a question: a theme, the teams of a question, what else was found, and what is done about it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReplyOf } from '../../client/client.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { findingTexts } from '../insights/finding-texts.ts'
import { statementIn } from '../insights/finding-words.ts'
import { useMessages } from '../messages.ts'
import type { Theme } from '../themes/theme.ts'
import { isOnePart, ThemeFace, ThemeLegend } from '../themes/theme-face.tsx'
import { DivergingBar, reachOf } from '../ui/diverging-bar.tsx'
import { rowsByTeam, teamsBelow } from './by-team.tsx'
import { withoutGaps } from './quotes.ts'
import { dayOf, figureText, nameOf } from './result-words.ts'
import type { Asked, Figure, Finding, Pledge, TeamResults } from './results-queries.ts'
import { restTexts } from './rest-texts.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './slides.module.css'

const quotesMax = 2

/** A theme that is the finding: of whom its share is, and what they wrote. */
export function ThemeOnSlide({ theme }: { theme: Theme }) {
  const say = useMessages(resultsTexts)
  const quotes = withoutGaps(theme.quotes).slice(0, quotesMax)
  return (
    <div className={classes.slide}>
      <div className={classes.theme}>
        <ThemeFace theme={theme} isWhole />
        {!isOnePart(theme) && <ThemeLegend themes={[theme]} />}
      </div>
      {quotes.length > 0 && (
        <div className={classes.theme}>
          <p className="quiet">{say('comments')}</p>
          <QuotesOnSlide quotes={quotes} />
        </div>
      )}
    </div>
  )
}

/** Large, in the words of those who wrote them. */
export function QuotesOnSlide({ quotes }: { quotes: readonly string[] }) {
  const say = useMessages(resultsTexts)
  return quotes.map((quote) => (
    <blockquote key={quote} className={classes.quote}>
      {say('quoted', { text: quote })}
    </blockquote>
  ))
}

const othersMax = 2

export function AlsoFound({ findings, team }: { findings: readonly Finding[]; team: string | null }) {
  const say = useMessages(findingTexts)
  if (findings.length === 0) return null
  return (
    <div className={classes.more}>
      <h3 className="quiet">{say('also_found')}</h3>
      <ul className={classes.list}>
        {findings.slice(0, othersMax).map((finding) => (
          <li key={finding.id}>{statementIn(finding, team)}</li>
        ))}
      </ul>
    </div>
  )
}

const teamsMax = 8

/** Promises by which whoever was asked may see every team. */
const seenByAll: ReadonlySet<Pledge['results_audience']> = new Set(['everyone', 'asked'])

type TeamsProps = {
  figure: Figure
  asked: readonly Asked[]
  teams: readonly TeamResults[]
  /** null: everyone */
  above: string | null
  audience: Pledge['results_audience'] | undefined
}

/** The teams right below the group, once the presenter wants them: a room may hold people to whom the promise does not show them. */
export function TeamsOnSlide({ figure, asked, teams, above, audience }: TeamsProps) {
  const say = useMessages(resultsTexts)
  const sayRest = useMessages(restTexts)
  const [isAsked, setAsked] = useState(false)
  const placed = teamsBelow(teams, above).filter(({ depth }) => depth === 0)
  const rows = rowsByTeam(say, { figure, asked, placed })
    .flatMap(({ team, own, spread, measured }) =>
      spread && measured ? [{ team, own, spread, measured }] : [],
    )
    .slice(0, teamsMax)
  if (rows.length < 2) return null
  if (!isAsked && (audience === undefined || !seenByAll.has(audience)))
    return (
      <div className={classes.ask}>
        <Button variant="default" onClick={() => setAsked(true)}>
          {say('show_teams')}
        </Button>
        <span className="quiet small">{say('show_teams_hint')}</span>
      </div>
    )
  const reach = reachOf(rows.map(({ spread }) => spread))
  return (
    <ul className={classes.teams} aria-label={say('by_team')}>
      {rows.map(({ team, own, spread, measured }) => (
        <li key={team.team_id}>
          <span>
            <span>
              {own?.without_small_teams ? sayRest('partial_name', { team: nameOf(team) }) : nameOf(team)}
            </span>
            <strong className="figures">
              <bdi>{figureText(measured, measured.value)}</bdi>
            </strong>
          </span>
          <DivergingBar
            label={`${nameOf(team)}: ${figure.text ?? ''}`}
            {...spread}
            reach={reach}
            size="slide-row"
            isNamed={measured.isEnps}
          />
        </li>
      ))}
    </ul>
  )
}

export type ActionTaken = ReplyOf<'listActions'>['actions'][number]

const actionsMax = 4

/** “In progress · Ingrid Solheim · due Mon, Dec 14, 2026” below each. */
export function ActionsOnSlide({ actions }: { actions: readonly ActionTaken[] }) {
  const say = useMessages(resultsTexts)
  const sayAction = useMessages(actionTexts)
  return (
    <ul className={classes.actions}>
      {actions.slice(0, actionsMax).map(({ id, title, state, owner_name: owner, due_on: due }) => (
        <li key={id}>
          <strong>{title}</strong>
          <p className="quiet">
            {[
              sayAction(`state_${state}`),
              owner,
              state !== 'done' && due !== null && say('due_on', { date: dayOf(due) }),
            ]
              .filter(Boolean)
              .join(' ·\u00a0')}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** A question by team: how its answers are spread in each, and what it scores there. A team that is too small is named, and why nothing is shown of it. */
import { useMessages } from '../messages.ts'
import { DivergingBar, reachOf } from '../ui/diverging-bar.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { formatNumber } from '../ui/number-format.ts'
import classes from './overview.module.css'
import { measuredOf, spreadOf } from './question-view.ts'
import { askedOf, figureText, hiddenText, nameOf, type ResultsSay, wordsFor } from './result-words.ts'
import type { Asked, Figure, TeamResults } from './results-queries.ts'
import { restTexts } from './rest-texts.ts'
import { resultsTexts } from './results-texts.ts'

/** More would hide the questions after it: those inside others are a choice above. */
const teamsMax = 40

type Placed = { team: TeamResults; depth: number }

/** The teams below a group, each followed by those inside it. @param above  null: everyone */
export function teamsBelow(teams: readonly TeamResults[], above: string | null): Placed[] {
  const known = new Set(teams.map(({ team_id: id }) => id))
  const isUnder = ({ parent_team_id: parent }: TeamResults, id: string | null): boolean =>
    // What is above may not be among those that the reader sees.
    id === null ? parent === null || !known.has(parent) : parent === id
  const inside = (id: string | null, depth: number): Placed[] =>
    teams.flatMap((team) => (isUnder(team, id) ? [{ team, depth }, ...inside(team.team_id, depth + 1)] : []))
  const all = inside(above, 0)
  return all.length <= teamsMax ? all : all.filter(({ depth }) => depth === 0)
}

type Props = {
  figure: Figure
  asked: readonly Asked[]
  teams: readonly TeamResults[]
  placed: readonly Placed[]
}

/** What each team answered; nothing of one that is too small. */
export function rowsByTeam(
  say: ResultsSay,
  { figure, asked, placed }: Pick<Props, 'figure' | 'asked' | 'placed'>,
) {
  const asking = askedOf(asked, figure)
  const words = wordsFor(say)
  return placed.map(({ team, depth }) => {
    const own = team.questions?.find(({ id }) => id === figure.id)
    const isHidden = own === undefined || own.suppressed
    return {
      team,
      depth,
      own,
      spread: isHidden ? null : spreadOf(own, asking, words),
      measured: isHidden ? null : measuredOf(own, asking, []),
    }
  })
}

export function ByTeam({ figure, asked, teams, placed }: Props) {
  const say = useMessages(resultsTexts)
  const sayRest = useMessages(restTexts)
  const rows = rowsByTeam(say, { figure, asked, placed })
  const reach = reachOf(rows.flatMap(({ spread }) => spread ?? []))
  return (
    <ul className={classes.teams} aria-label={say('teams')}>
      {rows.map(({ team, depth, own, spread, measured }) => {
        const countedIn = own ? own.counted_in : team.counted_in
        return (
          <li key={team.team_id}>
            <span className={classes.team} style={{ paddingInlineStart: `${depth * teamIndentPx}px` }}>
              {own?.without_small_teams && spread
                ? sayRest('partial_name', { team: nameOf(team) })
                : nameOf(team)}
              {spread && own?.n !== undefined && (
                <span className="quiet small figures"> {formatNumber(own.n)}</span>
              )}
            </span>
            {spread && measured ? (
              <>
                <DivergingBar
                  label={`${nameOf(team)}: ${figure.text ?? ''}`}
                  {...spread}
                  reach={reach}
                  size="small"
                  isNamed={measured.isEnps}
                />
                <strong className="figures">
                  <bdi>{figureText(measured, measured.value)}</bdi>
                </strong>
              </>
            ) : (
              <Hidden reason={hiddenText(say, teams, countedIn)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const teamIndentPx = 16

/** Answers by team, where the promise names the reader of named answers. In other surveys no team is counted while it is open. */
import { useMessages } from '../messages.ts'
import { ResponseBar } from '../ui/response-bar.tsx'
import type { Progress } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

type Team = NonNullable<Progress['teams']>[number]
type Props = { teams: readonly Team[] }

export function Teams({ teams }: Props) {
  const say = useMessages(liveTexts)
  const rows = inTree(teams)
  return (
    <section className="card pad stack" aria-labelledby="teams">
      <h2 id="teams">{say('by_team')}</h2>
      <ul className={classes.teams}>
        {rows.map(({ team, depth }) => (
          <li key={team.team_id} style={{ paddingInlineStart: depth * indentPx }}>
            <span>{team.name}</span>
            <ResponseBar
              label={say('answered_of', { answered: team.responded, asked: team.recipients })}
              answered={team.responded}
              asked={team.recipients}
            />
          </li>
        ))}
      </ul>
      {rows.some(({ depth }) => depth > 0) && <p className="quiet small">{say('small_teams')}</p>}
    </section>
  )
}

const indentPx = 14

/** Each team under the one above it. */
function inTree(
  teams: readonly Team[],
  above: string | null = null,
  depth = 0,
): { team: Team; depth: number }[] {
  return teams
    .filter(({ parent_team_id: parent }) => parent === above)
    .flatMap((team) => [{ team, depth }, ...inTree(teams, team.team_id, depth + 1)])
}

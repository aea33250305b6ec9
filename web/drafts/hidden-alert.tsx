/** Before it opens: which teams are never shown on their own, why those of enough people are not, and what would show them. */
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import type { Kind, Simulation } from './draft-queries.ts'
import type { Fields } from './fields.ts'
import { restBeside, restText } from './hidden-teams.ts'
import { openTexts } from './open-texts.ts'
import { likely, useSimulation } from './simulator.tsx'

type Team = Simulation['teams'][number]
type Props = { kind: Kind; id: string; fields: Fields; simulation: Simulation; hidden: readonly Team[] }

export function HiddenTeams({ hidden, ...props }: Props) {
  const say = useMessages(openTexts)
  const { simulation, fields } = props
  const rests = hidden.flatMap((team) => {
    const rest = restBeside(simulation, fields.channels, team)
    return rest ? [{ team, rest }] : []
  })
  /** One small team, beside which larger ones cannot be shown. */
  const small = simulation.teams.find(({ name }) => name === rests[0]?.rest.team)
  return (
    <Alert tone="warn">
      <p>
        <strong>{say('hidden_teams', { teams: hidden.map(({ name }) => name).join(', ') })}</strong>{' '}
        {rests
          .map(({ team, rest }) => say('hidden_beside', { team: team.name, rest: restText(rest, say) }))
          .join(' ')}
      </p>
      {small && <Remedy {...props} small={small} teams={rests.map(({ team }) => team)} />}
    </Alert>
  )
}

type RemedyProps = Omit<Props, 'hidden' | 'simulation'> & { small: Team; teams: readonly Team[] }

/** Said only if the simulation without that team shows one of the others. */
function Remedy({ kind, id, fields, small, teams }: RemedyProps) {
  const say = useMessages(openTexts)
  const { team_ids: asked, excluded_team_ids: out } = fields.recipients
  const recipients = asked.includes(small.team_id)
    ? { ...fields.recipients, team_ids: asked.filter((one) => one !== small.team_id) }
    : { ...fields.recipients, excluded_team_ids: [...out, small.team_id] }
  const { data, isPlaceholderData } = useSimulation({ kind, id, fields: { ...fields, recipients } })
  const shown = teams.find(({ team_id }) =>
    data?.teams.some((one) => one.team_id === team_id && one.scores >= likely),
  )
  if (!shown || isPlaceholderData) return null
  return <p>{say('leave_out', { small: small.name, team: shown.name })}</p>
}

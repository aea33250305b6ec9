/** Above the members of the team that is chosen: its name, the team that it is part of, and who manages or leads it. */
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import type { TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'

type Props = { tree: TeamTree; chosen: string | undefined }

export function TeamHead({ tree, chosen }: Props) {
  const say = useMessages(directoryTexts)
  const team = tree.teams.find(({ id }) => id === chosen)
  if (!team) return null
  const parent = tree.teams.find(({ id }) => id === team.parent_team_id)
  return (
    <div className={classes.teamHead}>
      <h2>{team.name}</h2>
      <p className="quiet">
        {parent && (
          <span>
            {say.parts('part_of', {
              team: (
                <Link key="team" to="." search={searchWith({ team: parent.id })}>
                  {parent.name}
                </Link>
              ),
            })}
          </span>
        )}
        <span>{say('people', { count: team.people_count })}</span>
        {team.leads.length > 0 && (
          <span>
            {say('led_by')}{' '}
            {team.leads.map(({ member_id: id, name }, at) => (
              <span key={id}>
                <Link to="." search={searchWith({ member: id })} resetScroll={false}>
                  {name}
                </Link>
                {at < team.leads.length - 1 && ', '}
              </span>
            ))}
          </span>
        )}
      </p>
    </div>
  )
}

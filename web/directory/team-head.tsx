/** Above the members of the team that is chosen: its name, the team that it is part of, who manages or leads it, and what an admin does with it. */
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import type { TeamTree } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { TeamDialog } from './parts.ts'
import { TeamActs } from './team-acts.tsx'

type Props = { tree: TeamTree; chosen: string | undefined; mayChange: boolean }

export function TeamHead({ tree, chosen, mayChange }: Props) {
  const say = useMessages(directoryTexts)
  const [editing, setEditing] = useState<'team' | 'leads' | null>(null)
  const team = tree.teams.find(({ id }) => id === chosen)
  if (!team) return null
  const parent = tree.teams.find(({ id }) => id === team.parent_team_id)
  return (
    <div className={classes.teamHead}>
      <div className={classes.headLine}>
        <h2>{team.name}</h2>
        {mayChange && <TeamActs tree={tree} team={team} onEdit={() => setEditing('team')} />}
      </div>
      <p className="quiet facts-line">
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
        {mayChange && team.leads.length === 0 && <span>{say('no_lead')}</span>}
        {mayChange && team.leads.length === 0 && (
          <span>
            <button type="button" className={classes.addLead} onClick={() => setEditing('leads')}>
              {say('add_lead')}
            </button>
          </span>
        )}
      </p>
      <Suspense>
        {editing && (
          <TeamDialog
            tree={tree}
            parent={undefined}
            id={team.id}
            isForLeads={editing === 'leads'}
            onClose={() => setEditing(null)}
            onDone={() => setEditing(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

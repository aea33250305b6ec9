/** The teams of a member: joined at once, left after a question, because leaving ends what somebody is asked. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { findLeftDraft } from '../ui/sign-in-again.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import type { Member, Team } from './directory-queries.ts'
import classes from './directory.module.css'
import { directoryTexts } from './directory-texts.ts'
import { useJoin, useLead, useLeave } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { TeamChoice } from './team-choice.tsx'

type Props = { member: Member; teams: readonly Team[]; mayChange: boolean }

export function MemberTeams({ member, teams, mayChange }: Props) {
  const say = useMessages(memberTexts)
  const sayUi = useMessages(uiTexts)
  const sayOf = useMessages(directoryTexts)
  /** Anyone who had to sign in again for it finds it open again. */
  const [leavingId, setLeaving] = useState(() => findLeftDraft<string>('leave'))
  const join = useJoin({ onDone: () => showDone(say('joined_team')), onFailed: showFailure })
  const leave = useLeave(() => {
    setLeaving(null)
    showDone(say('left_team'))
  })
  const lead = useLead({
    onDone: ({ leads }) => showDone(say(leads ? 'now_leads' : 'no_longer_leads')),
    onFailed: showFailure,
  })
  const leads = (team: Team): boolean => team.leads.some(({ member_id: id }) => id === member.id)
  const close = (): void => {
    leave.reset()
    setLeaving(null)
  }
  const byId = new Map(teams.map((team) => [team.id, team]))
  const own = member.team_ids
    .flatMap((id) => byId.get(id) ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name))
  /** The reader sees the member by another team. */
  const hidden = member.team_ids.length - own.length
  const managed = new Set(member.managed_team_ids)
  const leaving = own.find(({ id }) => id === leavingId)
  return (
    <section className="stack-tight" aria-label={say('teams_of', { name: member.name })}>
      <h3>{sayOf('teams')}</h3>
      {member.team_ids.length === 0 && <p className="quiet">{sayOf('no_team')}</p>}
      {own.length > 0 && (
        <ul className={classes.entries}>
          {own.map((team) => (
            <li key={team.id}>
              <span>{team.name}</span>
              <span className={classes.ofTeam}>
                {leads(team) && <Chip>{sayOf('lead')}</Chip>}
                {managed.has(team.id) && <span className="quiet small">{say('managed_team')}</span>}
                {mayChange && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={say(leads(team) ? 'end_lead_named' : 'make_lead_named', { team: team.name })}
                    loading={lead.isPending && lead.variables.teamId === team.id}
                    onClick={() => lead.mutate({ teamId: team.id, memberId: member.id, leads: !leads(team) })}
                  >
                    {say(leads(team) ? 'end_lead' : 'make_lead')}
                  </Button>
                )}
                {mayChange && !managed.has(team.id) && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={say('leave_named', { team: team.name })}
                    onClick={() => setLeaving(team.id)}
                  >
                    {sayUi('opens_dialog', { what: say('leave') })}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && teams.length > 0 && <p className="quiet">{say('teams_not_seen', { count: hidden })}</p>}
      {mayChange && (
        <TeamChoice
          label={say('add_to_team')}
          teams={teams.filter(({ id }) => !member.team_ids.includes(id))}
          among={teams}
          onChoose={(teamId) => join.mutate({ teamId, memberId: member.id })}
          isBusy={join.isPending}
        />
      )}
      {leaving && (
        <Confirm
          title={say('leave_title', { name: member.name, team: leaving.name })}
          effect={say('leave_effect', { team: leaving.name })}
          action={say('leave_team')}
          name="leave"
          draft={leaving.id}
          isBusy={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate({ teamId: leaving.id, memberId: member.id })}
          onClose={close}
        />
      )}
    </section>
  )
}

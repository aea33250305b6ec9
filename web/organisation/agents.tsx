/**
 * AI agents: which ones people may connect, and where they confirm what agents want to do to others. One form, saved as one. Letting more in, and
 * allowing confirmations outside of Sonde, needs a recent sign-in, so that is confirmed.
 */
import { Button, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { agentRules } from '../../contract/agent-rules.ts'
import { confirmationPlaces } from '../../contract/confirmation-states.ts'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { findLeftDraft } from '../ui/sign-in-again.tsx'
import { AgentRuleFields, hostsIn, isHost, type RuleDraft } from './agent-rule.tsx'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

type Draft = RuleDraft & { readonly place: Organisation['agent_confirmation'] }

const dialog = 'agents'

const draftOf = ({ agents, agent_hosts: hosts, agent_confirmation: place }: Organisation): Draft => ({
  rule: agents,
  hosts: hosts.join(', '),
  place,
})

/** What a draft would change of the organisation. */
function changesOf({ rule, hosts, place }: Draft, organisation: Organisation) {
  const { agents, agent_hosts: listed, agent_confirmation: before } = organisation
  // What was typed and is no longer shown does not count.
  const names = rule === 'listed' ? hostsIn(hosts) : listed
  const isMore =
    agentRules.indexOf(rule) > agentRules.indexOf(agents) || names.some((name) => !listed.includes(name))
  return {
    names,
    isMore,
    isLess: place !== before && place !== 'page',
    isChanged: rule !== agents || isMore || names.length !== listed.length || place !== before,
  }
}

export function Agents({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  // What was chosen before the person left to sign in again.
  const [left] = useState(() => findLeftDraft<Draft>(dialog))
  const [isOpen, setOpen] = useState(left !== null)
  const [draft, setDraft] = useState<Draft>(left ?? draftOf(organisation))
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const save = useOrganisationUpdate(organisation, say('saved'))
  const { names, isMore, isLess, isChanged } = changesOf(draft, organisation)
  const isValid = names.every(isHost)
  const send = (): void =>
    save.mutate({ agents: draft.rule, agent_hosts: names, agent_confirmation: draft.place })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isChanged || !isValid) return
    if (isMore || isLess) setOpen(true)
    else send()
  }
  return (
    <form onSubmit={submit} className="card pad stack" aria-labelledby="agents">
      <div className="stack-tight">
        <h2 id="agents">{say('agents')}</h2>
        <p className="quiet">{say('agents_hint')}</p>
      </div>
      <AgentRuleFields draft={draft} isValid={isValid} onChange={change} />
      <Radio.Group
        label={say('agent_confirmation')}
        value={draft.place}
        onChange={(value) =>
          change({ place: confirmationPlaces.find((one) => one === value) ?? draft.place })
        }
      >
        <div className="stack-tight">
          {confirmationPlaces.map((one) => (
            <Radio key={one} value={one} label={say(`agent_confirmation_${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {!isOpen && <Refusal error={save.error} />}
      <div className={classes.ends}>
        <Button type="submit" disabled={!isChanged || !isValid} loading={save.isPending && !isOpen}>
          {say('save')}
        </Button>
      </div>
      {isOpen && isChanged && (
        <Confirm
          name={dialog}
          draft={draft}
          title={say(isMore ? 'agent_rule_title' : 'agent_confirmation_title')}
          effect={
            <div className="stack-tight">
              {isMore && <p>{say('agent_rule_more')}</p>}
              {isLess && <p>{say('agent_confirmation_less')}</p>}
            </div>
          }
          action={say('save')}
          onClose={() => {
            save.reset()
            setOpen(false)
          }}
          onConfirm={send}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </form>
  )
}

/** Which agents people may connect by themselves. Letting more in needs a recent sign-in, so that is confirmed. */
import { Button, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { agentHostPattern, agentRules, listedAgentHosts } from '../../contract/agent-rules.ts'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { findLeftDraft } from '../ui/sign-in-again.tsx'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

type Draft = { readonly rule: Organisation['agents']; readonly hosts: string }

const dialog = 'agent-rule'

const hostShape = new RegExp(agentHostPattern)

const hostsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((host) => host.toLowerCase())
      .filter(Boolean),
  ),
]

export function AgentRule({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const current: Draft = { rule: organisation.agents, hosts: organisation.agent_hosts.join(', ') }
  // What was chosen before the person left to sign in again.
  const [left] = useState(() => findLeftDraft<Draft>(dialog))
  const [isOpen, setOpen] = useState(left !== null)
  const [draft, setDraft] = useState<Draft>(left ?? current)
  const { rule, hosts } = draft
  const save = useOrganisationUpdate(organisation, say('saved'))
  // What was typed and is no longer shown does not count.
  const names = rule === 'listed' ? hostsIn(hosts) : organisation.agent_hosts
  const isValid = names.every((name) => hostShape.test(name))
  const isMore =
    agentRules.indexOf(rule) > agentRules.indexOf(organisation.agents) ||
    names.some((name) => !organisation.agent_hosts.includes(name))
  const isChanged = rule !== organisation.agents || isMore || names.length !== organisation.agent_hosts.length
  const send = (): void => save.mutate({ agents: rule, agent_hosts: names })
  return (
    <>
      <Radio.Group
        label={say('agent_rule')}
        value={rule}
        onChange={(value) =>
          setDraft({ hosts, rule: agentRules.find((one) => one === value) ?? organisation.agents })
        }
      >
        <div className="stack-tight">
          {agentRules.map((one) => (
            <Radio key={one} value={one} label={say(`agent_rule_${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {rule === 'listed' && (
        <TextInput
          label={say('agent_hosts')}
          description={say('agent_hosts_hint', { hosts: listedAgentHosts.join(', ') })}
          value={hosts}
          error={isValid ? null : say('agent_hosts_invalid')}
          spellCheck={false}
          onChange={(event) => setDraft({ rule, hosts: event.currentTarget.value })}
        />
      )}
      {!isOpen && <Refusal error={save.error} />}
      <div className={classes.ends}>
        <Button
          disabled={!isChanged || !isValid}
          loading={save.isPending && !isOpen}
          onClick={isMore ? () => setOpen(true) : send}
        >
          {say('agent_rule_save')}
        </Button>
      </div>
      {isOpen && isChanged && (
        <Confirm
          name={dialog}
          draft={draft}
          title={say('agent_rule_title')}
          effect={say('agent_rule_more')}
          action={say('agent_rule_save')}
          onClose={() => {
            save.reset()
            setOpen(false)
          }}
          onConfirm={send}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </>
  )
}

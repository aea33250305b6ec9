/** Which agents people may connect by themselves: the choice, and what may be said of hosts. */
import { Radio, TextInput } from '@mantine/core'
import { type AgentRule, agentHostPattern, agentRules, listedAgentHosts } from '../../contract/agent-rules.ts'
import { useMessages } from '../messages.ts'
import { organisationTexts } from './organisation-texts.ts'

export type RuleDraft = { readonly rule: AgentRule; readonly hosts: string }

const hostShape = new RegExp(agentHostPattern)

export const isHost = (name: string): boolean => hostShape.test(name)

export const hostsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((host) => host.toLowerCase())
      .filter(Boolean),
  ),
]

type Props = { draft: RuleDraft; isValid: boolean; onChange: (part: Partial<RuleDraft>) => void }

export function AgentRuleFields({ draft: { rule, hosts }, isValid, onChange }: Props) {
  const say = useMessages(organisationTexts)
  return (
    <>
      <Radio.Group
        label={say('agent_rule')}
        value={rule}
        onChange={(value) => onChange({ rule: agentRules.find((one) => one === value) ?? rule })}
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
          onChange={({ currentTarget }) => onChange({ hosts: currentTarget.value })}
        />
      )}
    </>
  )
}

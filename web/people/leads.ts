/** Which teams somebody who signs in leads, as the tree of teams names its leads to whoever reads it. */
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../messages.ts'
import { type Person, teamTree } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'

const namedMax = 2

/** @returns what their chips say; none until the tree is there, or where nobody may read it */
export function useLeads(): (person: Person) => readonly string[] {
  const say = useMessages(peopleTexts)
  const teams = useQuery(teamTree).data?.teams ?? []
  const ledBy = new Map<string, string[]>()
  for (const { name, leads } of teams)
    for (const { member_id } of leads) ledBy.set(member_id, [...(ledBy.get(member_id) ?? []), name])
  return ({ member_id }) => {
    const led = (member_id !== null && ledBy.get(member_id)) || []
    const more = led.length - namedMax
    return [
      ...led.slice(0, namedMax).map((team) => say('leads', { team })),
      ...(more > 0 ? [say('leads_more', { count: more })] : []),
    ]
  }
}

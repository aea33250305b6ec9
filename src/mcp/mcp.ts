/**
 * The tools, each with what it does. A tool is called with arguments that fit its schema, by a caller whose token has its scopes; what
 * it gives is what the same caller reads by the API.
 */
import { simulateAudience as simulateAudienceTool } from '../../contract/audience-tool.ts'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { recentEvents as recentEventsTool } from '../../contract/event-tools.ts'
import * as contract from '../../contract/tools.ts'
import { scopes } from '../../contract/scopes.ts'
import type { Arguments, Result, Tool } from '../../contract/tool.ts'
import { tools } from '../../contract/tools.ts'
import * as confirmed from '../../contract/confirmed-tools.ts'
import * as writing from '../../contract/writing-tools.ts'
import type { ApplicationActor } from '../actor.ts'
import { checkOf } from '../http/server.ts'
import { getOrganisation } from '../organisation/organisation.ts'
import type { ToolCall } from './asking.ts'
import { explainPromise, findCollections, readComments, simulateAudience } from './collections.ts'
import { compare, explainHidden, rankDrivers, showTrend } from './figures.ts'
import { explainFinding, nextActions, summariseResults } from './findings.ts'
import { untrusted } from './untrusted.ts'
import { recentEvents } from './events.ts'
import { askPeople, changeWindow, remindPeople } from './reaching.ts'
import { draftPulse, moveAction } from './writing.ts'

export { confirmationsTask } from './confirmations.ts'

/** Whether a token has all scopes of one of the sets that a tool takes, and a person who can confirm where that is needed. */
export const opens = ({ scopes, kind }: Pick<ApplicationActor, 'scopes' | 'kind'>, tool: Tool): boolean =>
  tool.scopes.some((set) => set.every((scope) => scopes.has(scope))) &&
  !(tool.confirmed === true && kind === 'organisation')

/** Whether a program that acts for nobody can never use it: a person confirms each call, or every set of scopes has one that only a person can give. */
export const needsPerson = (tool: Tool): boolean =>
  tool.confirmed === true || tool.scopes.every((set) => set.some((scope) => !scopes[scope].organisation))

async function whoAmI({ api, actor }: ToolCall): Promise<Result<typeof contract.whoAmI>> {
  const { id, name, confidentiality } = await getOrganisation({ tx: api.db.tx, actor })
  const isPerson = actor.kind === 'user'
  return {
    organisation: { id, name: untrusted('organisation', name) },
    acts_for: isPerson ? 'person' : 'organisation',
    user_id: isPerson ? actor.userId : null,
    role: isPerson ? actor.role : null,
    scopes: [...actor.scopes],
    tools: tools.filter((tool) => opens(actor, tool)).map((tool) => tool.name),
    minimum_group_sizes: {
      k_score: confidentiality.k_score,
      k_comment: confidentiality.k_comment,
      k_rate: confidentiality.k_rate,
    },
  }
}

/** A tool with the function that does what it says. */
type Bound = {
  readonly tool: Tool
  /** @throws invalid_request */
  readonly check: (given: unknown) => void
  readonly run: (call: ToolCall, given: never) => Promise<object>
}

const bind = <const T extends Tool>(
  tool: T,
  run: (call: ToolCall, given: Arguments<T>) => Promise<Result<T> | InputRequiredResult>,
): Bound => ({ tool, check: checkOf(tool.input), run: run as Bound['run'] })

/** By name. */
export const boundTools: ReadonlyMap<string, Bound> = new Map(
  [
    bind(contract.whoAmI, whoAmI),
    bind(contract.findCollections, findCollections),
    bind(contract.explainPromise, explainPromise),
    bind(contract.summariseResults, summariseResults),
    bind(contract.compare, compare),
    bind(contract.showTrend, showTrend),
    bind(contract.rankDrivers, rankDrivers),
    bind(contract.explainFinding, explainFinding),
    bind(contract.explainHidden, explainHidden),
    bind(contract.readComments, readComments),
    bind(contract.nextActions, nextActions),
    bind(simulateAudienceTool, simulateAudience),
    bind(writing.draftPulse, draftPulse),
    bind(writing.updateActionTool, moveAction),
    bind(recentEventsTool, recentEvents),
    bind(confirmed.askPeople, askPeople),
    bind(confirmed.remindPeople, remindPeople),
    bind(confirmed.changeWindow, changeWindow),
  ].map((bound) => [bound.tool.name, bound]),
)

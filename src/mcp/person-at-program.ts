/**
 * What a request says of the person at the program: whether they can be asked there, and what they answered.
 *
 * The state that goes out with a question and comes back with the answer is signed by the library, for ten minutes and for one caller. The key
 * is derived from the file that all nodes share, so any of them may get the answer. The confirmation that it names
 * (confirming.ts) makes sure that it is used once.
 * Source: Model Context Protocol 2026-07-28, basic/patterns/mrtr and client/elicitation.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { limits } from '../../contract/limits.ts'
import { messageOf } from '../caught.ts'
import type { Sealing } from '../sealing.ts'
import type { Caller, PersonAtProgram, PersonsAnswer } from './asking.ts'
import { answerKey } from './confirming.ts'

/** What the state holds. The library signs it and does not hide it. */
type State = { readonly confirmation: string }

/** A state that comes back: what it holds, or that it is ours and too old. */
type VerifiedState = { readonly state: State | null }

export type RequestStates = {
  mint(state: State, context: ServerContext): Promise<string>
  /** @throws for what we have not signed, or not for this caller */
  verify(state: string, context: ServerContext): Promise<VerifiedState>
}

const callerOf = (context: ServerContext): string => {
  const caller = context.http?.authInfo?.extra?.caller as Caller | undefined
  // Requests of 2025 carry no state.
  if (!caller) throw new Error('a request state came without its caller')
  const { actor } = caller
  return JSON.stringify([
    context.mcpReq.method,
    actor.organisationId,
    actor.applicationId,
    actor.kind === 'user' ? actor.userId : null,
  ])
}

export function requestStates(sealing: Sealing): RequestStates {
  // The key file is read when the first person is asked.
  const codecs = () =>
    sealing
      .signingKeys('request state')
      .map((key) =>
        createRequestStateCodec<State>({ key, ttlSeconds: limits.confirmationSeconds, bind: callerOf }),
      )
  return {
    mint: (state, context) => codecs()[0].mint(state, context),
    verify: async (text, context) => {
      const faults: unknown[] = []
      for (const codec of codecs()) {
        try {
          return { state: await codec.verify(text, context) }
        } catch (error) {
          if (messageOf(error) === 'expired') return { state: null }
          faults.push(error)
        }
      }
      throw faults[0]
    },
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** An empty capability means forms, as it did before there was another kind. Programs of 2025 name theirs in another request. */
function supportsForms({ mcpReq, http }: ServerContext): boolean {
  const capability = memberOf(memberOf(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY), 'elicitation')
  if (http?.authInfo === undefined || typeof capability !== 'object' || capability === null) return false
  return memberOf(capability, 'form') !== undefined || memberOf(capability, 'url') === undefined
}

function answerOf({ mcpReq }: ServerContext): PersonsAnswer | null {
  const returned = mcpReq.requestState<VerifiedState>()
  if (returned === undefined) return null
  const answer = inputResponse(mcpReq.inputResponses, answerKey)
  const decision =
    answer.kind !== 'elicit' || answer.action === 'cancel'
      ? 'nothing'
      : answer.action === 'accept' && answer.content?.confirm === true
        ? 'yes'
        : 'no'
  return { confirmationId: returned.state?.confirmation ?? null, decision }
}

export const personAt = (context: ServerContext, states: RequestStates): PersonAtProgram => ({
  canBeAsked: supportsForms(context),
  answer: answerOf(context),
  seal: (confirmation) => states.mint({ confirmation }, context),
})

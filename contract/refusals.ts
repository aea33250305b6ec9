/** What a transition says where it is refused, for the errors and the reference. Apart from the states, because pages load those. */
import {
  actionTransitions,
  checkInTransitions,
  instanceTransitions,
  messageTransitions,
  pulseTransitions,
  replyTransitions,
  type Transition,
} from './states.ts'

/** Describes a transition for the reference. */
export const describeTransition = ({ from, to, refusal }: Transition): string =>
  `From ${from.join(' or ')}${destinationOf(to)}. From any other state: 409 \`${refusal}\`, with the current \`state\`.`

function destinationOf(to: string): string {
  if (to === 'same') return ''
  return to === 'before' ? ' back to the state before' : ` to ${to}`
}

/** The 409 error of each transition. Every reply carries the current `state` of the resource. */
export const transitionRefusals = {
  pulse_not_draft: { status: 409, title: 'The pulse is no longer a draft' },
  pulse_not_scheduled: { status: 409, title: 'The pulse is not scheduled' },
  pulse_not_open: { status: 409, title: 'The pulse is not open' },
  pulse_not_closed: { status: 409, title: 'The pulse is not closed' },
  pulse_not_archived: { status: 409, title: 'The pulse is not archived' },
  check_in_not_draft: { status: 409, title: 'The check-in is no longer a draft' },
  check_in_not_active: { status: 409, title: 'The check-in is not active' },
  check_in_not_paused: { status: 409, title: 'The check-in is not paused' },
  check_in_not_archived: { status: 409, title: 'The check-in is not archived' },
  check_in_not_ended: { status: 409, title: 'The check-in is neither ended nor a draft' },
  check_in_ended: { status: 409, title: 'The check-in has ended or is archived' },
  instance_not_scheduled: { status: 409, title: 'The instance is no longer scheduled' },
  instance_not_open: { status: 409, title: 'The instance is not open' },
  action_not_suggested: { status: 409, title: 'The action is no longer a suggestion' },
  action_not_accepted: { status: 409, title: 'The action is in a state that does not allow this' },
  action_not_dismissed: { status: 409, title: 'The action is neither accepted nor dismissed' },
  action_not_ended: { status: 409, title: 'The action has not ended' },
  action_ended: { status: 409, title: 'The action has ended' },
  reply_not_draft: { status: 409, title: 'The reply has already been published' },
  reply_not_published: { status: 409, title: 'The reply is not published' },
  message_not_draft: { status: 409, title: 'The message has already been published' },
  message_not_published: { status: 409, title: 'The message is not published' },
} as const

export type Refusal = keyof typeof transitionRefusals
/** All transitions, by the noun that they change. */
export const transitions: readonly Readonly<Record<string, Transition>>[] = [
  pulseTransitions,
  checkInTransitions,
  instanceTransitions,
  actionTransitions,
  replyTransitions,
  messageTransitions,
] satisfies readonly Record<string, { readonly refusal: Refusal }>[]

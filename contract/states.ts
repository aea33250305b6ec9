/**
 * The states of pulses, check-ins, check-in instances, actions, replies and messages, and the transitions between them. The server enforces
 * this table, pages derive their buttons from it, and the reference prints it.
 */
/** @property to  a state; `same`: it stays in its own; `before`: the one that it was archived in */
export type Transition = { readonly from: readonly string[]; readonly to: string; readonly refusal: string }

export const pulseStates = ['draft', 'scheduled', 'open', 'closed', 'cancelled', 'archived'] as const
export const checkInStates = ['draft', 'active', 'paused', 'ended', 'archived'] as const
export const instanceStates = ['scheduled', 'open', 'closed', 'skipped', 'cancelled'] as const
export const collectionStates = instanceStates
export const actionStates = ['suggested', 'accepted', 'in_progress', 'done', 'dismissed'] as const
export const replyStates = ['draft', 'published', 'withdrawn'] as const
export const messageStates = replyStates
export const resultsStates = ['pending', 'analysing', 'available', 'insufficient'] as const

export type PulseState = (typeof pulseStates)[number]
export type CheckInState = (typeof checkInStates)[number]
export type ActionState = (typeof actionStates)[number]
export type ReplyState = (typeof replyStates)[number]
export type CollectionState = (typeof collectionStates)[number]
export type ResultsStatus = (typeof resultsStates)[number]

export const pulseTransitions = {
  edit: { from: ['draft', 'scheduled'], to: 'same', refusal: 'pulse_not_draft' },
  schedule: { from: ['draft'], to: 'scheduled', refusal: 'pulse_not_draft' },
  unschedule: { from: ['scheduled'], to: 'draft', refusal: 'pulse_not_scheduled' },
  open: { from: ['draft', 'scheduled'], to: 'open', refusal: 'pulse_not_draft' },
  extend: { from: ['open'], to: 'same', refusal: 'pulse_not_open' },
  remind: { from: ['open'], to: 'same', refusal: 'pulse_not_open' },
  close: { from: ['open'], to: 'closed', refusal: 'pulse_not_open' },
  cancel: { from: ['scheduled', 'open'], to: 'cancelled', refusal: 'pulse_not_open' },
  archive: { from: ['closed', 'cancelled'], to: 'archived', refusal: 'pulse_not_closed' },
  unarchive: { from: ['archived'], to: 'before', refusal: 'pulse_not_archived' },
  restore: { from: ['archived'], to: 'same', refusal: 'pulse_not_archived' },
} as const satisfies Record<string, Transition>

export const checkInTransitions = {
  edit: { from: ['draft', 'active', 'paused'], to: 'same', refusal: 'check_in_ended' },
  activate: { from: ['draft'], to: 'active', refusal: 'check_in_not_draft' },
  pause: { from: ['active'], to: 'paused', refusal: 'check_in_not_active' },
  resume: { from: ['paused'], to: 'active', refusal: 'check_in_not_paused' },
  end: { from: ['active', 'paused'], to: 'ended', refusal: 'check_in_not_active' },
  archive: { from: ['ended', 'draft'], to: 'archived', refusal: 'check_in_not_ended' },
  unarchive: { from: ['archived'], to: 'before', refusal: 'check_in_not_archived' },
  restore: { from: ['archived'], to: 'same', refusal: 'check_in_not_archived' },
} as const satisfies Record<string, Transition>

export const instanceTransitions = {
  open: { from: ['scheduled'], to: 'open', refusal: 'instance_not_scheduled' },
  skip: { from: ['scheduled'], to: 'skipped', refusal: 'instance_not_scheduled' },
  extend: { from: ['open'], to: 'same', refusal: 'instance_not_open' },
  remind: { from: ['open'], to: 'same', refusal: 'instance_not_open' },
  close: { from: ['open'], to: 'closed', refusal: 'instance_not_open' },
  cancel: { from: ['scheduled', 'open'], to: 'cancelled', refusal: 'instance_not_open' },
} as const satisfies Record<string, Transition>

/** The transitions of a recommended action. `dismiss` requires a reason; what was started can be stopped, and a dismissed or completed action reopened. */
export const actionTransitions = {
  accept: { from: ['suggested'], to: 'accepted', refusal: 'action_not_suggested' },
  start: { from: ['accepted'], to: 'in_progress', refusal: 'action_not_accepted' },
  complete: { from: ['accepted', 'in_progress'], to: 'done', refusal: 'action_not_accepted' },
  dismiss: { from: ['suggested', 'accepted', 'in_progress'], to: 'dismissed', refusal: 'action_ended' },
  undo: { from: ['accepted', 'dismissed'], to: 'suggested', refusal: 'action_not_dismissed' },
  stop: { from: ['in_progress'], to: 'accepted', refusal: 'action_not_accepted' },
  reopen: { from: ['done', 'dismissed'], to: 'accepted', refusal: 'action_not_ended' },
} as const satisfies Record<string, Transition>

/** The transitions of a reply. What was published can be withdrawn, and not published again. */
export const replyTransitions = {
  edit: { from: ['draft'], to: 'same', refusal: 'reply_not_draft' },
  publish: { from: ['draft'], to: 'published', refusal: 'reply_not_draft' },
  withdraw: { from: ['published'], to: 'withdrawn', refusal: 'reply_not_published' },
} as const satisfies Record<string, Transition>

/** The transitions of a message about a named answer, which are those of a reply. What the respondent writes is published at once. */
export const messageTransitions = {
  edit: { from: ['draft'], to: 'same', refusal: 'message_not_draft' },
  publish: { from: ['draft'], to: 'published', refusal: 'message_not_draft' },
  withdraw: { from: ['published'], to: 'withdrawn', refusal: 'message_not_published' },
} as const satisfies Record<string, Transition>

export type PulseTransition = keyof typeof pulseTransitions
export type CheckInTransition = keyof typeof checkInTransitions
export type InstanceTransition = keyof typeof instanceTransitions
export type ActionTransition = keyof typeof actionTransitions

/** Whether a transition may start from this state. */
export const startsFrom = ({ from }: Pick<Transition, 'from'>, state: string): boolean => from.includes(state)

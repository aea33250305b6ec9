/**
 * The states of pulses, check-ins and check-in instances, and the moves between them. One table: the server
 * refuses by it, pages draw their buttons from it, the reference prints it.
 */
type Move = { from: readonly string[]; to: string; refusal: string }

export const pulseStates = ['draft', 'scheduled', 'open', 'closed', 'cancelled', 'archived'] as const
export const checkInStates = ['draft', 'active', 'paused', 'ended', 'archived'] as const
export const instanceStates = ['scheduled', 'open', 'closed', 'skipped', 'cancelled'] as const
export const collectionStates = instanceStates
export const actionStates = ['suggested', 'accepted', 'in_progress', 'done', 'dismissed'] as const
export const resultsStates = ['pending', 'analysing', 'available', 'insufficient'] as const

export type PulseState = (typeof pulseStates)[number]
export type CheckInState = (typeof checkInStates)[number]
export type ActionState = (typeof actionStates)[number]
export type CollectionState = (typeof collectionStates)[number]
export type ResultsStatus = (typeof resultsStates)[number]

export const pulseMoves = {
  edit: { from: ['draft', 'scheduled'], to: 'same', refusal: 'pulse_not_draft' },
  schedule: { from: ['draft'], to: 'scheduled', refusal: 'pulse_not_draft' },
  unschedule: { from: ['scheduled'], to: 'draft', refusal: 'pulse_not_scheduled' },
  open: { from: ['draft', 'scheduled'], to: 'open', refusal: 'pulse_not_draft' },
  extend: { from: ['open'], to: 'same', refusal: 'pulse_not_open' },
  remind: { from: ['open'], to: 'same', refusal: 'pulse_not_open' },
  close: { from: ['open'], to: 'closed', refusal: 'pulse_not_open' },
  cancel: { from: ['scheduled', 'open'], to: 'cancelled', refusal: 'pulse_not_open' },
  archive: { from: ['closed', 'cancelled'], to: 'archived', refusal: 'pulse_not_closed' },
  restore: { from: ['archived'], to: 'same', refusal: 'pulse_not_archived' },
} as const satisfies Record<string, Move>

export const checkInMoves = {
  edit: { from: ['draft', 'active', 'paused'], to: 'same', refusal: 'check_in_ended' },
  activate: { from: ['draft'], to: 'active', refusal: 'check_in_not_draft' },
  pause: { from: ['active'], to: 'paused', refusal: 'check_in_not_active' },
  resume: { from: ['paused'], to: 'active', refusal: 'check_in_not_paused' },
  end: { from: ['active', 'paused'], to: 'ended', refusal: 'check_in_not_active' },
  archive: { from: ['ended', 'draft'], to: 'archived', refusal: 'check_in_not_ended' },
} as const satisfies Record<string, Move>

export const instanceMoves = {
  open: { from: ['scheduled'], to: 'open', refusal: 'instance_not_scheduled' },
  skip: { from: ['scheduled'], to: 'skipped', refusal: 'instance_not_scheduled' },
  extend: { from: ['open'], to: 'same', refusal: 'instance_not_open' },
  remind: { from: ['open'], to: 'same', refusal: 'instance_not_open' },
  close: { from: ['open'], to: 'closed', refusal: 'instance_not_open' },
  cancel: { from: ['scheduled', 'open'], to: 'cancelled', refusal: 'instance_not_open' },
} as const satisfies Record<string, Move>

/** A recommended action; `dismissed` says why. What was dismissed or done can be taken up again. */
export const actionMoves = {
  accept: { from: ['suggested'], to: 'accepted', refusal: 'action_not_suggested' },
  start: { from: ['accepted'], to: 'in_progress', refusal: 'action_not_accepted' },
  complete: { from: ['accepted', 'in_progress'], to: 'done', refusal: 'action_not_accepted' },
  dismiss: { from: ['suggested', 'accepted', 'in_progress'], to: 'dismissed', refusal: 'action_ended' },
  undo: { from: ['accepted', 'dismissed'], to: 'suggested', refusal: 'action_not_dismissed' },
  reopen: { from: ['done', 'dismissed'], to: 'accepted', refusal: 'action_not_ended' },
} as const satisfies Record<string, Move>

export type PulseMove = keyof typeof pulseMoves
export type CheckInMove = keyof typeof checkInMoves
export type InstanceMove = keyof typeof instanceMoves
export type ActionMove = keyof typeof actionMoves

/** What a reference says of a move. */
export const movesFrom = ({ from, to, refusal }: Move): string =>
  `From ${from.join(' or ')}${to === 'same' ? '' : ` to ${to}`}; from any other state 409 \`${refusal}\`, with the \`state\`.`

/** 409s of the moves; each reply carries the `state` that the resource is in. */
export const moveRefusals = {
  pulse_not_draft: { status: 409, title: 'The pulse has already been opened' },
  pulse_not_scheduled: { status: 409, title: 'The pulse is not scheduled' },
  pulse_not_open: { status: 409, title: 'The pulse is not open' },
  pulse_not_closed: { status: 409, title: 'The pulse is not closed' },
  pulse_not_archived: { status: 409, title: 'The pulse is not archived' },
  check_in_not_draft: { status: 409, title: 'The check-in was activated before' },
  check_in_not_active: { status: 409, title: 'The check-in is not active' },
  check_in_not_paused: { status: 409, title: 'The check-in is not paused' },
  check_in_not_ended: { status: 409, title: 'The check-in has not ended' },
  check_in_ended: { status: 409, title: 'The check-in has ended' },
  instance_not_scheduled: { status: 409, title: 'The instance is no longer scheduled' },
  instance_not_open: { status: 409, title: 'The instance is not open' },
  action_not_suggested: { status: 409, title: 'The action is no longer a suggestion' },
  action_not_accepted: { status: 409, title: 'The action was not accepted, or has ended' },
  action_not_dismissed: { status: 409, title: 'The action has been started' },
  action_not_ended: { status: 409, title: 'The action has not ended' },
  action_ended: { status: 409, title: 'The action has ended' },
} as const

type Refusal = keyof typeof moveRefusals
const moves = [pulseMoves, checkInMoves, instanceMoves, actionMoves]
moves satisfies Record<string, { refusal: Refusal }>[]

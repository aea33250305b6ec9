/** The kinds and states of privacy requests. Without schemas, because pages load this file too. */

export const privacyKinds = ['access', 'erasure', 'restriction'] as const

/**
 * ready     a copy of the data can be downloaded
 * in_force  the person is restricted
 */
export const privacyStates = [
  'received',
  'in_progress',
  'ready',
  'in_force',
  'completed',
  'declined',
  'cancelled',
] as const

export type PrivacyState = (typeof privacyStates)[number]

type Transition = { readonly from: readonly PrivacyState[]; readonly to: PrivacyState | null }

/** `to` is null where the state stays, or depends on the kind. */
export const privacyTransitions = {
  start: { from: ['received'], to: 'in_progress' },
  complete: { from: ['received', 'in_progress'], to: null },
  decline: { from: ['received', 'in_progress'], to: 'declined' },
  extend: { from: ['received', 'in_progress'], to: null },
  cancel: { from: ['received', 'in_progress'], to: 'cancelled' },
  lift: { from: ['in_force'], to: 'completed' },
} as const satisfies Record<string, Transition>

/** In these somebody still has to decide. */
export const openPrivacyStates = privacyTransitions.complete.from

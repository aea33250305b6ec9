/**
 * Effects that follow a write once it is committed. A rule announces one (`afterCommit(tx, 'work due')`); app.ts binds the listeners
 * (`db.onCommit('work due', due.nudge)`). An effect of a transaction that rolls back never happens.
 *
 * A crash between commit and effect loses the effect, so an effect may only speed up what is found without it: due work is looked for at
 * intervals, and other nodes learn of a changed access by NOTIFY.
 */
export type Effects = {
  /** A row became due: workers look now instead of at their next interval. */
  'work due': null
  /** The rights of an application, a grant, a user or a token changed: cached access tokens are dropped. */
  'access changed': {
    readonly kind: 'application' | 'grant' | 'user' | 'family' | 'token'
    readonly id: string
  }
}

type Name = keyof Effects
type Listener<N extends Name> = (effect: Effects[N]) => void

export type EffectBus = {
  on<N extends Name>(name: N, listener: Listener<N>): void
  emit<N extends Name>(name: N, effect: Effects[N]): void
}

export function effectBus(): EffectBus {
  const listeners: { [N in Name]: Listener<N>[] } = { 'work due': [], 'access changed': [] }
  return {
    on: (name, listener) => void listeners[name].push(listener),
    emit: (name, effect) => listeners[name].forEach((listener) => listener(effect)),
  }
}

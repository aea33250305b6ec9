/**
 * What follows a write once it is committed. A rule says what happened (`afterCommit(tx, 'work due')`); app.ts says who
 * listens (`db.onCommit('work due', due.nudge)`). An effect of a transaction that rolls back never happens.
 *
 * A crash between commit and effect loses the effect, so an effect may only hasten what is found without it: due work is
 * looked for at intervals, and other nodes hear of a changed access by NOTIFY.
 */
export type Effects = {
  /** A row became due: workers look now instead of at their next interval. */
  'work due': null
  /** What an application, a grant, a user or a token may do has changed: remembered access tokens are forgotten. */
  'access changed': {
    readonly kind: 'application' | 'grant' | 'user' | 'family' | 'token'
    readonly id: string
  }
}

type Name = keyof Effects
type Listener<N extends Name> = (what: Effects[N]) => void

export type EffectBus = {
  on<N extends Name>(name: N, listener: Listener<N>): void
  emit<N extends Name>(name: N, what: Effects[N]): void
}

export function effectBus(): EffectBus {
  const listeners: { [N in Name]: Listener<N>[] } = { 'work due': [], 'access changed': [] }
  return {
    on: (name, listener) => void listeners[name].push(listener),
    emit: (name, what) => listeners[name].forEach((listener) => listener(what)),
  }
}

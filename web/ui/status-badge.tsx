/** A state in a word. Colour says it again and never alone. */
import classes from './badge.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'plain' | 'accent'

export const StatusBadge = ({ tone = 'plain', children }: { tone?: Tone; children: string }) => (
  <span className={classes.badge} data-tone={tone}>
    <span className={classes.dot} aria-hidden="true" />
    {children}
  </span>
)

/** A label without a state: a scope, a kind. */
export const Chip = ({ children, mono = false }: { children: string; mono?: boolean }) => (
  <span className={classes.chip} data-mono={mono || undefined}>
    {children}
  </span>
)

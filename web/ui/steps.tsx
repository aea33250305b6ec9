/** Where one is in a form of several steps; earlier ones can be gone back to. */
import { IconCheck } from '@tabler/icons-react'
import classes from './steps.module.css'

type Props = { label: string; names: readonly string[]; current: number; onBack: (step: number) => void }

export const Steps = ({ label, names, current, onBack }: Props) => (
  <ol className={classes.steps} aria-label={label}>
    {names.map((name, i) => (
      <li key={name} aria-current={i === current ? 'step' : undefined} data-done={i < current || undefined}>
        <span className={classes.number} aria-hidden="true">
          {i < current ? <IconCheck size={14} stroke={2.5} /> : i + 1}
        </span>
        {i < current ? (
          <button type="button" onClick={() => onBack(i)}>
            {name}
          </button>
        ) : (
          <span>{name}</span>
        )}
      </li>
    ))}
  </ol>
)

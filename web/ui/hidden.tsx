/** What confidentiality keeps back: a hatched row, a crossed eye and one sentence, the same everywhere. No figure, and never a zero. */
import { IconEyeOff } from '@tabler/icons-react'
import classes from './hidden.module.css'

/** @param reason  “Not shown on its own: too few people. Counted in Everyone.” */
export const Hidden = ({ reason }: { reason: string }) => (
  <span className={classes.hidden}>
    <span className={classes.sentence}>
      <IconEyeOff size={14} aria-hidden />
      <span>{reason}</span>
    </span>
  </span>
)

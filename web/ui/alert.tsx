/** A remark that stands out: tinted, with an icon, read out when it appears. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './alert.module.css'

type Tone = 'info' | 'good' | 'warn' | 'bad'

const icons = { info: IconInfoCircle, good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle }

export function Alert({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={classes.alert} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div>{children}</div>
    </div>
  )
}

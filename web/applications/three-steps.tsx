/** The way to the first call, drawn: an application, a token, an answer. */
import { IconApps, IconArrowRight, IconKey, IconMessageCheck } from '@tabler/icons-react'
import classes from './applications.module.css'

const steps = [
  { icon: IconApps, label: 'Create it' },
  { icon: IconKey, label: 'Get a token' },
  { icon: IconMessageCheck, label: 'Call the API' },
]

export const ThreeSteps = () => (
  <ol className={classes.drawn}>
    {steps.map(({ icon: Icon, label }, i) => (
      <li key={label}>
        <span className={classes.disc}>
          <Icon size={22} stroke={1.75} aria-hidden />
        </span>
        <span className="small">{`${i + 1}. ${label}`}</span>
        {i < steps.length - 1 && <IconArrowRight size={18} className={classes.arrow} aria-hidden />}
      </li>
    ))}
  </ol>
)

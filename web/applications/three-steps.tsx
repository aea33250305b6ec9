/** The way to the first call, drawn: an application, a token, an answer. */
import { IconApps, IconArrowRight, IconKey, IconMessageCheck } from '@tabler/icons-react'
import classes from './applications.module.css'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

const steps = [
  { icon: IconApps, label: 'way_create' },
  { icon: IconKey, label: 'get_token' },
  { icon: IconMessageCheck, label: 'way_call' },
] as const

export const ThreeSteps = () => {
  const say = useMessages(applicationTexts)
  return (
    <ol className={classes.drawn}>
      {steps.map(({ icon: Icon, label }, i) => (
        <li key={label}>
          <span className={classes.disc}>
            <Icon size={22} stroke={1.75} aria-hidden />
          </span>
          <span className="small">{say('way_step', { number: i + 1, label: say(label) })}</span>
          {i < steps.length - 1 && <IconArrowRight size={18} className={classes.arrow} aria-hidden />}
        </li>
      ))}
    </ol>
  )
}

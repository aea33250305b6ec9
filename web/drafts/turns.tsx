/** Whether questions take turns. Most check-ins ask all of them every time, so what chooses them is loaded when it is asked for, or is used already. */
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { driverTexts } from '../drivers/driver-texts.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { firstRotation, type Rotation } from './rotation.ts'
import { rotationTexts } from './rotation-texts.ts'
import type { ScheduleFields } from './schedule-fields.ts'

const RotationFields = lazy(async () => {
  const [{ RotationFields }] = await Promise.all([
    import('./rotation-fields.tsx'),
    loadMessages(rotationTexts),
    loadMessages(driverTexts),
  ])
  return { default: RotationFields }
})

type Props = Pick<ScheduleFields, 'rotation' | 'questions'> & {
  /** The check-in whose next dates are shown; null where there is none yet. */
  id: string | null
  isSaved: boolean
  onChange: (rotation: Rotation | null) => void
}

export function Turns({ id, rotation, questions, isSaved, onChange }: Props) {
  const say = useMessages(draftTexts)
  const first = firstRotation(questions)
  return (
    <section aria-labelledby="turns" className={`card pad ${classes.parts}`}>
      <h2 id="turns">{say('turns')}</h2>
      <p className="quiet small">{say(first || rotation ? 'turns_hint' : 'turns_too_few')}</p>
      {rotation ? (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <RotationFields
            id={id}
            rotation={rotation}
            questions={questions}
            isSaved={isSaved}
            onChange={onChange}
          />
        </Suspense>
      ) : (
        <div>
          <Button variant="default" disabled={first === null} onClick={() => onChange(first)}>
            {say('turns_begin')}
          </Button>
        </div>
      )}
    </section>
  )
}

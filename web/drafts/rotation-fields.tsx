/** Questions that take turns: which, how many each time, and what the next times ask. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { takesAnswer } from '../../contract/form-items.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { locale, useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { previewQuery } from './draft-queries.ts'
import classes from './drafts.module.css'
import { fitted, mayTakeTurns, pauseMax, type Rotation } from './rotation.ts'
import { rotationTexts } from './rotation-texts.ts'
import type { ScheduleFields } from './schedule-fields.ts'

type Props = {
  /** The check-in whose next dates are shown; null where there is none yet. */
  id: string | null
  rotation: Rotation
  questions: ScheduleFields['questions']
  isSaved: boolean
  onChange: (rotation: Rotation | null) => void
}

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_none, at) => String(from + at))

export function RotationFields({ id, rotation, questions, isSaved, onChange }: Props) {
  const say = useMessages(rotationTexts)
  const { question_ids: pool, per_instance: count, no_repeat_for: pause } = rotation
  const set = (patch: Partial<Rotation>): void => onChange(fitted({ ...rotation, ...patch }, questions))
  /** In the order of the questions. */
  const toggle = (one: string, isIn: boolean): void =>
    set({
      question_ids: questions.flatMap((item) =>
        (item.id === one ? isIn : pool.includes(item.id)) ? [item.id] : [],
      ),
    })
  return (
    <>
      <fieldset className={classes.parts}>
        <legend>{say('pool')}</legend>
        {questions.filter(takesAnswer).map((item) => {
          const isFree = mayTakeTurns(questions, item)
          return (
            <Checkbox
              key={item.id}
              label={item.text}
              description={isFree ? undefined : say('decides')}
              checked={pool.includes(item.id)}
              // Two have to stay to take turns.
              disabled={!isFree || (pool.length === 2 && pool.includes(item.id))}
              onChange={({ currentTarget: { checked } }) => toggle(item.id, checked)}
            />
          )
        })}
      </fieldset>
      <div className={form.pair}>
        <NativeSelect
          label={say('per_instance')}
          value={String(count)}
          onChange={({ currentTarget: { value } }) => set({ per_instance: Number(value) })}
          data={numbers(1, pool.length - 1)}
        />
        <NativeSelect
          label={say('pause')}
          value={String(pause)}
          onChange={({ currentTarget: { value } }) => set({ no_repeat_for: Number(value) })}
          data={numbers(0, pauseMax(pool.length, count))}
        />
      </div>
      {id !== null && <Plan id={id} questions={questions} isSaved={isSaved} />}
      <div>
        <Button variant="default" onClick={() => onChange(null)}>
          {say('stop')}
        </Button>
      </div>
    </>
  )
}

const dayOf = (date: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))

function Plan({ id, questions, isSaved }: { id: string } & Pick<Props, 'questions' | 'isSaved'>) {
  const say = useMessages(rotationTexts)
  const sayDriver = useMessages(driverTexts)
  const plan = useQuery(previewQuery('check_in', id, {})).data?.rotation
  const textOf = (one: string): string => questions.find((item) => item.id === one)?.text ?? one
  return (
    <>
      <h3>{say('plan')}</h3>
      {!isSaved && <p className="quiet small">{say('plan_after_saving')}</p>}
      <ul className={classes.dates}>
        {plan?.instances.map(({ local_date: date, question_ids: ids }) => (
          <li key={date}>
            <span>
              <strong>{dayOf(date)}</strong> <span className="quiet">{ids.map(textOf).join(' ·\u00a0')}</span>
            </span>
          </li>
        ))}
      </ul>
      {plan && plan.drivers.length > 0 && (
        <>
          <h3>{say('drivers')}</h3>
          <ul className={classes.dates}>
            {plan.drivers.map(({ driver, every_time: always, local_date: date }) => (
              <li key={driver}>
                <span>
                  <strong>{sayDriver(driver)}</strong>{' '}
                  <span className="quiet">
                    {always ? say('every_time') : date === null ? say('never') : dayOf(date)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

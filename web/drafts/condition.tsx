/** Who gets a question: everybody, or those who gave an earlier one some of its answers. */
import { Checkbox, NativeSelect } from '@mantine/core'
import { unitOf } from '../../contract/form-items.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { useMessages } from '../messages.ts'
import { formatNumber, formatWithUnit } from '../ui/number-format.ts'
import { questionFormTexts } from './question-form-texts.ts'
import classes from './drafts.module.css'
import { optionsOf, valuesOf } from './questions.ts'

type Props = {
  question: FormQuestion
  earlier: readonly FormQuestion[]
  onChange: (question: FormQuestion, member: string) => void
}

export function Condition({ question, earlier, onChange }: Props) {
  const say = useMessages(questionFormTexts)
  const possible = earlier.filter((one) => valuesOf(one) !== null)
  const { show_if: condition, ...rest } = question
  const target = earlier.find(({ id }) => id === condition?.question_id)
  if (possible.length === 0) return null
  return (
    <>
      <NativeSelect
        label={say('show_if')}
        value={condition?.question_id ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = possible.find(({ id }) => id === value)
          const [first] = (chosen && valuesOf(chosen)) ?? []
          onChange(
            chosen && first !== undefined
              ? { ...question, show_if: { question_id: chosen.id, any_of: [first] } }
              : (rest as FormQuestion),
            'show_if',
          )
        }}
        data={[
          { value: '', label: say('show_always') },
          ...possible.map(({ id, text }) => ({ value: id, label: say('show_after', { question: text }) })),
        ]}
      />
      {condition && target && (
        <fieldset className={classes.answers}>
          <legend>{say('any_of')}</legend>
          {(valuesOf(target) ?? []).map((value) => (
            <Checkbox
              key={String(value)}
              label={<Answer question={target} value={value} />}
              checked={condition.any_of.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  {
                    ...question,
                    show_if: {
                      ...condition,
                      any_of: checked
                        ? [...condition.any_of, value]
                        : condition.any_of.filter((one) => one !== value),
                    },
                  },
                  'any_of',
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

function Answer({ question, value }: { question: FormQuestion; value: string | number | boolean }) {
  const say = useMessages(questionFormTexts)
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (typeof value === 'number') return formatWithUnit(formatNumber(value), unitOf(question))
  return optionsOf(question)?.find(({ id }) => id === value)?.text ?? say('other')
}

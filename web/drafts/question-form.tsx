/** One question, open: its words, its type with what only that type has, its driver, and who gets it. */
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { limits } from '../../contract/limits.ts'
import type { Question, QuestionOf } from '../../contract/questions.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { Condition } from './condition.tsx'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { faultOf, isType, moved, newId, type Option, questionOf, questionTypes } from './questions.ts'

/** @param member  what was changed, so that letters of one field are undone together */
type Change = (question: Question, member: string) => void

type Props = { question: Question; earlier: readonly Question[]; place: number; onChange: Change }

const isDriver = (text: string): text is DriverId => driverIds.some((id) => id === text)

/** Without the member, where its field is empty. */
const withMember = <Q extends Question>(question: Q, member: keyof Q, value: unknown): Question => {
  const { [member]: _before, ...rest } = question
  return { ...rest, ...(value !== undefined && value !== '' && { [member]: value }) } as unknown as Question
}

export function QuestionForm({ question, earlier, place, onChange }: Props) {
  const say = useMessages(draftTexts)
  const sayDriver = useMessages(driverTexts)
  const fault = faultOf(question)
  const set = (member: string, value: unknown): void =>
    onChange(withMember(question, member as keyof Question, value), member)
  return (
    <div className="stack-tight">
      <Textarea
        data-do="text"
        label={say('question_place', { place })}
        autosize={false}
        rows={2}
        maxLength={limits.textLengthMax}
        value={question.text}
        error={fault === 'no_text' && say('fault_no_text')}
        onChange={({ currentTarget }) => onChange({ ...question, text: currentTarget.value }, 'text')}
      />
      <TextInput
        label={say('help')}
        description={say('help_hint')}
        maxLength={limits.textLengthMax}
        value={question.help ?? ''}
        onChange={({ currentTarget }) => set('help', currentTarget.value)}
      />
      <div className={form.pair}>
        <NativeSelect
          label={say('type')}
          value={question.type}
          onChange={({ currentTarget: { value } }) =>
            isType(value) &&
            onChange(questionOf(value, { first: say('option_1'), second: say('option_2') }, question), 'type')
          }
          data={questionTypes.map((value) => ({ value, label: say(`type_${value}`) }))}
        />
        <NativeSelect
          label={say('driver')}
          value={question.driver ?? ''}
          onChange={({ currentTarget: { value } }) => set('driver', isDriver(value) ? value : undefined)}
          data={[
            { value: '', label: say('no_driver') },
            ...driverIds.map((value) => ({ value, label: sayDriver(value) })),
          ]}
        />
      </div>
      <Members question={question} onChange={onChange} />
      {fault && fault !== 'no_text' && <p className={classes.fault}>{say(`fault_${fault}`)}</p>}
      <Condition question={question} earlier={earlier} onChange={onChange} />
      <Checkbox
        label={say('is_required')}
        checked={question.required ?? false}
        onChange={({ currentTarget }) =>
          onChange({ ...question, required: currentTarget.checked }, 'required')
        }
      />
    </div>
  )
}

/** What only questions of this type have. */
function Members({ question, onChange }: { question: Question; onChange: Change }): ReactNode {
  const say = useMessages(draftTexts)
  switch (question.type) {
    case 'scale':
      return <Scale question={question} onChange={onChange} />
    case 'mood':
      return <Polarity question={question} onChange={onChange} />
    case 'single_choice':
    case 'multi_choice':
    case 'ranking':
      return <Choices question={question} onChange={onChange} />
    case 'number':
      return (
        <div className={form.pair}>
          <Bound question={question} member="min" label={say('lowest')} onChange={onChange} />
          <Bound question={question} member="max" label={say('highest')} onChange={onChange} />
        </div>
      )
    case 'date':
      return (
        <div className={form.pair}>
          {(['earliest', 'latest'] as const).map((member) => (
            <TextInput
              key={member}
              type="date"
              label={say(member)}
              value={question[member] ?? ''}
              onChange={({ currentTarget }) =>
                onChange(withMember(question, member, currentTarget.value), member)
              }
            />
          ))}
        </div>
      )
    case 'text':
      return <Bound question={question} member="max_length" label={say('max_length')} onChange={onChange} />
    case 'enps':
    case 'yes_no':
      return null
  }
}

type BoundProps<Q extends Question> = {
  question: Q
  member: keyof Q & string
  label: string
  onChange: Change
}

function Bound<Q extends Question>({ question, member, label, onChange }: BoundProps<Q>) {
  const value = question[member]
  return (
    <TextInput
      type="number"
      label={label}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(withMember(question, member, typed === '' ? undefined : Number(typed)), member)
      }
    />
  )
}

function Scale({ question, onChange }: { question: QuestionOf<'scale'>; onChange: Change }) {
  const say = useMessages(draftTexts)
  const { labels = [] } = question
  const [low = '', high = ''] = [labels[0], labels.at(-1)]
  /** The server takes both ends or none. */
  const setEnds = (ends: [string, string]): void =>
    onChange(
      withMember(question, 'labels', ends.every((end) => end.trim() === '') ? undefined : ends),
      'labels',
    )
  return (
    <>
      <div className={form.pair}>
        <Bound question={question} member="min" label={say('lowest')} onChange={onChange} />
        <Bound question={question} member="max" label={say('highest')} onChange={onChange} />
      </div>
      {labels.length > 2 ? (
        <p className="quiet small">{say('labels_each', { labels: labels.join(' · ') })}</p>
      ) : (
        <div className={form.pair}>
          <TextInput
            label={say('low_label')}
            maxLength={100}
            value={low}
            onChange={({ currentTarget }) => setEnds([currentTarget.value, high])}
          />
          <TextInput
            label={say('high_label')}
            maxLength={100}
            value={high}
            onChange={({ currentTarget }) => setEnds([low, currentTarget.value])}
          />
        </div>
      )}
      <Polarity question={question} onChange={onChange} />
    </>
  )
}

type Judged = QuestionOf<'scale'> | QuestionOf<'mood'>

const Polarity = ({ question, onChange }: { question: Judged; onChange: Change }) => {
  const say = useMessages(draftTexts)
  return (
    <NativeSelect
      label={say('high_is')}
      value={question.high_is ?? 'good'}
      onChange={({ currentTarget: { value } }) =>
        onChange(withMember(question, 'high_is', value === 'good' ? undefined : value), 'high_is')
      }
      data={(['good', 'bad', 'neutral'] as const).map((value) => ({ value, label: say(`high_is_${value}`) }))}
    />
  )
}

type Choosing = QuestionOf<'single_choice'> | QuestionOf<'multi_choice'> | QuestionOf<'ranking'>

function Choices({ question, onChange }: { question: Choosing; onChange: Change }) {
  const say = useMessages(draftTexts)
  const { options } = question
  const list = useRef<HTMLOListElement>(null)
  const setOptions = (next: Option[], what: string): void =>
    onChange({ ...question, options: next } as Question, what)
  const focusOn = (at: number): void =>
    void setTimeout(() => list.current?.querySelectorAll('input')[at]?.focus())
  const add = (): void => {
    setOptions([...options, { id: newId(), text: '' }], 'add_option')
    focusOn(options.length)
  }
  return (
    <fieldset className={classes.options}>
      <legend>{say('options')}</legend>
      <ol ref={list}>
        {options.map((option, at) => (
          <li key={option.id}>
            <TextInput
              aria-label={say('option', { place: at + 1 })}
              maxLength={limits.textLengthMax}
              value={option.text}
              onChange={({ currentTarget }) =>
                setOptions(
                  options.map((one) => (one === option ? { ...one, text: currentTarget.value } : one)),
                  option.id,
                )
              }
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || options.length >= limits.optionsMax) return
                event.preventDefault()
                add()
              }}
            />
            <button
              type="button"
              className={classes.tool}
              aria-label={say('option_up', { place: at + 1 })}
              disabled={at === 0}
              onClick={() => setOptions(moved(options, at, at - 1), 'move_option')}
            >
              <IconArrowUp size={16} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.tool}
              aria-label={say('option_down', { place: at + 1 })}
              disabled={at === options.length - 1}
              onClick={() => setOptions(moved(options, at, at + 1), 'move_option')}
            >
              <IconArrowDown size={16} aria-hidden />
            </button>
            <button
              type="button"
              className={classes.tool}
              aria-label={say('option_remove', { place: at + 1 })}
              disabled={options.length <= 2}
              onClick={() => {
                setOptions(
                  options.filter((one) => one !== option),
                  'remove_option',
                )
                focusOn(Math.max(0, at - 1))
              }}
            >
              <IconX size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.optionEnds}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={options.length >= limits.optionsMax}
          onClick={add}
        >
          {say('add_option')}
        </Button>
        {question.type !== 'ranking' && (
          <Checkbox
            label={say('other')}
            checked={question.other ?? false}
            onChange={({ currentTarget: { checked } }) =>
              onChange(withMember(question, 'other', checked || undefined), 'other')
            }
          />
        )}
      </div>
      {question.type !== 'single_choice' && (
        <div className={form.pair}>
          <Bound question={question} member="min_picks" label={say('min_picks')} onChange={onChange} />
          <Bound question={question} member="max_picks" label={say('max_picks')} onChange={onChange} />
        </div>
      )}
    </fieldset>
  )
}

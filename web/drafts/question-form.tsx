/** One item of a form, open: its words, its type with what only that type has, its driver, and who gets it. */
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { limits } from '../../contract/limits.ts'
import { icons, type RatingType, ratingTypes } from '../../contract/form-items.ts'
import type { FormQuestion, FormQuestionOf } from '../../contract/questions.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { useMessages } from '../messages.ts'
import { DateField } from '../ui/date-field.tsx'
import form from '../ui/form.module.css'
import { Condition } from './condition.tsx'
import { draftTexts } from './draft-texts.ts'
import { questionFormTexts } from './question-form-texts.ts'
import { wordsOf } from './draft-words.ts'
import classes from './drafts.module.css'
import { LineList } from './line-list.tsx'
import { faultOf, isType, questionOf, questionTypes } from './questions.ts'

/** @param member  what was changed, so that letters of one field are undone together */
type Change = (question: FormQuestion, member: string) => void

type Props = {
  question: FormQuestion
  earlier: readonly FormQuestion[]
  place: number
  /** Some of its texts, in any language. */
  isTranslated: boolean
  onChange: Change
}

const isDriver = (text: string): text is DriverId => driverIds.some((id) => id === text)

/** Without the member, where its field is empty. */
const withMember = <Q extends FormQuestion>(question: Q, member: keyof Q, value: unknown): FormQuestion => {
  const { [member]: _before, ...rest } = question
  return {
    ...rest,
    ...(value !== undefined && value !== '' && { [member]: value }),
  } as unknown as FormQuestion
}

export function QuestionForm({ question, earlier, place, isTranslated, onChange }: Props) {
  const say = useMessages(questionFormTexts)
  const sayOfDrafts = useMessages(draftTexts)
  const sayDriver = useMessages(driverTexts)
  const fault = faultOf(question)
  const set = (member: string, value: unknown): void =>
    onChange(withMember(question, member as keyof FormQuestion, value), member)
  return (
    <div className="stack-tight">
      <Textarea
        // Anyone who opens a question, or adds one, writes next.
        autoFocus
        label={say('question_place', { place })}
        autosize={false}
        rows={2}
        maxLength={limits.textLengthMax}
        value={question.text}
        error={fault === 'no_text' && sayOfDrafts('fault_no_text')}
        onChange={({ currentTarget }) => onChange({ ...question, text: currentTarget.value }, 'text')}
      />
      {isTranslated && <p className="quiet small">{say('is_translated')}</p>}
      {question.type !== 'statement' && (
        <TextInput
          label={say('help')}
          description={say('help_hint')}
          maxLength={limits.textLengthMax}
          value={question.help ?? ''}
          onChange={({ currentTarget }) => set('help', currentTarget.value)}
        />
      )}
      <div className={form.pair}>
        <NativeSelect
          label={say('type')}
          value={question.type}
          onChange={({ currentTarget: { value } }) =>
            isType(value) && onChange(questionOf(value, wordsOf(sayOfDrafts), question), 'type')
          }
          data={questionTypes.map((value) => ({ value, label: say(`type_${value}`) }))}
        />
        {question.type !== 'statement' && (
          <NativeSelect
            label={say('driver')}
            value={question.driver ?? ''}
            onChange={({ currentTarget: { value } }) => set('driver', isDriver(value) ? value : undefined)}
            data={[
              { value: '', label: say('no_driver') },
              ...driverIds.map((value) => ({ value, label: sayDriver(value) })),
            ]}
          />
        )}
      </div>
      <Members question={question} onChange={onChange} />
      {fault && fault !== 'no_text' && <p className={classes.fault}>{sayOfDrafts(`fault_${fault}`)}</p>}
      <Condition question={question} earlier={earlier} onChange={onChange} />
      {isRating(question) && (
        <Checkbox
          label={say('allow_comment')}
          description={say('allow_comment_hint')}
          checked={question.allow_comment ?? false}
          onChange={({ currentTarget: { checked } }) => set('allow_comment', checked || undefined)}
        />
      )}
      {question.type !== 'statement' && (
        <Checkbox
          label={say('is_required')}
          checked={question.required ?? false}
          onChange={({ currentTarget }) =>
            onChange({ ...question, required: currentTarget.checked }, 'required')
          }
        />
      )}
    </div>
  )
}

const isRating = (question: FormQuestion): question is FormQuestionOf<RatingType> =>
  ratingTypes.some((type) => type === question.type)

/** What only items of this type have. */
function Members({ question, onChange }: { question: FormQuestion; onChange: Change }): ReactNode {
  const say = useMessages(questionFormTexts)
  switch (question.type) {
    case 'scale':
      return <Scale question={question} onChange={onChange} />
    case 'slider':
      return (
        <>
          <Ends question={question} onChange={onChange} />
          <Bound question={question} member="step" label={say('step')} onChange={onChange} />
          <Unit question={question} onChange={onChange} />
          <Polarity question={question} onChange={onChange} />
        </>
      )
    case 'icons':
      return <Icons question={question} onChange={onChange} />
    case 'matrix':
      return (
        <>
          <LineList
            kind="row"
            lines={question.rows}
            linesMin={1}
            linesMax={limits.matrixRowsMax}
            onChange={(rows, what) => onChange({ ...question, rows }, what)}
          />
          <Scale question={question} onChange={onChange} />
        </>
      )
    case 'mood':
      return <Polarity question={question} onChange={onChange} />
    case 'single_choice':
    case 'multi_choice':
    case 'ranking':
      return <Choices question={question} onChange={onChange} />
    case 'number':
      return (
        <>
          <div className={form.pair}>
            <Bound question={question} member="min" label={say('lowest')} onChange={onChange} />
            <Bound question={question} member="max" label={say('highest')} onChange={onChange} />
          </div>
          <Unit question={question} onChange={onChange} />
        </>
      )
    case 'date':
      return (
        <div className={form.pair}>
          {(['earliest', 'latest'] as const).map((member) => (
            <DateField
              key={member}
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
    case 'statement':
      return null
  }
}

type BoundProps<Q extends FormQuestion> = {
  question: Q
  member: keyof Q & string
  label: string
  onChange: Change
}

function Bound<Q extends FormQuestion>({ question, member, label, onChange }: BoundProps<Q>) {
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

function Unit({
  question,
  onChange,
}: {
  question: FormQuestionOf<'number'> | FormQuestionOf<'slider'>
  onChange: Change
}) {
  const say = useMessages(questionFormTexts)
  return (
    <TextInput
      label={say('unit')}
      description={say('unit_hint')}
      maxLength={limits.unitLengthMax}
      value={question.unit ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange(withMember(question, 'unit', value.trim() === '' ? undefined : value), 'unit')
      }
    />
  )
}

const Scale = ({
  question,
  onChange,
}: {
  question: FormQuestionOf<'scale'> | FormQuestionOf<'matrix'>
  onChange: Change
}) => (
  <>
    <Ends question={question} onChange={onChange} />
    <Polarity question={question} onChange={onChange} />
  </>
)

function Icons({ question, onChange }: { question: FormQuestionOf<'icons'>; onChange: Change }) {
  const say = useMessages(questionFormTexts)
  return (
    <>
      <div className={form.pair}>
        <NativeSelect
          label={say('icon')}
          value={question.icon ?? icons[0]}
          onChange={({ currentTarget: { value } }) => onChange(withMember(question, 'icon', value), 'icon')}
          data={icons.map((value) => ({ value, label: say(`icon_${value}`) }))}
        />
        <NativeSelect
          label={say('icon_count')}
          value={String(question.count ?? 5)}
          onChange={({ currentTarget: { value } }) =>
            onChange(withMember(question, 'count', Number(value)), 'count')
          }
          data={iconCounts.map(String)}
        />
      </div>
      <EndLabels question={question} onChange={onChange} />
      <Polarity question={question} onChange={onChange} />
    </>
  )
}

const iconCounts = Array.from(
  { length: limits.iconsMax - limits.iconsMin + 1 },
  (_none, at) => limits.iconsMin + at,
)

type WithEnds = FormQuestionOf<'scale'> | FormQuestionOf<'matrix'> | FormQuestionOf<'slider'>

function Ends({ question, onChange }: { question: WithEnds; onChange: Change }) {
  const say = useMessages(questionFormTexts)
  return (
    <>
      <div className={form.pair}>
        <Bound question={question} member="min" label={say('lowest')} onChange={onChange} />
        <Bound question={question} member="max" label={say('highest')} onChange={onChange} />
      </div>
      <EndLabels question={question} onChange={onChange} />
    </>
  )
}

type Labelled = WithEnds | FormQuestionOf<'icons'>

function EndLabels({ question, onChange }: { question: Labelled; onChange: Change }) {
  const say = useMessages(questionFormTexts)
  const { labels = [] } = question
  const [low = '', high = ''] = [labels[0], labels.at(-1)]
  /** The server takes both ends or none. */
  const setEnds = (ends: [string, string]): void =>
    onChange(
      withMember(question, 'labels', ends.every((end) => end.trim() === '') ? undefined : ends),
      'labels',
    )
  return labels.length > 2 ? (
    <p className="quiet small">{say('labels_each', { labels: labels.join(' ·\u00a0') })}</p>
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
  )
}

type Judged = Labelled | FormQuestionOf<'mood'>

const Polarity = ({ question, onChange }: { question: Judged; onChange: Change }) => {
  const say = useMessages(questionFormTexts)
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

type Choosing = FormQuestionOf<'single_choice'> | FormQuestionOf<'multi_choice'> | FormQuestionOf<'ranking'>

function Choices({ question, onChange }: { question: Choosing; onChange: Change }) {
  const say = useMessages(questionFormTexts)
  return (
    <LineList
      kind="option"
      lines={question.options}
      linesMin={2}
      linesMax={limits.optionsMax}
      onChange={(options, what) => onChange({ ...question, options } as FormQuestion, what)}
      beside={
        question.type !== 'ranking' && (
          <Checkbox
            label={say('other')}
            checked={question.other ?? false}
            onChange={({ currentTarget: { checked } }) =>
              onChange(withMember(question, 'other', checked || undefined), 'other')
            }
          />
        )
      }
    >
      {question.type !== 'single_choice' && (
        <div className={form.pair}>
          <Bound question={question} member="min_picks" label={say('min_picks')} onChange={onChange} />
          <Bound question={question} member="max_picks" label={say('max_picks')} onChange={onChange} />
        </div>
      )}
    </LineList>
  )
}

/** The questions of a draft, one of them open. They are moved by their handle, or by buttons, which every key and screen reader has. */
import { Button, NativeSelect } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import {
  type DragEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { takesAnswer } from '../../contract/form-items.ts'
import { limits } from '../../contract/limits.ts'
import type { FormQuestion, FormType } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import type { LibraryQuestion } from './draft-queries.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { Popup, PopupItem } from '../ui/popup.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { draftTexts } from './draft-texts.ts'
import { DriverName } from './driver-name.tsx'
import classes from './drafts.module.css'
import { wordsOf } from './draft-words.ts'
import { libraryTexts } from './library-texts.ts'
import { questionFormTexts } from './question-form-texts.ts'
import { copyOf, faultOf, isType, moved, questionOf, questionTypes, tidied, withTexts } from './questions.ts'

/** Loaded with the first question that is opened. */
const QuestionForm = lazy(async () => {
  const [{ QuestionForm }] = await Promise.all([
    import('./question-form.tsx'),
    loadMessages(questionFormTexts),
    loadMessages(driverTexts),
  ])
  return { default: QuestionForm }
})

const LibraryDialog = lazy(async () => {
  const [{ LibraryDialog }] = await Promise.all([
    import('./library-dialog.tsx'),
    loadMessages(libraryTexts),
    loadMessages(driverTexts),
  ])
  return { default: LibraryDialog }
})

type Props = {
  questions: readonly FormQuestion[]
  translations: Translations
  onChange: (questions: FormQuestion[], field: string, translations?: Translations) => void
  /** Told which one somebody opens. */
  onOpen?: (id: string) => void
  /** Keeps one of them in the library. */
  onKeep?: (id: string) => void
  /** One of the library itself: it stays alone. */
  isSingle?: boolean
}

type Place = { id: string; is: 'before' | 'after' }

export function QuestionList({ questions, translations, onChange, onOpen, onKeep, isSingle = false }: Props) {
  const say = useMessages(draftTexts)
  const list = useRef<HTMLOListElement>(null)
  const [open, setOpened] = useState<string | null>(null)
  const setOpen = (id: string): void => {
    setOpened(id)
    onOpen?.(id)
  }
  const [dragged, setDragged] = useState<string | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const [news, setNews] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  /** What takes the focus once it is drawn. */
  const [wanted, setWanted] = useState<{ id: string; button: string } | null>(null)
  useEffect(() => {
    if (!wanted) return
    const card = list.current?.querySelector(`[data-question="${CSS.escape(wanted.id)}"]`)
    // At either end one arrow is off: the other one is next.
    const buttons = [wanted.button, 'up', 'down', 'open'].flatMap(
      (act) => card?.querySelector<HTMLElement>(`[data-do="${act}"]:not(:disabled)`) ?? [],
    )
    buttons[0]?.focus()
    setWanted(null)
  }, [wanted, questions])

  const move = (from: number, to: number, button?: string): void => {
    const { id } = questions[from]
    onChange(tidied(moved(questions, from, to)), `move ${id}`)
    setNews(say('moved', { place: to + 1, count: questions.length }))
    if (button) setWanted({ id, button })
  }
  const insert = (question: FormQuestion, at: number): void => {
    onChange([...questions.slice(0, at), question, ...questions.slice(at)], `add ${question.id}`)
    setOpen(question.id)
  }
  const insertKept = ({ questions: [kept], translations: texts }: Kept): void => {
    onChange([...questions, kept], `add ${kept.id}`, withTexts(translations, kept.id, texts))
    setChoosing(false)
    setNews(say('inserted'))
    setWanted({ id: kept.id, button: 'open' })
  }
  const remove = (at: number): void => {
    const next = questions[at + 1] ?? questions[at - 1]
    onChange(tidied(questions.filter((_one, other) => other !== at)), `remove ${questions[at].id}`)
    setNews(say('removed'))
    if (next) setWanted({ id: next.id, button: 'open' })
  }
  const toolsOf = (question: FormQuestion, at: number): ToolProps[] => {
    const place = at + 1
    const isLast = place === questions.length
    const isFull = questions.length >= limits.questionsMax
    return [
      { act: 'up', label: say('move_up', { place }), isOff: at === 0, onClick: () => move(at, at - 1, 'up') },
      {
        act: 'down',
        label: say('move_down', { place }),
        isOff: isLast,
        onClick: () => move(at, at + 1, 'down'),
      },
      {
        act: 'copy',
        label: say('copy', { place }),
        isOff: isFull,
        onClick: () => insert(copyOf(question), place),
      },
      {
        act: 'remove',
        label: say('remove', { place }),
        isOff: questions.length === 1,
        onClick: () => remove(at),
      },
      ...(onKeep && takesAnswer(question)
        ? [
            {
              act: 'keep' as const,
              label: say('keep_question', { place }),
              isOff: faultOf(question) !== null,
              onClick: () => onKeep(question.id),
            },
          ]
        : []),
    ]
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const from = questions.findIndex(({ id }) => id === dragged)
    const target = questions.findIndex(({ id }) => id === place?.id)
    setDragged(null)
    setPlace(null)
    if (from < 0 || target < 0 || !place) return
    const before = place.is === 'before' ? target : target + 1
    const to = before > from ? before - 1 : before
    if (to !== from) move(from, to)
  }
  return (
    <section aria-labelledby="questions" className={classes.section}>
      <h2 id="questions">{say('questions_heading')}</h2>
      <ol ref={list} className={classes.questions} onDrop={drop}>
        {questions.map((question, at) => (
          <li
            key={question.id}
            data-question={question.id}
            data-place={place?.id === question.id ? place.is : undefined}
            data-open={open === question.id || undefined}
            className={`card ${classes.question}`}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              const { top, height } = event.currentTarget.getBoundingClientRect()
              setPlace({ id: question.id, is: event.clientY < top + height / 2 ? 'before' : 'after' })
            }}
          >
            <span
              className={classes.grip}
              draggable
              aria-hidden="true"
              title={say('drag')}
              onDragStart={(event) => {
                const card = event.currentTarget.closest('li')
                if (card) event.dataTransfer.setDragImage(card, 12, 12)
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', question.id)
                setDragged(question.id)
              }}
              onDragEnd={() => {
                setDragged(null)
                setPlace(null)
              }}
            >
              <IconGripVertical size={16} />
            </span>
            <div className={classes.body}>
              {open === question.id ? (
                <Suspense fallback={<SkeletonLines lines={4} />}>
                  <QuestionForm
                    question={question}
                    earlier={questions.slice(0, at)}
                    place={at + 1}
                    isTranslated={isTranslated(question, translations)}
                    onChange={(next, member) =>
                      onChange(
                        tidied(questions.map((one, other) => (other === at ? next : one))),
                        `${question.id} ${member}`,
                      )
                    }
                  />
                </Suspense>
              ) : (
                <Closed question={question} place={at + 1} onOpen={() => setOpen(question.id)} />
              )}
            </div>
            {!isSingle && <Tools place={at + 1} tools={toolsOf(question, at)} />}
          </li>
        ))}
      </ol>
      {!isSingle && (
        <AddQuestion
          isOff={questions.length >= limits.questionsMax}
          onAdd={(type) => insert(questionOf(type, wordsOf(say)), questions.length)}
          onChoose={() => setChoosing(true)}
        />
      )}
      {isChoosing && (
        <Suspense>
          <LibraryDialog
            asked={questions.map(({ id }) => id)}
            onInsert={insertKept}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </section>
  )
}

const isTranslated = ({ id }: FormQuestion, translations: Translations): boolean =>
  Object.values(translations).some(
    ({ questions = {} }) => Object.hasOwn(questions, id) && Object.keys(questions[id]).length > 0,
  )

const icons = { up: IconArrowUp, down: IconArrowDown, copy: IconCopy, remove: IconTrash, keep: IconBookmark }

/** Of the library, or of a template that comes with the service. */
type Kept = Pick<LibraryQuestion, 'questions' | 'translations'>

type ToolProps = { act: keyof typeof icons; label: string; isOff: boolean; onClick: () => void }

/** In the toolbar: where the Tab key stops. */
type ToolPlace = { isCurrent: boolean; onFocus: () => void }

/** Beside the question; on a phone in a menu. */
function Tools({ place, tools }: { place: number; tools: readonly ToolProps[] }) {
  const say = useMessages(draftTexts)
  /** One step for the Tab key; arrows go from one to the next. */
  const [last, setLast] = useState<ToolProps['act'] | null>(null)
  const enabled = tools.filter(({ isOff }) => !isOff)
  const current = enabled.find(({ act }) => act === last) ?? enabled.at(0)
  const step = (event: ReactKeyboardEvent<HTMLElement>): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
    const at = buttons.findIndex((one) => one === document.activeElement)
    buttons.at((at + by) % buttons.length)?.focus()
  }
  return (
    <>
      <div
        role="toolbar"
        aria-label={say('question_menu', { place })}
        className={classes.tools}
        onKeyDown={step}
      >
        {tools.map((one) => (
          <Tool
            key={one.act}
            {...one}
            isCurrent={one.act === current?.act}
            onFocus={() => setLast(one.act)}
          />
        ))}
      </div>
      <div className={classes.menu}>
        <Popup label={say('question_menu', { place })} face={<IconDots size={18} aria-hidden />}>
          {() =>
            tools
              .filter(({ isOff }) => !isOff)
              .map(({ act, label, onClick }) => {
                const Icon = icons[act]
                return (
                  <PopupItem key={act} icon={<Icon size={16} aria-hidden />} onClick={onClick}>
                    {label}
                  </PopupItem>
                )
              })
          }
        </Popup>
      </div>
    </>
  )
}

function Tool({ act, label, isOff, onClick, isCurrent, onFocus }: ToolProps & ToolPlace) {
  const Icon = icons[act]
  return (
    <button
      type="button"
      data-do={act}
      className={classes.tool}
      aria-label={label}
      title={label}
      disabled={isOff}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

type ClosedProps = { question: FormQuestion; place: number; onOpen: () => void }

function Closed({ question, place, onOpen }: ClosedProps) {
  const say = useMessages(draftTexts)
  const { text, type, show_if: condition } = question
  const driver = 'driver' in question ? question.driver : undefined
  const required = 'required' in question && question.required
  const fault = faultOf(question)
  return (
    <>
      <button type="button" data-do="open" aria-expanded="false" className={classes.opener} onClick={onOpen}>
        <span className="visually-hidden">{say('question_place', { place })}: </span>
        {text || say('no_text')}
      </button>
      <span className={classes.second}>
        {say(`type_${type}`)}
        {driver && (
          <>
            {' ·\u00a0'}
            <DriverName driver={driver} />
          </>
        )}
        {required && ` ·\u00a0${say('required')}`}
        {condition && ` ·\u00a0${say('conditional')}`}
      </span>
      {fault && <span className={classes.fault}>{say(`fault_${fault}`)}</span>}
    </>
  )
}

type AddProps = { isOff: boolean; onAdd: (type: FormType) => void; onChoose: () => void }

function AddQuestion({ isOff, onAdd, onChoose }: AddProps) {
  const say = useMessages(draftTexts)
  const [type, setType] = useState<FormType>('scale')
  return (
    <div className={classes.add}>
      <NativeSelect
        aria-label={say('new_type')}
        value={type}
        onChange={({ currentTarget: { value } }) => isType(value) && setType(value)}
        data={questionTypes.map((value) => ({ value, label: say(`type_${value}`) }))}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isOff}
        onClick={() => onAdd(type)}
      >
        {say('add_question')}
      </Button>
      <Button variant="default" disabled={isOff} onClick={onChoose}>
        {say('from_library')}
      </Button>
    </div>
  )
}

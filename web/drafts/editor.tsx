/**
 * The editor of a survey: one document, questions and audience at the left, the answer page at the right, and the sum of it in a bar that
 * stays. A draft saves itself and can be undone; what somebody else saved meanwhile is shown beside it.
 */
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconArrowBackUp, IconDeviceMobile } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { currentTranslations } from '../../contract/wording.ts'
import { fieldErrors, explain } from '../api.ts'
import { loadMessages, useMessages } from '../messages.ts'
import type { Subject } from '../lifecycle/acts.ts'
import { Alert } from '../ui/alert.tsx'
import { Page } from '../ui/page.tsx'
import { usePageKeys } from '../ui/page-keys.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { AskedTeams, Audience, Modes } from './audience.tsx'
import { conflictTexts } from './conflict-texts.ts'
import type { Compared } from './conflict.tsx'
import { type Kind, previewQuery, useKeepQuestion } from './draft-queries.ts'
import type { DraftState, DraftStore } from './draft-store.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { asksSomebody, type Fields } from './fields.ts'
import { PreviewPane } from './preview-pane.tsx'
import { QuestionList } from './question-list.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { editorMenu } from './editor-menu.tsx'
import { useRecipientCount } from './simulator.tsx'
import { Languages } from './languages.tsx'
import { Sections } from './sections.tsx'

const Conflict = lazy(async () => {
  const texts = loadMessages(conflictTexts)
  const { Conflict } = await import('./conflict.tsx')
  await texts
  return { default: Conflict }
})

const BeginDialog = lazy(() =>
  import('./begin-dialog.tsx').then(({ BeginDialog }) => ({ default: BeginDialog })),
)

type Props<F extends Fields> = {
  kind: Kind
  id: string
  draft: DraftStore<F>
  state: DraftState<F>
  status: ReactNode
  /** What holds for all that is changed here. */
  note?: ReactNode
  /** Whether its questions take turns: beside its languages. */
  turns?: ReactNode
  /** When it is asked: below the audience. */
  children: ReactNode
  /** Besides what every survey has. */
  compared: readonly Compared<F>[]
  /** What its menu offers besides writing it. */
  subject: Subject | undefined
  /** What the bar at the foot offers. */
  acts: ReactNode
}

export function Editor<F extends Fields>(props: Props<F>) {
  const { kind, id, draft, state, status, note, children, turns, compared, subject, acts } = props
  const say = useMessages(draftTexts)
  const { fields } = state
  const { begins } = useSearch({ strict: false })
  const navigate = useNavigate()
  const foot = useRef<HTMLDivElement>(null)
  usePageKeys([{ key: 'z', label: say('undo_key'), run: draft.undo }])
  // What follows the dialog of a new draft is to review it.
  const began = useRef(begins)
  useEffect(() => {
    if (began.current && !begins) foot.current?.querySelector('button')?.focus()
    began.current = begins
  }, [begins])
  /** A text that goes takes its translations with it. */
  const change = (patch: Partial<Fields>, field: string): void => {
    const next = { ...fields, ...patch }
    const translations = currentTranslations(next, next.translations)
    draft.change({ ...patch, translations } as Partial<F>, field)
  }
  const keeping = useKeepQuestion({
    onDone: ({ title }) => showDone(say('kept', { title })),
    onFailed: showFailure,
  })
  const preview = useQuery(previewQuery(kind, id, {})).data
  const host = preview?.translation_model
  const isTranslated = preview?.translations.every(({ missing }) => missing.length === 0)
  const errors = fieldErrors(state.error)
  /** Somebody wants to look at what they typed before they decide. */
  const [isPutOff, setPutOff] = useState(false)
  /** The question that is open: the preview shows it, too. */
  const [question, setQuestion] = useState<string | null>(null)
  const title = fields.title.trim() || say('untitled')
  return (
    <Page
      title={title}
      status={status}
      crumbs={[
        { label: say('surveys'), to: '/app/surveys' },
        // What runs is not a draft any more.
        subject?.state === 'draft'
          ? { label: say('drafts'), to: '/app/surveys?tab=draft' }
          : { label: fields.title, to: `/app/check-ins/${id}/results` },
      ]}
      api={{
        operation: kind === 'pulse' ? 'getPulse' : 'getCheckIn',
        params: { id },
      }}
      menu={editorMenu({ kind, id, title, subject, draft, status: state.status })}
      isMenuLast
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!state.canUndo}
          onClick={draft.undo}
        >
          {say('undo')}
        </Button>
      }
    >
      <SaveState draft={draft} state={state} onCompare={() => setPutOff(false)} />
      {note}
      <div className={classes.panes}>
        <div className={classes.document}>
          <Sections
            kind={kind}
            missing={[
              ...(state.fault || fields.questions.length === 0 ? (['questions'] as const) : []),
              ...(isTranslated === false ? (['languages'] as const) : []),
              ...(asksSomebody(fields) ? [] : (['audience'] as const)),
            ]}
          />
          <div className={`card pad ${classes.parts}`}>
            <TextInput
              label={say('title')}
              maxLength={limits.nameLengthMax}
              value={fields.title}
              placeholder={say('title_example')}
              // It is not wrong before anybody has written.
              error={
                errors['/title'] ??
                (state.status !== 'saved' && fields.title.trim() === '' && say('fault_title'))
              }
              onChange={({ currentTarget }) => change({ title: currentTarget.value }, 'title')}
            />
            <Textarea
              label={say('description')}
              description={say('description_hint')}
              rows={2}
              maxLength={limits.textLengthMax}
              value={fields.description ?? ''}
              error={errors['/description']}
              onChange={({ currentTarget }) =>
                change({ description: currentTarget.value || null }, 'description')
              }
            />
          </div>
          <QuestionList
            questions={fields.questions}
            translations={fields.translations}
            onOpen={setQuestion}
            onChange={(questions, field, translations) =>
              change({ questions, ...(translations && { translations }) }, field)
            }
            onKeep={(questionId) =>
              void draft.flush().then((isSaved) => isSaved && keeping.mutate({ id, questionId }))
            }
          />
          <div className={`card ${classes.rows}`}>
            <Languages
              languages={preview?.languages ?? []}
              isWhole={isTranslated}
              fields={fields}
              onChange={change}
              proposing={host ? { kind, id, host, onSettle: draft.settle } : undefined}
            />
            {turns}
          </div>
          <Audience kind={kind} id={id} fields={fields} onChange={change} />
          {children}
          <Promise kind={kind} id={id} />
        </div>
        <PreviewPane
          kind={kind}
          id={id}
          question={question}
          onSkip={() => foot.current?.querySelector('button')?.focus()}
        />
      </div>
      <div ref={foot} className={classes.foot} data-foot>
        <Sum kind={kind} id={id} fields={fields} />
        <div className={classes.acts}>
          <a href="#preview" className={classes.toPreview}>
            <IconDeviceMobile size={16} aria-hidden /> {say('preview')}
          </a>
          {acts}
        </div>
      </div>
      <Suspense>
        {begins && (
          <BeginDialog
            kind={kind}
            id={id}
            isNamed={fields.confidentiality.mode === 'attributed'}
            onSettle={draft.settle}
            onClose={() => void navigate({ to: '.', search: {}, replace: true })}
          >
            <AskedTeams kind={kind} id={id} fields={fields} onChange={change} />
            <Modes name="begin-mode" fields={fields} onChange={change} />
          </BeginDialog>
        )}
        {state.theirs && !isPutOff && (
          <Conflict
            mine={fields}
            theirs={state.theirs.fields}
            compared={compared as readonly Compared<Fields>[]}
            isBusy={state.status === 'saving'}
            onKeepMine={() => void draft.keepMine()}
            onTakeTheirs={draft.takeTheirs}
            onClose={() => setPutOff(true)}
          />
        )}
      </Suspense>
    </Page>
  )
}

type SaveProps<F> = { draft: DraftStore<F>; state: DraftState<F>; onCompare: () => void }

/** Said politely when it changes, and where it failed with the way on. */
function SaveState<F extends Fields>({ draft, state, onCompare }: SaveProps<F>) {
  const { status, fault, error } = state
  const say = useMessages(draftTexts)
  return (
    <div className={classes.saveState}>
      <p role="status" className="quiet small">
        {status === 'faulty' ? say('save_faulty', { fault: fault ?? '' }) : say(`save_${status}`)}
      </p>
      {status === 'conflict' && (
        <div>
          <Button variant="default" size="compact-sm" onClick={onCompare}>
            {say('compare')}
          </Button>
        </div>
      )}
      {status === 'failed' && (
        <Alert tone="bad">
          {explain(error)}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void draft.flush()}>
            {say('save_again')}
          </Button>
        </Alert>
      )}
    </div>
  )
}

/** “66 people · 3 questions, 1 more for some · about 1 min · anonymous” */
function Sum({ kind, id, fields }: { kind: Kind; id: string; fields: Fields }) {
  const say = useMessages(draftTexts)
  const people = useRecipientCount({ kind, id, fields })
  const { data: length } = useQuery(previewQuery(kind, id, {}))
  return (
    <p className={classes.sum}>
      {[
        ...(fields.lifecycle
          ? []
          : [
              asksSomebody(fields)
                ? people === undefined
                  ? '…'
                  : say('people_count', { count: people })
                : say('nobody'),
            ]),
        // As its page and its messages count them; a question that takes turns is not asked every time.
        ...(length
          ? [
              say('questions', { count: length.question_count, more: length.conditional_count }),
              say('minutes', { count: length.minutes }),
            ]
          : []),
        say(`mode_${fields.confidentiality.mode}_small`),
      ].join(' ·\u00a0')}
    </p>
  )
}

/** What recipients read above the first question, and before somebody opens it. */
export function Promise({ kind, id }: { kind: Kind; id: string }) {
  const say = useMessages(draftTexts)
  const { data } = useQuery(previewQuery(kind, id, {}))
  if (!data) return null
  const { sentence, retention } = data.confidentiality
  return (
    <section aria-labelledby="promise" className={`card pad ${classes.promise}`}>
      <div>
        <h2 id="promise">{say('promise_short')}</h2>
        <p className="quiet">{say('promise')}</p>
      </div>
      <blockquote lang={data.language}>
        <p>{sentence}</p>
        <p>{retention}</p>
      </blockquote>
    </section>
  )
}

export const Draft = () => {
  const say = useMessages(draftTexts)
  return <StatusBadge>{say('state_draft')}</StatusBadge>
}

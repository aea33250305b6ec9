/** One template while it is changed. It is saved by hand, because each time makes a version; then the page says what can be compared. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { currentTranslations } from '../../contract/wording.ts'
import { languages } from '../../locales/catalogue.ts'
import { explain, fieldErrors, queryClient } from '../api.ts'
import { createDraft, type DraftState, type DraftStore } from '../drafts/draft-store.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { faultText, type Worded } from '../drafts/fields.ts'
import { Languages } from '../drafts/languages.tsx'
import { QuestionList } from '../drafts/question-list.tsx'
import { fitted } from '../drafts/rotation.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { isConflict, refresh } from '../queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { showDone } from '../ui/toast.ts'
import { mayChange } from './template-acts.ts'
import { Suggestion } from './suggestion.tsx'
import { type Comparison, type Template, templateQuery } from './template-queries.ts'
import { saveTemplate } from './template-writes.ts'
import { templateTexts } from './template-texts.ts'
import drafts from '../drafts/drafts.module.css'
import { QuestionFace } from './question-face.tsx'
import classes from './templates.module.css'

const Turns = lazy(() => import('../drafts/turns.tsx').then(({ Turns }) => ({ default: Turns })))

const route = getRouteApi('/shell/app/templates/$template/edit')

export function TemplateEditorPage() {
  const say = useMessages(templateTexts)
  const { template: id } = route.useParams()
  const { data: me } = useMe()
  const query = useQuery(templateQuery(id))
  const { data: template } = query
  if (template && me && mayChange(template, me)) return <TemplateEditor template={template} />
  return (
    <Page
      title={template?.title ?? say('template')}
      crumbs={[
        { label: say('title'), to: '/app/templates' },
        { label: template?.title ?? say('template'), to: `/app/templates/${id}` },
      ]}
    >
      {template && me ? (
        <Alert tone="info">{say(template.origin === 'own' ? 'read_only' : 'read_only_built_in')}</Alert>
      ) : (
        <QueryState query={query} hasCard>
          {() => null}
        </QueryState>
      )}
    </Page>
  )
}

type Fields = Worded & Pick<Template, 'purpose' | 'suggested'>

const fieldsOf = (template: Template): Fields => ({
  title: template.title,
  purpose: template.purpose,
  description: template.description,
  questions: template.questions,
  language: template.language,
  translations: template.translations,
  suggested: template.suggested,
})

const storedOf = (template: Template) => ({ fields: fieldsOf(template), version: template.version })

function TemplateEditor({ template }: { template: Template }) {
  const say = useMessages(templateTexts)
  const sayOfDrafts = useMessages(draftTexts)
  const { id } = template
  const [comparison, setComparison] = useState<Comparison | null>(null)
  const keep = (saved: Template) => {
    queryClient.setQueryData(templateQuery(id).queryKey, saved)
    return storedOf(saved)
  }
  const [draft, state] = useDraft(() =>
    createDraft<Fields>({
      stored: storedOf(template),
      send: async (changes, version) => {
        const { comparison: compared, ...saved } = await saveTemplate(id, changes, version)
        setComparison(compared)
        showDone(say('saved', { version: saved.version }))
        return keep(saved)
      },
      read: async () => keep(await queryClient.fetchQuery({ ...templateQuery(id), staleTime: 0 })),
      isConflict,
      onSaved: () => void refresh('listTemplates'),
      faultOf: (fields) => faultText(fields, sayOfDrafts),
      savesItself: false,
    }),
  )
  const { fields, error } = state
  const errors = fieldErrors(error)
  /** A text that goes takes its translations with it, and a question its turn. */
  const change = (patch: Partial<Fields>, field: string): void => {
    const next = { ...fields, ...patch }
    const { suggested, questions } = next
    const rotation = suggested.rotation && fitted(suggested.rotation, questions)
    const translations = currentTranslations(next, next.translations)
    draft.change({ ...patch, suggested: { ...suggested, rotation }, translations }, field)
  }
  return (
    <Page
      title={fields.title.trim() || say('template')}
      status={<Chip>{say('version', { version: state.version })}</Chip>}
      crumbs={[
        { label: say('title'), to: '/app/templates' },
        { label: template.title, to: `/app/templates/${id}` },
      ]}
      api={{ operation: 'getTemplate', params: { id } }}
    >
      <div className={classes.editor}>
        <div className={drafts.document}>
          {comparison && <Compared comparison={comparison} questions={fields.questions} />}
          <div className={`card pad ${classes.parts}`}>
            <TextInput
              label={sayOfDrafts('title')}
              maxLength={limits.nameLengthMax}
              value={fields.title}
              error={errors['/title'] ?? (fields.title.trim() === '' && sayOfDrafts('fault_title'))}
              onChange={({ currentTarget }) => change({ title: currentTarget.value }, 'title')}
            />
            <Textarea
              label={say('purpose')}
              description={say('purpose_hint')}
              rows={2}
              maxLength={limits.templatePurposeLengthMax}
              value={fields.purpose}
              onChange={({ currentTarget }) => change({ purpose: currentTarget.value }, 'purpose')}
            />
            <Textarea
              label={sayOfDrafts('description')}
              description={sayOfDrafts('description_hint')}
              rows={2}
              maxLength={limits.textLengthMax}
              value={fields.description ?? ''}
              onChange={({ currentTarget }) =>
                change({ description: currentTarget.value || null }, 'description')
              }
            />
          </div>
          <QuestionList
            questions={fields.questions}
            translations={fields.translations}
            onChange={(questions, field, translations) =>
              change({ questions, ...(translations && { translations }) }, field)
            }
            isSingle={template.kind === 'question'}
          />
          <div className={`card ${drafts.rows}`}>
            {template.kind === 'check_in' &&
              fields.suggested.lifecycle === null &&
              (fields.suggested.rotation !== null || fields.questions.length > 1) && (
                <Suspense>
                  <Turns
                    id={null}
                    rotation={fields.suggested.rotation}
                    questions={fields.questions}
                    isSaved={state.status === 'saved'}
                    onChange={(rotation) =>
                      change({ suggested: { ...fields.suggested, rotation } }, 'rotation')
                    }
                  />
                </Suspense>
              )}
            <Languages languages={languages} isWhole={false} fields={fields} onChange={change} />
          </div>
          {template.kind !== 'question' && (
            <Suggestion
              kind={template.kind}
              suggested={fields.suggested}
              onChange={(suggested, field) => change({ suggested }, field)}
            />
          )}
        </div>
        <Preview questions={fields.questions} language={fields.language} />
      </div>
      <SaveBar draft={draft} state={state} />
    </Page>
  )
}

/** What recipients meet, beside what makes it, where there is room for both. */
function Preview({ questions, language }: Pick<Fields, 'questions' | 'language'>) {
  const say = useMessages(templateTexts)
  return (
    <aside className={classes.preview} aria-label={say('preview')}>
      <p className={classes.previewHead}>{say('preview')}</p>
      <ol className={`card pad ${classes.faces}`}>
        {questions.map((question, at) => (
          <li key={question.id}>
            <QuestionFace
              question={question}
              language={language}
              place={questions.length > 1 ? at + 1 : undefined}
            />
          </li>
        ))}
      </ol>
    </aside>
  )
}

type ComparedProps = { comparison: Comparison; questions: Template['questions'] }

function Compared({ comparison: { version, comparable, questions: differences }, questions }: ComparedProps) {
  const say = useMessages(templateTexts)
  const textOf = (id: string): string => questions.find((one) => one.id === id)?.text ?? id
  return (
    <Alert tone={comparable ? 'info' : 'warn'}>
      {say(comparable ? 'comparable' : 'not_comparable', { version })}
      {differences.length > 0 && (
        <ul>
          {differences.map(({ question_id: id, reason }) => (
            <li key={id}>{say('difference', { question: textOf(id), reason: say(`reason_${reason}`) })}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

type SaveProps = { draft: DraftStore<Fields>; state: DraftState<Fields> }

function SaveBar({ draft, state: { status, fault, error, version } }: SaveProps) {
  const say = useMessages(templateTexts)
  const texts = {
    saved: say('unchanged', { version }),
    unsaved: say('unsaved'),
    saving: say('saving'),
    faulty: say('faulty', { fault: fault ?? '' }),
    failed: say('failed'),
    conflict: say('conflict'),
  }
  return (
    <div className={classes.save}>
      <p role="status" className="quiet small">
        {texts[status]}
      </p>
      {status === 'failed' && <Alert tone="bad">{explain(error)}</Alert>}
      <div className={classes.actions}>
        {status === 'conflict' ? (
          <>
            <Button onClick={() => void draft.keepMine()}>{say('keep_mine')}</Button>
            <Button variant="default" onClick={draft.takeTheirs}>
              {say('take_theirs')}
            </Button>
          </>
        ) : (
          <Button
            disabled={status === 'saved' || status === 'faulty'}
            loading={status === 'saving'}
            onClick={() => void draft.flush()}
          >
            {say('save')}
          </Button>
        )}
      </div>
    </div>
  )
}

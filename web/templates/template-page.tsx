/** One template, to be read: what it asks and what a survey of it begins with; and what can be done with it. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { IconCopy, IconDownload, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { takesAnswer } from '../../contract/form-items.ts'
import { templateFile } from '../../contract/template-file.ts'
import { useMe } from '../me.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { daysOf } from '../drafts/recurrence.ts'
import { lifecycleTexts } from '../drafts/lifecycle-texts.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { download } from '../ui/download.ts'
import { type Fact, Facts } from '../ui/facts.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { PopupItem } from '../ui/popup.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { QuestionFace } from './question-face.tsx'
import { mayChange, useDeletion, useDuplicate, useUse } from './template-acts.ts'
import { type Template, templateQuery } from './template-queries.ts'
import { templateTexts } from './template-texts.ts'
import classes from './templates.module.css'

const SuggestedDates = lazy(async () => {
  const [{ SuggestedDates }] = await Promise.all([
    import('./suggested-dates.tsx'),
    loadMessages(lifecycleTexts),
  ])
  return { default: SuggestedDates }
})

const route = getRouteApi('/shell/app/templates/$template')

export function TemplatePage() {
  const say = useMessages(templateTexts)
  const { template: id } = route.useParams()
  const query = useQuery(templateQuery(id))
  if (!query.data)
    return (
      <Page title={say('template')} crumbs={[{ label: say('title'), to: '/app/templates' }]}>
        <QueryState query={query} hasCard>
          {() => null}
        </QueryState>
      </Page>
    )
  return <OneTemplate template={query.data} />
}

/** What a survey of it begins with, in a row. */
function useFacts({ kind, questions, minutes, suggested }: Template): readonly Fact[] {
  const say = useMessages(templateTexts)
  const sayOfDrafts = useMessages(draftTexts)
  const days = daysOf(suggested.window)
  const all: readonly (Fact | null)[] = [
    [say('kind'), say(`kind_${kind}`)],
    [say('content'), say('questions', { count: questions.filter(takesAnswer).length })],
    [say('takes'), say('minutes', { count: minutes })],
    kind === 'question' ? null : [say('mode'), sayOfDrafts(`mode_${suggested.mode}`)],
    kind === 'check_in'
      ? [
          say('asks'),
          <Suspense key="dates">
            <SuggestedDates suggested={suggested} />
          </Suspense>,
        ]
      : null,
    kind === 'question' || days === null || suggested.lifecycle !== null
      ? null
      : [say('open_for'), say('days', { count: days })],
  ]
  return all.filter((fact) => fact !== null)
}

function OneTemplate({ template }: { template: Template }) {
  const say = useMessages(templateTexts)
  const navigate = useNavigate()
  const isChangeable = mayChange(template, useMe().data)
  const { use, isPending: isBeginning } = useUse()
  const { duplicate } = useDuplicate()
  const remove = useDeletion(() => void navigate({ to: '/app/templates' }))
  const { id, kind, origin, title, purpose, description, questions, language, version, suggested } = template
  const facts = useFacts(template)
  const save = (): void => {
    const text = `${JSON.stringify(templateFile(template), null, 2)}\n`
    download(`${id}.json`, new Blob([text], { type: 'application/json' }))
  }
  return (
    <Page
      title={title}
      status={<Chip>{say('version', { version })}</Chip>}
      crumbs={[{ label: say('title'), to: '/app/templates' }]}
      api={{ operation: 'getTemplate', params: { id } }}
      menu={
        <>
          {kind !== 'question' && (
            <PopupItem icon={<IconCopy size={16} aria-hidden />} onClick={() => duplicate(template)}>
              {say('duplicate')}
            </PopupItem>
          )}
          <PopupItem icon={<IconDownload size={16} aria-hidden />} onClick={save}>
            {say('export')}
          </PopupItem>
          {isChangeable && (
            <PopupItem
              tone="bad"
              icon={<IconTrash size={16} aria-hidden />}
              onClick={() => remove.mutate(template)}
            >
              {say('delete')}
            </PopupItem>
          )}
        </>
      }
      actions={
        <>
          {isChangeable && (
            <ButtonLink variant="default" to="/app/templates/$template/edit" params={{ template: id }}>
              {say('edit')}
            </ButtonLink>
          )}
          {kind !== 'question' && (
            <Button loading={isBeginning} onClick={() => use(template)}>
              {say('use')}
            </Button>
          )}
        </>
      }
    >
      {!isChangeable && (
        <Alert tone="info">{say(origin === 'own' ? 'read_only' : 'read_only_built_in')}</Alert>
      )}
      <div className={classes.one}>
        <section aria-label={say('template')} className={`card pad ${classes.parts}`}>
          {purpose !== '' && <p>{purpose}</p>}
          {description !== null && (
            <div>
              <p className="quiet small">{say('introduction')}</p>
              <p lang={language ?? undefined}>{description}</p>
            </div>
          )}
          <Facts facts={facts} />
        </section>
        <section aria-labelledby="asked" className={`card pad ${classes.parts}`}>
          <h2 id="asked">{say('questions_heading')}</h2>
          <ol className={classes.faces}>
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
          {suggested.rotation && (
            <>
              <h3>{say('turns')}</h3>
              <p>{say('turns_each', { count: suggested.rotation.per_instance })}</p>
              <ul lang={language ?? undefined}>
                {questions
                  .filter((one) => suggested.rotation?.question_ids.includes(one.id))
                  .map((one) => (
                    <li key={one.id}>{one.text}</li>
                  ))}
              </ul>
            </>
          )}
        </section>
      </div>
    </Page>
  )
}

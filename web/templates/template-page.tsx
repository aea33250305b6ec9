/** One template, to be read: what it asks and what a survey of it begins with; and what can be done with it. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { templateFile } from '../../contract/template-file.ts'
import { useMe } from '../me.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { lifecycleTexts } from '../drafts/lifecycle-texts.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { download } from '../ui/download.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { mayChange, useDeletion, useDuplicate, useUse } from './template-acts.ts'
import { type Template, templateQuery } from './template-queries.ts'
import { templateTexts } from './template-texts.ts'
import classes from './templates.module.css'

const SuggestedDates = lazy(async () => {
  const [{ SuggestedDates }] = await Promise.all([
    import('./suggested-dates.tsx'),
    loadMessages(draftTexts),
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

function OneTemplate({ template }: { template: Template }) {
  const say = useMessages(templateTexts)
  const navigate = useNavigate()
  const isChangeable = mayChange(template, useMe().data)
  const { use, isPending: isBeginning } = useUse()
  const { duplicate, isPending: isCopying } = useDuplicate()
  const remove = useDeletion(() => void navigate({ to: '/app/templates' }))
  const { id, kind, origin, title, purpose, description, questions, language, version, suggested } = template
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
      actions={
        <>
          <Button variant="default" onClick={save}>
            {say('export')}
          </Button>
          {kind !== 'question' && (
            <Button variant="default" loading={isCopying} onClick={() => duplicate(template)}>
              {say('duplicate')}
            </Button>
          )}
          {isChangeable && (
            <>
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(template)}>
                {say('delete')}
              </Button>
              <ButtonLink variant="default" to="/app/templates/$template/edit" params={{ template: id }}>
                {say('edit')}
              </ButtonLink>
            </>
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
      <section aria-labelledby="asked" className={`card pad ${classes.parts}`}>
        {purpose !== '' && <p>{purpose}</p>}
        {description !== null && <p lang={language ?? undefined}>{description}</p>}
        {kind === 'check_in' && (
          <Suspense>
            <SuggestedDates suggested={suggested} />
          </Suspense>
        )}
        <h2 id="asked">{say('questions_heading')}</h2>
        <ol lang={language ?? undefined}>
          {questions.map(({ id: question, text }) => (
            <li key={question}>{text}</li>
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
    </Page>
  )
}

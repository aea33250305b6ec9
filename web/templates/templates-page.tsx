/** Templates: those of the organisation, then those of the service; to begin a survey with, to duplicate, to delete, and as files. */
import { Button } from '@mantine/core'
import { IconMessageQuestion, IconPlus, IconUpload } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { searchOf } from '../ui/address.ts'
import { ButtonLink } from '../ui/links.tsx'
import type { List } from '../ui/list.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { usePageKeys } from '../ui/page-keys.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState, Failure } from '../ui/states.tsx'
import { showDone, showFailure, showRefusal } from '../ui/toast.ts'
import { FoldedFilters, NoMatch, UrlChoice, UrlFilters, UrlSearch } from '../ui/url-filters.tsx'
import { OwnCard, TemplateCard, WaitingCard } from './template-card.tsx'
import { type Template, useTemplates } from './template-queries.ts'
import { origins, surveyKinds } from './template-search.ts'
import { templateTexts } from './template-texts.ts'
import { testedTexts } from './tested-texts.ts'
import { useTemplateCreation } from './template-writes.ts'
import classes from './templates.module.css'

const TestedQuestions = lazy(async () => {
  const [{ TestedQuestions }] = await Promise.all([
    import('./tested-questions.tsx'),
    loadMessages(testedTexts),
    loadMessages(driverTexts),
  ])
  return { default: TestedQuestions }
})

const NewQuestion = lazy(() => import('./new-question.tsx').then((it) => ({ default: it.NewQuestion })))

const route = getRouteApi('/shell/app/templates')

export function TemplatesPage() {
  const say = useMessages(templateTexts)
  const filter = route.useSearch()
  const isLibrary = filter.kind === 'question'
  return (
    <Page
      title={say(isLibrary ? 'kind_question' : 'title')}
      description={say(isLibrary ? 'library_hint' : 'description')}
      {...(isLibrary && { crumbs: [{ label: say('title'), to: '/app/templates' }] })}
      api={{ operation: 'listTemplates', query: filter }}
      actions={
        <>
          <Import />
          {isLibrary ? (
            <Suspense>
              <NewQuestion />
            </Suspense>
          ) : (
            <ButtonLink to="/app/surveys/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {say('new_survey')}
            </ButtonLink>
          )}
        </>
      }
    >
      <UrlFilters>
        <UrlSearch label={say(isLibrary ? 'search_questions' : 'search')} />
        {!isLibrary && (
          <>
            <FoldedFilters params={['kind', 'origin']}>
              <UrlChoice
                label={say('kind')}
                param="kind"
                all={say('all_kinds')}
                options={surveyKinds.map((value) => ({ value, label: say(`kinds_${value}`) }))}
              />
              <UrlChoice
                label={say('origin')}
                param="origin"
                all={say('all_origins')}
                options={origins.map((value) => ({ value, label: say(`from_${value}`) }))}
              />
            </FoldedFilters>
            <ButtonLink
              variant="default"
              to="."
              search={searchOf({ kind: 'question' })}
              leftSection={<IconMessageQuestion size={16} aria-hidden />}
            >
              {say('kind_question')}
            </ButtonLink>
          </>
        )}
      </UrlFilters>
      <Gallery
        list={useTemplates(filter)}
        isLibrary={isLibrary}
        empty={
          filter.q !== undefined || (filter.kind !== undefined && !isLibrary) ? (
            <NoMatch
              title={say(isLibrary ? 'no_question' : 'no_match')}
              params={isLibrary ? ['q'] : ['q', 'origin', 'kind']}
            />
          ) : isLibrary ? (
            // One line: what there is to use comes below.
            <p className="pad">
              <strong>{say('no_questions')}.</strong>{' '}
              <span className="quiet">{say('no_questions_hint')}</span>
            </p>
          ) : (
            <EmptyState
              title={say('none')}
              description={say('none_hint')}
              action={<Link to="/app/surveys/new">{say('new_survey')}</Link>}
            />
          )
        }
      />
      {isLibrary && (
        <Suspense>
          <TestedQuestions q={filter.q} />
        </Suspense>
      )}
    </Page>
  )
}

type GalleryProps = { list: List<Template>; isLibrary: boolean; empty: ReactNode }

/** Those of the organisation come first, as the API lists them. */
function Gallery({ list, isLibrary, empty }: GalleryProps) {
  const say = useMessages(templateTexts)
  const place = useRef<HTMLDivElement>(null)
  useCardKeys(place)
  const { data: all, error, refetch, isStale } = list
  if (error && !all)
    return (
      <div className="card">
        <Failure error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (all?.length === 0 && !isStale) return <div className="card">{empty}</div>
  if (!all)
    return (
      <ul className={classes.gallery} aria-label={say('title')} aria-busy="true" data-waiting>
        {Array.from({ length: waitingCards }, (_none, i) => (
          <WaitingCard key={i} />
        ))}
      </ul>
    )
  const count = say(isLibrary ? 'questions' : 'count', { count: all.length })
  return (
    <div ref={place} className="stack" aria-busy={isStale} data-stale={isStale || undefined}>
      {origins.map((origin) => {
        const those = all.filter((one) => one.origin === origin)
        return (
          those.length > 0 && (
            <section key={origin} className={classes.group} aria-labelledby={`of-${origin}`}>
              <h2 id={`of-${origin}`}>
                {say(isLibrary && origin === 'own' ? 'own_questions' : `origin_${origin}`)}
              </h2>
              <ul className={classes.gallery}>
                {those.map((template) => (
                  <TemplateCard key={template.id} template={template} />
                ))}
                {origin === 'own' && those.length === 1 && !isLibrary && <OwnCard />}
              </ul>
            </section>
          )
        )
      })}
      <div className="row-between">
        <p className="quiet small figures" role="status">
          {list.loadMore ? say('first_of_more', { shown: count }) : count}
        </p>
        <LoadMore list={list} size="xs" />
      </div>
    </div>
  )
}

const waitingCards = 6

/** `j` and `k` go from card to card, as they go from row to row in a table. */
function useCardKeys(place: { readonly current: HTMLElement | null }): void {
  const say = useMessages(templateTexts)
  const go = (by: 1 | -1) => () => {
    const links = [...(place.current?.querySelectorAll<HTMLElement>('[data-template] h3 a') ?? [])]
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
    const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
  }
  usePageKeys([
    { key: 'j', label: say('next_template'), run: go(1) },
    { key: 'k', label: say('previous_template'), run: go(-1) },
  ])
}

/** What the file says is checked by the service, as of any other caller. */
function Import() {
  const say = useMessages(templateTexts)
  const input = useRef<HTMLInputElement>(null)
  const create = useTemplateCreation({
    onDone: ({ title }) => showDone(say('imported', { title })),
    onFailed: showFailure,
  })
  const take = async (file: File): Promise<void> => {
    const body = await readTemplate(file)
    if (body) create.mutate(body)
    else showRefusal(say('not_a_file'))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void take(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        loading={create.isPending}
        onClick={() => input.current?.click()}
      >
        {say('import')}
      </Button>
    </>
  )
}

type Body = Parameters<ReturnType<typeof useTemplateCreation>['mutate']>[0]

async function readTemplate(file: File): Promise<Body | null> {
  if (file.size > limits.bodyBytesMax) return null
  try {
    const read: unknown = JSON.parse(await file.text())
    return typeof read === 'object' && read !== null && 'questions' in read ? (read as Body) : null
  } catch {
    return null
  }
}

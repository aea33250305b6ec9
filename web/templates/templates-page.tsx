/** Templates: those of the organisation, then those of the service; to begin a survey with, to duplicate, to delete, and as files. */
import { Button } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { takesAnswer } from '../../contract/form-items.ts'
import { limits } from '../../contract/limits.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone, showFailure, showRefusal } from '../ui/toast.ts'
import { NoMatch, UrlChoice, UrlFilters, UrlSearch } from '../ui/url-filters.tsx'
import { type Template, useTemplates } from './template-queries.ts'
import { kinds, origins } from './template-search.ts'
import { useTemplateCreation } from './template-writes.ts'
import { mayChange, useDeletion, useDuplicate, useUse } from './template-acts.ts'
import { templateTexts } from './template-texts.ts'
import classes from './templates.module.css'

const route = getRouteApi('/shell/app/templates')

export function TemplatesPage() {
  const say = useMessages(templateTexts)
  const filter = route.useSearch()
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listTemplates', query: filter }}
      actions={
        <>
          <Import />
          <ButtonLink to="/app/surveys/new" leftSection={<IconPlus size={16} aria-hidden />}>
            {say('new_survey')}
          </ButtonLink>
        </>
      }
    >
      <UrlFilters>
        <UrlSearch label={say('search')} />
        <UrlChoice
          label={say('origin')}
          param="origin"
          all={say('all_origins')}
          options={origins.map((value) => ({ value, label: say(`origin_${value}`) }))}
        />
        <UrlChoice
          label={say('kind')}
          param="kind"
          all={say('all_kinds')}
          options={kinds.map((value) => ({ value, label: say(`kind_${value}`) }))}
        />
      </UrlFilters>
      <DataTable
        label={say('title')}
        list={useTemplates(filter)}
        columns={useColumns()}
        keyOf={({ id }) => id}
        countText={(count) => say('count', { count })}
        empty={
          filter.q !== undefined || filter.kind !== undefined ? (
            <NoMatch title={say('no_match')} params={['q', 'origin', 'kind']} />
          ) : (
            <EmptyState
              title={say('none')}
              description={say('none_hint')}
              action={<Link to="/app/surveys/new">{say('new_survey')}</Link>}
            />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<Template>[] {
  const say = useMessages(templateTexts)
  return [
    {
      header: say('template'),
      cell: ({ id, title, purpose }) => (
        <>
          <Link to="/app/templates/$template" params={{ template: id }}>
            {title}
          </Link>
          {purpose !== '' && <div className={`quiet small ${classes.purpose}`}>{purpose}</div>}
        </>
      ),
    },
    {
      header: say('origin'),
      cell: ({ origin, kind }) => (
        <span className={classes.whole}>
          {say(`origin_${origin}`)}
          <div className="quiet small">{say(`kind_${kind}`)}</div>
        </span>
      ),
    },
    {
      header: say('content'),
      cell: ({ questions, minutes }) => (
        <span className={classes.whole}>
          {say('questions', { count: questions.filter(takesAnswer).length })}
          <div className="quiet small">{say('minutes', { count: minutes })}</div>
        </span>
      ),
    },
    {
      header: say('used'),
      cell: ({ usage: { surveys, last_used_at: last } }) => (
        <span className={classes.whole}>
          {say('used_times', { count: surveys })}
          {last !== null && (
            <div className="quiet small">
              {say('last_used')} <RelativeTime at={last} />
            </div>
          )}
        </span>
      ),
    },
    {
      header: say('actions'),
      isHeaderHidden: true,
      cell: (template) => <Actions template={template} />,
    },
  ]
}

function Actions({ template }: { template: Template }) {
  const say = useMessages(templateTexts)
  const { data: me } = useMe()
  const { title } = template
  /** A question of the library is put into surveys in their editor, and has an id of its own. */
  const isOfSurveys = template.kind !== 'question'
  const { use, isPending: isBeginning } = useUse()
  const { duplicate, isPending: isCopying } = useDuplicate()
  const remove = useDeletion()
  return (
    <div className={classes.actions}>
      {isOfSurveys && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={say('use_of', { title })}
            loading={isBeginning}
            onClick={() => use(template)}
          >
            {say('use')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={say('duplicate_of', { title })}
            loading={isCopying}
            onClick={() => duplicate(template)}
          >
            {say('duplicate')}
          </Button>
        </>
      )}
      {mayChange(template, me) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={say('delete_of', { title })}
          loading={remove.isPending}
          onClick={() => remove.mutate(template)}
        >
          {say('delete')}
        </Button>
      )}
    </div>
  )
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

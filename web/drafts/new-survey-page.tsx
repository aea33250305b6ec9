/** What to ask: templates by purpose, with what each takes and how often, and an empty page. Choosing one makes a draft and opens it. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { IconBolt, IconCalendarRepeat, IconPlus } from '@tabler/icons-react'
import { takesAnswer } from '../../contract/form-items.ts'
import { useMe } from '../me.ts'
import { type Say, useMessages } from '../messages.ts'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { showFailure } from '../ui/toast.ts'
import { UrlChoice, UrlFilters } from '../ui/url-filters.tsx'
import { type Beginning, blankTemplate, newSurvey } from './beginnings.ts'
import { editorAddress, type Kind, type Template, allTemplates, useCreate } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import { newSurveyTexts } from './new-survey-texts.ts'
import classes from './new-survey.module.css'
import { rhythmText } from './recurrence.ts'
import { rhythmWordTexts } from './rhythm-words-texts.ts'

const route = getRouteApi('/shell/app/surveys/new')

const icons = { pulse: IconBolt, check_in: IconCalendarRepeat }
const kinds = ['check_in', 'pulse'] as const satisfies Kind[]

export function NewSurveyPage() {
  const say = useMessages(newSurveyTexts)
  const sayOfDrafts = useMessages(draftTexts)
  const { kind } = route.useSearch()
  const { data: me } = useMe()
  const navigate = useNavigate()
  const query = useQuery(allTemplates)
  const create = useCreate({
    onDone: ({ kind: made, id }, { body }) =>
      void navigate({
        to: editorAddress(made, id),
        ...(body.template_id !== undefined && { search: { begins: 'yes' } }),
      }),
    onFailed: showFailure,
  })
  const zone = me?.organisation?.time_zone
  const choose = (template: Beginning): void => create.mutate(newSurvey(template, { zone, now: new Date() }))
  const chosen = create.isPending ? create.variables.body.template_id : undefined
  return (
    <Page
      title={say('new_title')}
      description={say('new_hint')}
      crumbs={[{ label: say('surveys'), to: '/app/surveys' }]}
      actions={<Link to="/app/templates">{say('manage_templates')}</Link>}
      api={{ operation: 'listTemplates', query: kind ? { kind } : {} }}
    >
      <UrlFilters>
        <UrlChoice
          label={say('kind')}
          param="kind"
          all={say('all_kinds')}
          options={kinds.map((value) => ({ value, label: say(`kinds_${value}`) }))}
        />
      </UrlFilters>
      <QueryState query={query}>
        {(all) => (
          <ul className={classes.gallery}>
            {kinds
              .filter((one) => kind === undefined || one === kind)
              .map((one) => (
                <li key={one} className={`card pad ${classes.blank}`}>
                  <div>
                    <h2>{say(`blank_${one}`)}</h2>
                    <p className="quiet">{say(`blank_${one}_hint`)}</p>
                  </div>
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    disabled={create.isPending}
                    onClick={() => choose(blankTemplate(one, sayOfDrafts))}
                  >
                    {say(`start_${one}`)}
                  </Button>
                </li>
              ))}
            {all
              .filter((template) => kind === undefined || template.kind === kind)
              .map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  isBusy={create.isPending}
                  isChosen={chosen === template.id}
                  onChoose={() => choose(template)}
                />
              ))}
          </ul>
        )}
      </QueryState>
    </Page>
  )
}

type CardProps = { template: Template; isBusy: boolean; isChosen: boolean; onChoose: () => void }

function TemplateCard({ template, isBusy, isChosen, onChoose }: CardProps) {
  const say = useMessages(newSurveyTexts)
  // These are the rhythms of the editors, which a call by both would have to be generic over.
  const sayRhythm = useMessages(rhythmWordTexts) as unknown as Say<typeof draftTexts>
  const { origin, title, purpose, minutes, questions, suggested } = template
  // Single questions are not in this list.
  const kind = template.kind === 'check_in' ? 'check_in' : 'pulse'
  const Icon = icons[kind]
  return (
    <li className={`card pad ${classes.template}`}>
      <h2>
        <Icon size={18} stroke={1.75} aria-hidden /> {title}
      </h2>
      <p>{purpose}</p>
      <details className={classes.asked}>
        <summary>{say('read_questions')}</summary>
        <ol>
          {questions.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ol>
      </details>
      <div className={classes.templateFoot}>
        <p className={`quiet small facts-line ${classes.templateFacts}`}>
          {origin === 'own' && <span>{say('own_template')}</span>}
          <span>{say(`kinds_${kind}`)}</span>
          <span>{say('questions', { count: questions.filter(takesAnswer).length })}</span>
          <span>{say('minutes', { count: minutes })}</span>
          <span>{say(`mode_${suggested.mode}`)}</span>
          {suggested.recurrence && <span>{rhythmText(sayRhythm, suggested.recurrence.rrule)}</span>}
        </p>
        <Button
          variant="default"
          aria-label={say('use_template', { title })}
          disabled={isBusy && !isChosen}
          loading={isChosen}
          onClick={onChoose}
        >
          {say('use')}
        </Button>
      </div>
    </li>
  )
}

/** Three templates to start with, for people without a survey. Choosing one creates a draft and opens it. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconBolt, IconCalendarRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { takesAnswer } from '../../contract/form-items.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { QueryState } from '../ui/query-state.tsx'
import { showFailure } from '../ui/toast.ts'
import { newSurvey } from './beginnings.ts'
import { allTemplates, editorAddress, type Template, useCreate } from './draft-queries.ts'
import classes from './first-surveys.module.css'
import { newSurveyTexts } from './new-survey-texts.ts'

/** A recurring one, a single one, and one every few months: most teams start with these. */
const firstIds = ['confidential_check_in', 'incident_review', 'engagement_drivers']

const first = (all: readonly Template[]): readonly Template[] =>
  firstIds.flatMap((id) => all.filter((template) => template.id === id))

/** @param children  another way to start */
export function FirstSurveys({ children }: { children: ReactNode }) {
  const say = useMessages(newSurveyTexts)
  const { data: me } = useMe()
  const navigate = useNavigate()
  const query = useQuery(allTemplates)
  const create = useCreate({
    onDone: ({ kind, id }) => void navigate({ to: editorAddress(kind, id), search: { begins: 'yes' } }),
    onFailed: showFailure,
  })
  const choose = (template: Template): void =>
    create.mutate(newSurvey(template, { zone: me?.organisation?.time_zone, now: new Date() }))
  return (
    <div className={classes.first}>
      <QueryState query={query}>
        {(all) => (
          <ul className={classes.templates}>
            {first(all).map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  className={`card ${classes.template}`}
                  disabled={create.isPending}
                  onClick={() => choose(template)}
                >
                  <Face template={template} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <p className={classes.further}>
        <Link to="/app/surveys/new">{say('other_beginnings')}</Link>
        {children}
      </p>
    </div>
  )
}

function Face({ template: { kind, title, purpose, questions, minutes, suggested } }: { template: Template }) {
  const say = useMessages(newSurveyTexts)
  const Icon = kind === 'check_in' ? IconCalendarRepeat : IconBolt
  return (
    <>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.words}>
        <strong>{title}</strong>
        <span className="quiet small">{purpose}</span>
        <span className="quiet small facts-line">
          <span>{say('questions', { count: questions.filter(takesAnswer).length })}</span>
          <span>{say('minutes', { count: minutes })}</span>
          <span>{say(`mode_${suggested.mode}`)}</span>
        </span>
      </span>
    </>
  )
}

/** Notices to authors, in the organisation's language: who did what with their survey. */
import { textsOf } from '../../locales/catalogue.ts'
import { firstLanguage } from '../language.ts'
import type { NoticeKind } from '../notices/notices.ts'

export type SurveyEvent =
  | 'closed'
  | 'cancelled'
  | 'paused'
  | 'ended'
  | 'archived'
  | 'deleted'
  | 'skipped'
  | 'handed_on'
  | 'handed_over'
  | 'inherited'

type Facts = {
  readonly event: SurveyEvent
  /** Missing in a letter that was queued before letters led to their survey. */
  readonly surveyId?: string
  readonly title: string
  /** The name of whoever acted, a person or a program; of what was inherited, of whoever has left. */
  readonly by: string
  readonly reason: string | null
}

export const surveyNotices: NoticeKind<Facts> = {
  name: 'survey',
  compose: (_tx, { facts: { event, surveyId, title, by, reason }, name, organisation, ...to }) => {
    const language = firstLanguage(to.locale, to.organisation_locale)
    const text = textsOf('authorship', language)
    const isTheirs = event === 'handed_over' || event === 'inherited'
    return {
      kind: `survey_${event}`,
      language,
      subject: isTheirs ? text('subject_yours', { title }) : text('subject_changed', { title, by }),
      greeting: text('greeting', { name: name ?? '' }),
      request: text(event, { by }),
      title,
      description: reason === null ? null : text('reason', { reason }),
      promise: text('recorded', { organisation }),
      personal: text('personal'),
      button: text('button'),
      path: pathOf(event, surveyId),
    }
  },
}

/** Its results, or its editor, which says what it has become. Anyone who has handed it on may not see it any more, and one that was deleted is in a list. */
function pathOf(event: SurveyEvent, id: string | undefined): string {
  if (id === undefined || event === 'handed_on' || event === 'deleted') return '/app/surveys'
  const page = event === 'closed' ? 'results' : 'edit'
  return `/app/${id.startsWith('chk_') ? 'check-ins' : 'pulses'}/${id}/${page}`
}

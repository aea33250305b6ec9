/** Templates: sets of questions that are ready to use or to adapt. They are the same for every organisation. */
import { Type, type Static } from 'typebox'
import { Reminders } from './collections.ts'
import { modes } from './confidentiality.ts'
import { duration, nullable, oneOf, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Questions } from './questions.ts'
import { Translations } from './translations.ts'

export const Template = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    purpose: Type.String({ description: 'when to use the template, and why' }),
    kind: oneOf(['pulse', 'check_in']),
    minutes: Type.Integer({ description: 'the approximate time to answer' }),
    suggested: Type.Object({
      mode: oneOf(modes),
      window: duration,
      recurrence: nullable(Type.Object({ rrule: Type.String(), time: Type.String() })),
      reminders: Reminders,
    }),
    questions: Questions,
    language: Type.String({ description: 'in which title and questions are written' }),
    translations: Translations,
  },
  { title: 'Template' },
)

const readAccess = {
  tag: 'Templates',
  caller: 'application',
  action: 'survey.read',
  scope: ['pulses:read', 'checkins:read', 'pulses:write', 'checkins:write'],
} as const

export const listTemplates = {
  id: 'listTemplates',
  method: 'GET',
  path: '/api/templates',
  summary: 'List templates',
  ...readAccess,
  description: 'All templates with their questions, without pages. They are the same for every organisation.',
  query: strict({ kind: Type.Optional(oneOf(['pulse', 'check_in'])) }),
  status: 200,
  response: Type.Object({ templates: Type.Array(Template) }),
  errors: [],
} as const satisfies Operation

export const getTemplate = {
  id: 'getTemplate',
  method: 'GET',
  path: '/api/templates/{id}',
  summary: 'Get a template',
  ...readAccess,
  description:
    'Send its `questions`, `language` and `translations` unchanged to POST /api/pulses or POST /api/check-ins.',
  params: Type.Object({ id: Type.String({ pattern: '^[a-z][a-z_]{0,63}$' }) }),
  status: 200,
  response: Template,
  errors: ['not_found'],
} as const satisfies Operation

export type Template = Static<typeof Template>

/** As it is written here, in English. */
export type TemplateText = Omit<Template, 'language' | 'translations'> & { translations?: Translations }

/** Templates: sets of questions that work as they are, to post as they are or to change first. The same for everybody. */
import { Type, type Static } from 'typebox'
import { Reminders } from './collections.ts'
import { modes } from './confidentiality.ts'
import { duration, nullable, oneOf, strict } from './fields.ts'
import { type Operation } from './operation.ts'
import { Questions } from './questions.ts'

export const Template = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    purpose: Type.String({ description: 'when to use it, and what for' }),
    kind: oneOf(['pulse', 'check_in']),
    minutes: Type.Integer({ description: 'about how long answering takes' }),
    suggested: Type.Object({
      mode: oneOf(modes),
      window: duration,
      recurrence: nullable(Type.Object({ rrule: Type.String(), time: Type.String() })),
      reminders: Reminders,
    }),
    questions: Questions,
  },
  { title: 'Template' },
)

const reads = {
  tag: 'Templates',
  caller: 'application',
  scope: ['pulses:read', 'checkins:read', 'pulses:write', 'checkins:write'],
} as const

export const listTemplates = {
  id: 'listTemplates',
  method: 'GET',
  path: '/api/templates',
  summary: 'List the templates',
  ...reads,
  description: 'All of them, with their questions; there are few, and they are the same for everybody.',
  query: strict({ kind: Type.Optional(oneOf(['pulse', 'check_in'])) }),
  status: 200,
  response: Type.Object({ templates: Type.Array(Template) }),
  errors: [],
} as const satisfies Operation

export const getTemplate = {
  id: 'getTemplate',
  method: 'GET',
  path: '/api/templates/{id}',
  summary: 'Read a template',
  ...reads,
  description: 'Its `questions` are those of POST /api/pulses and POST /api/check-ins, as they stand.',
  params: Type.Object({ id: Type.String({ pattern: '^[a-z][a-z_]{0,63}$' }) }),
  status: 200,
  response: Template,
  errors: ['not_found'],
} as const satisfies Operation

export type Template = Static<typeof Template>

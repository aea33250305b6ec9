/**
 * Templates: sets of questions that are ready to use or to adapt. Those of the service are the same for every organisation; others an
 * organisation has saved itself. A template has no people, no teams and no answers.
 */
import type { Static } from 'typebox'
import { Reminders } from './collections.ts'
import { modes } from './confidentiality.ts'
import {
  duration,
  id,
  instant,
  name,
  nothing,
  nullable,
  oneOf,
  page,
  paging,
  strict,
  text,
} from './fields.ts'
import { onHoliday } from './holidays.ts'
import { Lifecycle } from './lifecycle.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { LowParticipation } from './participation.ts'
import { questionId, Questions } from './questions.ts'
import { Rotation } from './rotation.ts'
import { Translations, wordingFields } from './translations.ts'
import { Type } from './schema.ts'

/** question: a single one, kept in the library of the organisation to be put into surveys. */
export const templateKinds = ['pulse', 'check_in', 'question'] as const
export const templateOrigins = ['own', 'built_in'] as const

const kind = oneOf(templateKinds)
const rrule = Type.String({ minLength: 5, maxLength: 500, description: 'RFC 5545, without DTSTART' })
const time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

const Suggested = Type.Object({
  mode: oneOf(modes),
  window: duration,
  recurrence: nullable(
    Type.Object({ rrule: Type.String(), time: Type.String(), on_holiday: oneOf(onHoliday) }),
  ),
  lifecycle: nullable(Lifecycle),
  reminders: Reminders,
  low_participation: nullable(LowParticipation),
  rotation: nullable(Rotation),
})

/** Where something is left out, what suits most is taken. */
const SuggestedDraft = strict(
  {
    mode: Type.Optional(oneOf(modes)),
    window: Type.Optional(duration),
    recurrence: Type.Optional(nullable(strict({ rrule, time, on_holiday: Type.Optional(oneOf(onHoliday)) }))),
    lifecycle: Type.Optional(nullable(Lifecycle)),
    reminders: Type.Optional(Reminders),
    low_participation: Type.Optional(nullable(LowParticipation)),
    rotation: Type.Optional(nullable(Rotation)),
  },
  {
    title: 'TemplateSuggestion',
    description:
      'what a survey of the template begins with. A pulse has neither `recurrence` nor `lifecycle`, a check-in has one of them; by default it is weekly at 09:00. Questions of a check-in take turns where `rotation` says so',
  },
)

const purpose = Type.String({
  maxLength: limits.templatePurposeLengthMax,
  description: 'when to use the template, and why',
})

export const Template = Type.Object(
  {
    id: Type.String(),
    origin: Type.Unsafe<(typeof templateOrigins)[number]>({
      ...oneOf(templateOrigins),
      description: 'built_in: it comes with the service; own: somebody of the organisation saved it',
    }),
    title: Type.String(),
    purpose: Type.String({ description: 'when to use the template, and why' }),
    description: nullable(Type.String({ description: 'what recipients read above the questions' })),
    kind,
    minutes: Type.Integer({ description: 'the approximate time to answer' }),
    suggested: Suggested,
    questions: Questions,
    language: nullable(
      Type.String({ description: 'the language of the title and the questions; null: the organisation’s' }),
    ),
    translations: Translations,
    author_user_id: nullable(
      Type.String({ description: 'who saved it; null for one of the service, or if they were erased' }),
    ),
    version: Type.Integer({ description: 'one more with every change; also the ETag' }),
    comparable_since: Type.Integer({
      description:
        'the first version with which this one can be compared: every question that both have is of the same type and scale',
    }),
    usage: Type.Object(
      {
        surveys: Type.Integer({
          description:
            'pulses and check-ins that the caller sees: made from it, in any version; of a question, those that ask it, which have one of its id',
        }),
        last_used_at: nullable(
          Type.String({ format: 'date-time', description: 'when the last one was made' }),
        ),
      },
      { description: 'how often it was used; nothing of whoever was asked' },
    ),
    created_at: nullable(instant),
    updated_at: nullable(instant),
    deleted_at: nullable(instant),
  },
  { title: 'Template' },
)

const editableFields = {
  title: name,
  purpose: Type.Optional(purpose),
  description: Type.Optional(nullable(text)),
  kind,
  suggested: Type.Optional(SuggestedDraft),
  questions: Questions,
  ...wordingFields,
}

/** Also the form in which a template is kept in a file. */
export const TemplateDraft = strict(editableFields, { title: 'TemplateDraft' })
export const TemplatePatch = strict(
  {
    ...editableFields,
    title: Type.Optional(name),
    kind: Type.Optional(kind),
    questions: Type.Optional(Questions),
  },
  { title: 'TemplatePatch', minProperties: 1 },
)

const notComparable = ['removed', 'type', 'scale'] as const

export const TemplateComparison = Type.Object(
  {
    version: Type.Integer({ description: 'the version before' }),
    comparable: Type.Boolean({ description: 'every question that both have is of the same type and scale' }),
    questions: Type.Array(
      Type.Object({
        question_id: Type.String(),
        reason: Type.Unsafe<(typeof notComparable)[number]>({
          ...oneOf(notComparable),
          description:
            'removed: it is not asked any more; type and scale: it has another one, so a new question should have a new id',
        }),
      }),
      {
        description: 'questions of the version before whose figures cannot be compared with the new one',
      },
    ),
  },
  { title: 'TemplateComparison' },
)

const ChangedTemplate = Type.Object(
  {
    ...Template.properties,
    comparison: nullable(TemplateComparison),
  },
  {
    title: 'ChangedTemplate',
    description: '`comparison` is null if nothing was changed, so that there is no new version',
  },
)

const readAccess = {
  tag: 'Templates',
  caller: 'application',
  action: 'survey.read',
  scope: ['pulses:read', 'checkins:read', 'pulses:write', 'checkins:write'],
} as const

const writeScopes = ['pulses:write', 'checkins:write'] as const
const createAccess = {
  tag: 'Templates',
  caller: 'user',
  action: 'survey.create',
  scope: writeScopes,
} as const
const changeAccess = { ...createAccess, action: 'template.change' } as const

/** Parameters of operations on one of the organisation’s templates. */
const params = Type.Object({ id: id('tpl') })

/** In drafts of surveys: the template that they are made from. */
export const templateFields = {
  template_id: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        description:
          'the template that it is made from, which counts it. Questions and times are those of this draft, not of the template',
      }),
    ),
  ),
  template_version: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'the version of the template; by default its current one',
      }),
    ),
  ),
}

/** The same in replies. */
export const templateReply = {
  template_id: nullable(
    Type.String({ description: 'the template that it was made from; it may be gone by now' }),
  ),
  template_version: nullable(Type.Integer()),
}

export const listTemplates = {
  id: 'listTemplates',
  method: 'GET',
  path: '/api/templates',
  summary: 'List templates',
  ...readAccess,
  description:
    'With their questions: first those of the organisation, newest first, then those of the service, which are the same for everybody. Single questions of the library are listed with `kind=question` alone.',
  query: strict({
    ...paging,
    kind: Type.Optional(kind),
    origin: Type.Optional(oneOf(templateOrigins)),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'words of the title or the purpose' })),
    deleted: Type.Optional(
      Type.Boolean({
        description:
          'list only deleted ones that can still be restored: your own, and for admins all of them',
      }),
    ),
  }),
  status: 200,
  response: page('templates', Template),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createTemplate = {
  id: 'createTemplate',
  method: 'POST',
  path: '/api/templates',
  summary: 'Create a template',
  ...createAccess,
  description: `Everybody in the organisation who may create surveys can use it. An organisation has at most ${limits.templatesMax} templates of its own, and as many single questions. One of the kind \`question\` has one question and suggests nothing else; no two of them have the same id of a question, because figures are joined by it.`,
  body: TemplateDraft,
  status: 201,
  response: Template,
  errors: ['unprocessable'],
} as const satisfies Operation

export const saveTemplate = {
  id: 'saveTemplate',
  method: 'POST',
  path: '/api/templates/from-survey',
  summary: 'Save a survey as a template',
  ...createAccess,
  description:
    'From any pulse or check-in that you can see, also a draft: title, description, questions, wording, mode, reminders, and the window, recurrence and rotation of a check-in. Never its recipients, audience, channels or answers. Anyone who may create surveys can read the template, also of a private survey of yours. With `question_id` it is one question for the library.',
  body: strict(
    {
      survey_id: Type.Union([id('pls'), id('chk')], { description: 'the ID of a pulse or a check-in' }),
      question_id: Type.Optional({
        ...questionId,
        description: 'save this question alone, as one of the kind `question`, without its condition',
      }),
      title: Type.Optional(name),
      purpose: Type.Optional(purpose),
    },
    { title: 'SurveyToSave' },
  ),
  status: 201,
  response: Template,
  errors: ['unprocessable'],
} as const satisfies Operation

export const getTemplate = {
  id: 'getTemplate',
  method: 'GET',
  path: '/api/templates/{id}',
  summary: 'Get a template',
  ...readAccess,
  description:
    'Send its `description`, `questions`, `language` and `translations` unchanged to POST /api/pulses or POST /api/check-ins, with its id as `template_id` and its version as `template_version`.',
  params: Type.Object({ id: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }) }),
  status: 200,
  response: Template,
  errors: ['not_found'],
} as const satisfies Operation

export const updateTemplate = {
  id: 'updateTemplate',
  method: 'PATCH',
  path: '/api/templates/{id}',
  summary: 'Change a template of the organisation',
  ...changeAccess,
  description:
    'Makes a new version. Surveys that were made from an earlier one stay as they are. The reply says which questions cannot be compared with the version before. `suggested` replaces the members that it has.',
  params,
  body: TemplatePatch,
  status: 200,
  response: ChangedTemplate,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'unprocessable'],
} as const satisfies Operation

export const deleteTemplate = {
  id: 'deleteTemplate',
  method: 'DELETE',
  path: '/api/templates/{id}',
  summary: 'Delete a template of the organisation',
  ...changeAccess,
  description:
    'Surveys that were made from it stay. It is deleted permanently after 30 days; until then `restore` brings it back.',
  params,
  status: 204,
  response: nothing,
  errors: ['not_found', 'not_the_author', 'precondition_failed'],
} as const satisfies Operation

export const restoreTemplate = {
  id: 'restoreTemplate',
  method: 'POST',
  path: '/api/templates/{id}/restore',
  summary: 'Restore a deleted template',
  ...changeAccess,
  description: 'One that is not deleted stays as it is.',
  params,
  status: 200,
  response: Template,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'unprocessable'],
} as const satisfies Operation

export type Template = Static<typeof Template>
export type TemplateDraft = Static<typeof TemplateDraft>
export type TemplateComparison = Static<typeof TemplateComparison>
export type TemplateKind = Template['kind']
/** Kinds that a survey can begin as. */
export type SurveyKind = Exclude<TemplateKind, 'question'>

/** As it is written here, in English. */
export type TemplateText = Pick<Template, 'id' | 'title' | 'purpose' | 'kind' | 'minutes' | 'questions'> & {
  suggested: Pick<Template['suggested'], 'mode' | 'window' | 'reminders'> & {
    recurrence?: { rrule: string; time: string }
    lifecycle?: Lifecycle
  }
  translations?: Translations
}

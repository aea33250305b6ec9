/** Actions as tasks of a team: recommended by a report or made by a person, accepted, assigned, started, completed or dismissed, and the effect that followed. */
import type { Static } from 'typebox'
import { driverIds } from './drivers.ts'
import { id, instant, localDate, nothing, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { language } from './insights.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { describeTransition } from './refusals.ts'
import { actionTransitions, actionStates } from './states.ts'
import { Type } from './schema.ts'

export const actionRoles = ['team_lead', 'team', 'people_team', 'leadership'] as const
export const actionEfforts = ['small', 'medium', 'large'] as const
export const actionOrigins = ['report', 'person'] as const

export const effectVerdicts = ['better', 'worse', 'no clear effect'] as const

/** The change of the driver in the next instance of the same check-in, by the same test as any other change. */
export const ActionEffect = Type.Object(
  {
    check_in_instance_id: Type.String({ description: 'the instance that measured the effect' }),
    measured_at: instant,
    verdict: oneOf(effectVerdicts),
    metric: nullable(oneOf(['mean', 'enps', 'sentiment', 'share'])),
    question_id: nullable(Type.String()),
    before: nullable(Type.Number()),
    after: nullable(Type.Number()),
    difference: nullable(Type.Number()),
    p: nullable(Type.Number()),
    p_adjusted: nullable(Type.Number({ description: 'adjusted over all tests of that report' })),
    method: nullable(Type.String()),
    n: nullable(Type.Integer({ description: 'the number of people behind `after`' })),
  },
  { title: 'ActionEffect' },
)

export const Action = Type.Object(
  {
    id: Type.String(),
    state: oneOf(actionStates),
    origin: {
      ...oneOf(actionOrigins),
      description:
        'whether a report recommends it, or a person made it. For what a person made, `catalogue`, `owner_role`, `effort`, `measure`, `priority` and `confidence` are null',
    },
    insight_id: Type.String({
      description: 'the insight that recommends the action, or that it was made from, with its evidence',
    }),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
      team_id: nullable(Type.String({ description: 'null for all recipients' })),
      team_name: nullable(Type.String({ description: 'what the team is called now' })),
    }),
    driver: nullable(oneOf(driverIds)),
    catalogue: nullable(Type.Object({ action: Type.String(), version: Type.String() })),
    title: Type.String({
      description:
        'like `first_step` and `measure` in the language that was asked for; of what a person made, in their words',
    }),
    first_step: nullable(Type.String({ description: 'a first step that fits into one week' })),
    owner_role: nullable(oneOf(actionRoles)),
    effort: nullable(oneOf(actionEfforts)),
    measure: nullable(
      Type.String({ description: 'what the next instance should show if the action helped' }),
    ),
    named: nullable(
      Type.Object(
        { phrase: Type.String(), people: Type.Integer() },
        { description: 'what most people name about it, in words that at least three of them use' },
      ),
    ),
    times: Type.Integer({
      description: 'how many instances of the check-in have suggested it; 1 for a pulse',
    }),
    is_current: Type.Boolean({
      description:
        'whether the newest results of its check-in suggest it. Results of a later date that do not suggest it again leave it listed, and this says false. Always true for a pulse, and for what a person made',
    }),
    priority: nullable(Type.Number()),
    confidence: nullable(oneOf(['high', 'medium'])),
    owner_member_id: nullable(Type.String()),
    owner_name: nullable(
      Type.String({
        description: 'what the owner is called now; null for a program that does not read teams',
      }),
    ),
    maker_name: nullable(
      Type.String({
        description:
          'who made it; null where a report did, where that user was erased, and for a program that does not read teams',
      }),
    ),
    is_mine: Type.Boolean({
      description:
        'whether the user whom the caller acts for made it, and so may change its words and delete it',
    }),
    may_update: Type.Boolean({
      description:
        'whether the user whom the caller acts for may accept, assign and finish it, for which a token also needs `insights:write`',
    }),
    due_on: nullable(localDate),
    note: nullable(Type.String()),
    reason: nullable(Type.String({ description: 'why the action was dismissed' })),
    ended_at: nullable(Type.String({ description: 'when it was completed or dismissed' })),
    effect: nullable({
      ...ActionEffect,
      description: 'null before it is measured, and for whoever does not read the instance that measured it',
    }),
    ...stamps,
  },
  { title: 'Action' },
)

const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const note = words(limits.textLengthMax)

export const ActionDraft = strict(
  {
    insight_id: { ...id('ins'), description: 'the finding that it answers: it has its survey and team' },
    title: { ...words(limits.nameLengthMax), description: 'what is to be done, in your words' },
    first_step: Type.Optional(nullable(note)),
    driver: Type.Optional(
      nullable({
        ...oneOf(driverIds),
        description:
          'what it is meant to improve. With it, the next instance of the check-in measures its effect',
      }),
    ),
    owner_member_id: Type.Optional(nullable(id('mem'))),
    due_on: Type.Optional(nullable(localDate)),
    note: Type.Optional(nullable(note)),
  },
  { title: 'ActionDraft' },
)

export const ActionPatch = strict(
  {
    title: Type.Optional({
      ...words(limits.nameLengthMax),
      description: 'like `first_step` of an action that you made; the words of a report stay',
    }),
    first_step: Type.Optional(nullable(note)),
    state: Type.Optional(oneOf(actionStates)),
    owner_member_id: Type.Optional(nullable(id('mem'))),
    due_on: Type.Optional(nullable(localDate)),
    note: Type.Optional(nullable(note)),
    reason: Type.Optional(
      Type.String({
        ...note,
        description: 'required with the state `dismissed`, and refused with any other',
      }),
    ),
  },
  { title: 'ActionPatch', minProperties: 1 },
)

const readAccess = {
  tag: 'Actions',
  caller: 'application',
  action: 'results.read',
  scope: ['insights:read', 'insights:write'],
} as const

export const listActions = {
  id: 'listActions',
  method: 'GET',
  path: '/api/actions',
  summary: 'List actions',
  description:
    'Newest first, for pulses and check-ins that the caller may see. `from` and `to` limit when an action was suggested.',
  ...readAccess,
  query: strict({
    ...paging,
    state: Type.Optional(
      Type.String({ maxLength: 100, description: 'one or more states, separated by commas' }),
    ),
    team_id: Type.Optional(id('tem')),
    pulse_id: Type.Optional(id('pls')),
    check_in_id: Type.Optional(id('chk')),
    driver: Type.Optional(oneOf(driverIds)),
    owner: Type.Optional(id('mem')),
    from: Type.Optional(instant),
    to: Type.Optional(instant),
    updated_since: Type.Optional(instant),
    language,
  }),
  status: 200,
  response: page('actions', Action),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const getAction = {
  id: 'getAction',
  method: 'GET',
  path: '/api/actions/{id}',
  summary: 'Get an action',
  ...readAccess,
  params: Type.Object({ id: id('act') }),
  query: strict({ language }),
  status: 200,
  response: Action,
  errors: ['not_found'],
} as const satisfies Operation

export const createAction = {
  id: 'createAction',
  method: 'POST',
  path: '/api/actions',
  summary: 'Create an action',
  description: `Turns a finding into an action of your own. Leads do so for their teams, authors where a finding is about everyone whom their survey asked, and analysts and admins for all. It begins as \`accepted\`, and goes on as any other. Where a finding has ${limits.ownActionsMax} that are not dismissed, or ${limits.ownActionsKeptMax} in all, one more is refused.`,
  tag: 'Actions',
  caller: 'user',
  action: 'actions.work',
  scope: ['insights:write'],
  body: ActionDraft,
  status: 201,
  response: Action,
  errors: ['unprocessable', 'not_the_lead', 'not_released', 'too_many_actions'],
} as const satisfies Operation

export const updateAction = {
  id: 'updateAction',
  method: 'PATCH',
  path: '/api/actions/{id}',
  summary: 'Update an action',
  description: `Who leads the team that an action is for accepts, assigns, completes or dismisses it, and so do analysts, admins, its owner and whoever made it; for one about everyone, also the author of the survey. ${Object.values(
    actionTransitions,
  )
    .map((transition) => describeTransition(transition))
    .join(
      ' ',
    )} An action that a person has changed is kept when the report is computed again. Only whoever made an action changes its words.`,
  tag: 'Actions',
  caller: 'user',
  action: 'actions.work',
  scope: ['insights:write'],
  params: Type.Object({ id: id('act') }),
  body: ActionPatch,
  status: 200,
  response: Action,
  errors: [
    'not_found',
    'not_the_author',
    'not_the_lead',
    'unprocessable',
    'precondition_failed',
    'action_not_suggested',
    'action_not_accepted',
    'action_not_dismissed',
    'action_not_ended',
    'too_many_actions',
    'action_ended',
  ],
} as const satisfies Operation

export const deleteAction = {
  id: 'deleteAction',
  method: 'DELETE',
  path: '/api/actions/{id}',
  summary: 'Delete an action',
  description:
    'For an action that a person made: by that person, while it is `accepted` or `in_progress`. Ended actions stay, and recommended ones can be dismissed instead.',
  tag: 'Actions',
  caller: 'user',
  action: 'actions.author',
  scope: ['insights:write'],
  params: Type.Object({ id: id('act') }),
  status: 204,
  response: nothing,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'action_ended'],
} as const satisfies Operation

export type Action = Static<typeof Action>
export type ActionEffect = Static<typeof ActionEffect>
export type ActionDraft = Static<typeof ActionDraft>
export type ActionPatch = Static<typeof ActionPatch>

/** Recommended actions as tasks of a team: accepted, assigned, started, completed or dismissed, and the effect that followed. */
import { Type, type Static } from 'typebox'
import { driverIds } from './drivers.ts'
import { id, instant, localDate, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { language } from './insights.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { describeTransition } from './refusals.ts'
import { actionTransitions, actionStates } from './states.ts'

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
    insight_id: Type.String({ description: 'the insight that recommends the action, with its evidence' }),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
      team_id: nullable(Type.String({ description: 'null for all recipients' })),
      team_name: nullable(Type.String({ description: 'what the team is called now' })),
    }),
    driver: oneOf(driverIds),
    catalogue: Type.Object({ action: Type.String(), version: Type.String() }),
    title: Type.String({ description: 'like `first_step` and `measure` in the language that was asked for' }),
    first_step: Type.String({ description: 'a first step that fits into one week' }),
    owner_role: oneOf(['team_lead', 'team', 'people_team', 'leadership']),
    effort: oneOf(['small', 'medium', 'large']),
    measure: Type.String({ description: 'what the next instance should show if the action helped' }),
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
        'whether the newest results of its check-in suggest it. Results of a later date that do not suggest it again leave it listed, and this says false. Always true for a pulse',
    }),
    priority: Type.Number(),
    confidence: oneOf(['high', 'medium']),
    owner_member_id: nullable(Type.String()),
    owner_name: nullable(
      Type.String({
        description: 'what the owner is called now; null for a program that does not read teams',
      }),
    ),
    due_on: nullable(localDate),
    note: nullable(Type.String()),
    reason: nullable(Type.String({ description: 'why the action was dismissed' })),
    ended_at: nullable(Type.String({ description: 'when it was completed or dismissed' })),
    effect: nullable(ActionEffect),
    ...stamps,
  },
  { title: 'Action' },
)

const note = Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' })

export const ActionPatch = strict(
  {
    state: Type.Optional(oneOf(actionStates)),
    owner_member_id: Type.Optional(nullable(id('mem'))),
    due_on: Type.Optional(nullable(localDate)),
    note: Type.Optional(nullable(note)),
    reason: Type.Optional(
      Type.String({ ...note, description: 'required with state `dismissed`, and refused with any other' }),
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

export const updateAction = {
  id: 'updateAction',
  method: 'PATCH',
  path: '/api/actions/{id}',
  summary: 'Update an action',
  description: `Everyone who may see the insights may accept, assign, complete or dismiss an action. ${Object.values(
    actionTransitions,
  )
    .map((transition) => describeTransition(transition))
    .join(' ')} An action that a person has changed is kept when the report is computed again.`,
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
    'unprocessable',
    'precondition_failed',
    'action_not_suggested',
    'action_not_accepted',
    'action_not_dismissed',
    'action_not_ended',
    'action_ended',
  ],
} as const satisfies Operation

export type Action = Static<typeof Action>
export type ActionEffect = Static<typeof ActionEffect>
export type ActionPatch = Static<typeof ActionPatch>

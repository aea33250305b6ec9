/**
 * Confirmations: what an agent is about to do to people, as a plan that the person it acts for sees and confirms on a page. Only that person
 * sees it. A token that a model sends back is nobody's consent.
 */
import type { Static } from 'typebox'
import { modes } from './confidentiality.ts'
import { confirmationStates, plannedActs } from './confirmation-states.ts'
import { id, instant, nullable, oneOf, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { collectionPattern } from './tool.ts'
import { Type } from './schema.ts'

/** What would happen, apart from texts that people wrote. */
export const planned = {
  act: oneOf(plannedActs),
  collection: Type.String({ pattern: collectionPattern, maxLength: 40 }),
  people: nullable(
    Type.Integer({
      description:
        'how many people are asked or reminded; a reminder may reach fewer. For a scheduled survey, as of today: everyone who is in its teams when it opens is asked. null where nobody is',
    }),
  ),
  to_everyone: nullable(
    Type.Boolean({ description: 'for a reminder: whether it also goes to people who have answered' }),
  ),
  single_people: Type.Integer({
    description: 'how many people are named one by one, in addition to the teams',
  }),
  excluded: Type.Integer({ description: 'how many teams and people are named as left out' }),
  questions: nullable(Type.Integer()),
  channels: Type.Array(Type.String()),
  opens_at: nullable(instant),
  closes_at: nullable({ ...instant, description: 'the end, or the new end' }),
  closed_before_at: nullable({ ...instant, description: 'for an extension: the current end' }),
  open_days: nullable(Type.Integer({ description: 'for how many days it is open, where no end is named' })),
  mode: oneOf(modes),
} as const

const PlannedTeam = Type.Object({ id: Type.String(), name: Type.String() })

export const Plan = Type.Object(
  {
    ...planned,
    title: Type.String(),
    teams: Type.Array(PlannedTeam, {
      description: 'the teams asked, with those below them, as far as the person sees them in the directory',
    }),
    more_teams: Type.Integer({ description: 'how many other teams are asked' }),
    promise: nullable(
      Type.Object(
        { en: Type.String(), de: Type.String() },
        { description: 'the sentence that respondents read, in the languages of the workspace' },
      ),
    ),
  },
  { title: 'Plan' },
)

export const Confirmation = Type.Object(
  {
    id: Type.String(),
    application: Type.Object({ id: Type.String(), name: Type.String() }),
    tool: Type.String(),
    state: oneOf(confirmationStates),
    plan: Plan,
    plan_hash: Type.String({ description: 'SHA-256 over actor, tool, arguments and plan' }),
    created_at: instant,
    expires_at: instant,
    decided_at: nullable(instant),
  },
  { title: 'Confirmation' },
)

const params = Type.Object({ id: id('cnf') })
const ownAccess = { tag: 'Confirmations', caller: 'session', action: 'account.own', params } as const
const errors = ['not_found', 'confirmation_expired', 'confirmation_decided', 'plan_changed'] as const

export const getConfirmation = {
  id: 'getConfirmation',
  method: 'GET',
  path: '/api/confirmations/{id}',
  summary: 'Get what an agent asks you to confirm',
  description: 'For the person whom the agent acts for; anybody else gets 404.',
  ...ownAccess,
  status: 200,
  response: Confirmation,
  errors: ['not_found'],
} as const satisfies Operation

export const confirmPlan = {
  id: 'confirmPlan',
  method: 'POST',
  path: '/api/confirmations/{id}/confirm',
  summary: 'Confirm what an agent wants to do',
  description:
    'The agent’s next call with the same arguments does it, once, within ten minutes, if the plan is still the same. Needs a recent sign-in.',
  ...ownAccess,
  fresh: true,
  body: strict({
    plan_hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'the hash of the plan that the person read',
    }),
  }),
  status: 200,
  response: Confirmation,
  errors,
} as const satisfies Operation

export const declinePlan = {
  id: 'declinePlan',
  method: 'POST',
  path: '/api/confirmations/{id}/decline',
  summary: 'Decline what an agent wants to do',
  description:
    'For ten minutes the agent’s calls for the same with this survey are refused, whatever their arguments. A plan that was confirmed and not carried out yet can be declined, too.',
  ...ownAccess,
  status: 200,
  response: Confirmation,
  errors,
} as const satisfies Operation

export type Plan = Static<typeof Plan>
export type Confirmation = Static<typeof Confirmation>

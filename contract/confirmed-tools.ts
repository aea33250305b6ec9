/**
 * Tools that reach people: they ask, remind, or change how long people can answer. Each says first what would happen, and does it once the
 * person has confirmed it, in their program or on a page of the service. A model cannot confirm.
 */
import { planned } from './confirmations.ts'
import { id, instant, nullable, oneOf, strict } from './fields.ts'
import { pulseStates } from './states.ts'
import { collection, type Tool, Untrusted } from './tool.ts'
import { Type } from './schema.ts'

/** By the words of the Claude directory, sending messages to people counts as destructive: nobody can take it back. */
const reachesPeople = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
} as const

/** The plan with texts from people marked as such. */
export const ToolPlan = Type.Object({
  ...planned,
  title: Untrusted,
  teams: Type.Array(Type.Object({ id: Type.String(), name: Untrusted })),
  more_teams: Type.Integer({
    description:
      'how many teams are asked beside these: teams that do not fit here, that the person does not see, and all of them where the token may not read teams',
  }),
  promise: nullable(Untrusted),
})

const output = Type.Object({
  status: oneOf(['done', 'needs_confirmation']),
  plan: ToolPlan,
  state: nullable(oneOf(pulseStates)),
  url: nullable(
    Type.String({ description: 'where the person sees the plan and confirms it: give them this address' }),
  ),
  expires_at: nullable(Type.String()),
  next_step: Type.String(),
})

const confirmed = {
  output,
  annotations: reachesPeople,
  confirmed: true,
  errors: ['confirmation_required', 'confirmation_expired', 'confirmation_declined', 'plan_changed'],
} as const

const howConfirmed =
  'The first call does nothing but say what would happen. The person confirms that, in this program or at `url`; then the same call does it. Nobody else can confirm.'

export const askPeople = {
  name: 'ask_people',
  title: 'Ask people: open or schedule a draft',
  description: `Opens a draft at once, or schedules it where it has, or is given, a time to open: people then get messages. ${howConfirmed}`,
  scopes: [['pulses:write']],
  input: strict({
    pulse_id: id('pls'),
    opens_at: Type.Optional({ ...instant, description: 'left out: as the draft says, or at once' }),
  }),
  ...confirmed,
} as const satisfies Tool

export const remindPeople = {
  name: 'remind_people',
  title: 'Remind people',
  description: `Sends a reminder of an open survey now: to everybody who was invited, or in attributed mode to those who have not answered. ${howConfirmed}`,
  scopes: [['pulses:write'], ['checkins:write']],
  input: strict({ collection }),
  ...confirmed,
} as const satisfies Tool

export const changeWindow = {
  name: 'change_window',
  title: 'Extend or close a survey',
  description: `Moves the end of an open survey to a later time, or closes it now, for good, and analyses the answers. ${howConfirmed}`,
  scopes: [['pulses:write'], ['checkins:write']],
  input: strict({
    collection,
    change: oneOf(['extend', 'close']),
    closes_at: Type.Optional({ ...instant, description: 'with `extend` only, and required there' }),
  }),
  ...confirmed,
} as const satisfies Tool

export const confirmedTools = [askPeople, remindPeople, changeWindow] as const

export const confirmationSteps = {
  needed:
    'Nothing has happened yet. Ask the person to open the address, to read the plan and to confirm it; then repeat this call with the same arguments.',
  done: 'Done, once. The confirmation is used up: another change needs another one.',
} as const

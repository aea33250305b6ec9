/**
 * Builds the operation of a transition, such as `POST /api/pulses/{id}/close`. The states that it may start from, and the 409
 * for all others, come from the table of states.
 */
import type { TSchema } from 'typebox'
import { id, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { describeTransition, type transitionRefusals } from './refusals.ts'
import type { Transition } from './states.ts'
import { Type } from './schema.ts'

type Refusal = keyof typeof transitionRefusals
type Codes = readonly Operation['errors'][number][]
type Access = Pick<Operation, 'tag' | 'caller' | 'action' | 'scope'>

/** A noun with states, and who may change them. */
type Subject = {
  readonly noun: string
  /** The path of one resource: `/api/pulses/{id}`. */
  readonly path: string
  readonly params: TSchema
  readonly response: TSchema
  readonly access: Access
  /** Errors beside the transition's own. */
  readonly errors: Codes
  readonly transitions: Readonly<Record<string, Transition & { readonly refusal: Refusal }>>
}

const reason = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    description:
      'an admin who is not the author gives a reason; the audit log keeps it, and the author gets it by e-mail',
  }),
)

/** Why an admin does it in the author's place. */
export const Why = Type.Optional(strict({ reason }))
/** The same where a request has no body. */
export const WhyInQuery = strict({ reason })

/** `POST /api/pulses/{id}/transfer`: somebody else becomes the author. */
export const transferOperation = <const S extends Omit<Subject, 'transitions'> & { readonly name: string }>(
  subject: S,
) => ({
  id: `transfer${subject.noun}` as `transfer${S['noun']}`,
  method: 'POST' as const,
  path: `${subject.path}/transfer` as `${S['path']}/transfer`,
  summary: `Hand a ${subject.name} to another author`,
  description:
    'They run it from then on, and both are told. Results and named answers of what has opened stay with the author of that day and the other readers that the promise named; the new author reads those of rounds that open later. A private one is handed on by its author alone, while it is a draft: respondents are told that only its author reads the results.',
  ...(subject.access as S['access']),
  params: subject.params as S['params'],
  body: strict({ user_id: id('usr'), reason }),
  dryRun: true as const,
  status: 200 as const,
  response: subject.response as S['response'],
  errors: [...subject.errors, 'unprocessable'] as readonly (S['errors'][number] | 'unprocessable')[],
})

export const transitionOperations =
  <const S extends Subject>(subject: S) =>
  <const V extends keyof S['transitions'] & string, const E extends Codes = []>(
    verb: V,
    /** Its title, and what it does where the title does not say it. */
    about: string | readonly [summary: string, what: string],
    more?: E,
  ) => ({
    id: `${verb}${subject.noun}` as `${V}${S['noun']}`,
    method: 'POST' as const,
    path: `${subject.path}/${verb}` as `${S['path']}/${V}`,
    summary: typeof about === 'string' ? about : about[0],
    description: [
      ...(typeof about === 'string' ? [] : [about[1]]),
      describeTransition(subject.transitions[verb]),
    ].join(' '),
    ...(subject.access as S['access']),
    params: subject.params as S['params'],
    dryRun: true as const,
    status: 200 as const,
    response: subject.response as S['response'],
    errors: [
      ...subject.errors,
      subject.transitions[verb].refusal as S['transitions'][V]['refusal'],
      ...(more ?? []),
    ] as readonly (S['errors'][number] | S['transitions'][V]['refusal'] | E[number])[],
  })

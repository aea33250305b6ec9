/**
 * Builds the operation of a transition, such as `POST /api/pulses/{id}/close`. The states that it may start from, and the 409
 * for all others, come from the table of states.
 */
import { type TSchema } from 'typebox'
import { type Operation } from './operation.ts'
import { describeTransition, type Transition, type transitionRefusals } from './states.ts'

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

export const transitionOperations =
  <const S extends Subject>(subject: S) =>
  <const V extends keyof S['transitions'] & string, const E extends Codes = []>(
    verb: V,
    summary: string,
    more?: E,
  ) => ({
    id: `${verb}${subject.noun}` as `${V}${S['noun']}`,
    method: 'POST' as const,
    path: `${subject.path}/${verb}` as `${S['path']}/${V}`,
    summary,
    description: describeTransition(subject.transitions[verb]),
    ...(subject.access as S['access']),
    params: subject.params as S['params'],
    status: 200 as const,
    response: subject.response as S['response'],
    errors: [
      ...subject.errors,
      subject.transitions[verb].refusal as S['transitions'][V]['refusal'],
      ...(more ?? []),
    ] as readonly (S['errors'][number] | S['transitions'][V]['refusal'] | E[number])[],
  })

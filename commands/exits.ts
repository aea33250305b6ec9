/**
 * How a command ends: 0 done, 1 failed, 2 cancelled or misused, 4 not signed in. Programs that call the command line read the number,
 * people the sentence.
 */
import { CommanderError } from 'commander'
import { SondeError } from '../client/client.ts'
import { printable } from './output.ts'

export const exits = { failed: 1, misused: 2, signIn: 4 } as const

/** An end that is explained in a sentence. */
export class Ended extends Error {
  readonly code: number

  constructor(code: number, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'Ended'
    this.code = code
  }
}

export const failed = (sentence: string, cause?: unknown): Ended =>
  new Ended(exits.failed, sentence, { cause })
export const misused = (sentence: string): Ended => new Ended(exits.misused, sentence)
export const notSignedIn = (sentence: string): Ended => new Ended(exits.signIn, sentence)

type FieldFault = { pointer?: unknown; detail?: unknown }

function fieldFaults({ errors }: Record<string, unknown>): string[] {
  if (!Array.isArray(errors)) return []
  return (errors as FieldFault[]).map(({ pointer, detail }) => `  ${pointer || '(body)'}: ${detail}`)
}

/** What a person can do about a refusal, beyond what it says itself. */
const advice: Readonly<Record<string, string>> = {
  fresh_sign_in_required: 'This needs a recent sign-in: run `sonde login` again.',
  insufficient_scope:
    'Sign in with the missing scope: `sonde login --scope "…"`. `sonde whoami` lists the scopes that you have.',
  user_identity_required:
    'This needs a person: sign in by `sonde login` instead of a token of an organisation.',
}

/** @param remedy  what to do about this very refusal, which says more than the advice for its code */
function wordsOfRefusal(error: SondeError, remedy: string | null): string[] {
  const { detail, title } = error.problem
  const requestId = error.requestId === null ? '' : `, request ${error.requestId}`
  return [
    `${String(detail ?? title ?? `The service answered ${error.status}`)} (${error.code}${requestId})`,
    ...fieldFaults(error.problem),
    ...[remedy ?? advice[error.code]].filter((line) => line !== undefined),
  ]
}

/** Prints why a command ended. @returns its exit code */
export function report(error: unknown, json: boolean, remedy: string | null = null): number {
  // Commander has printed its own words.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exits.misused
  if (error instanceof SondeError) {
    const lines = json ? [JSON.stringify(error.problem)] : wordsOfRefusal(error, remedy).map(printable)
    console.error(lines.join('\n'))
    return error.status === 401 ? exits.signIn : exits.failed
  }
  if (!(error instanceof Error)) throw error
  console.error(printable(error.message))
  return error instanceof Ended ? error.code : exits.failed
}

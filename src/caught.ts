/** The message of a caught value of any type, and its code (errno, SQLSTATE, ours). */
export const messageOf = (caught: unknown): string =>
  caught instanceof Error ? caught.message : String(caught)

export function codeOf(caught: unknown): string | undefined {
  const code: unknown =
    typeof caught === 'object' && caught !== null ? Reflect.get(caught, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}

/** Something that the service needs cannot be reached now: the request, or the due work, is worth another try later. */
export class Unavailable extends Error {}

/** Letters that lead to an item by its name, as in lists of a system. Pure. Source: ARIA Authoring Practices, Tree View. */

/** Letters and digits that were typed without a pause; `at` in ms. */
export type Typed = { readonly text: string; readonly at: number }

export const nothingTyped: Typed = { text: '', at: 0 }

/** After a pause letters start over. As long as common systems wait. */
export const pauseMs = 700

/** Other signs stay keys of the page, such as `/` and `?`. */
export const isOfName = (key: string): boolean => /^[\p{L}\p{N}]$/u.test(key)

export const typedNext = ({ text, at }: Typed, key: string, now: number): Typed => ({
  text: now - at > pauseMs ? key : text + key,
  at: now,
})

/** Without accents and capitals, so that every name can be typed on every keyboard that has its letters. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The place of the next name that begins with what was typed, starting over after the last. One letter, also several times, goes on from the
 * item; several letters may still mean the item itself. null: there is none.
 */
export function namedNext(names: readonly string[], at: number, typed: string): number | null {
  const letters = plain(typed)
  const isOne = new Set(letters).size === 1
  const wanted = isOne && !names.some((name) => plain(name).startsWith(letters)) ? letters[0] : letters
  const from = wanted.length === 1 ? at + 1 : at
  for (let i = 0; i < names.length; i++) {
    const place = (from + i) % names.length
    if (plain(names[place]).startsWith(wanted)) return place
  }
  return null
}

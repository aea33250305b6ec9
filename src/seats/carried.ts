/**
 * What an empty seat says, where answers are carried.
 *
 * Colleagues skip surveys and change their minds. A seat that did neither could be found by comparing collections, so an empty seat imitates
 * the people of its cell who are still asked. If some of those who answered last time are silent now, their share is its chance to fall silent;
 * if some who were silent answer now, theirs is its chance to be heard again; and the share that changed an answer is its chance of taking over
 * the present answer of one of them. Where all others do as they did last time, so does the seat, and no figure changes at all.
 */
import { type Random } from '../text/text.ts'

/**
 * Whether an empty seat counts as having answered: drawn once for all questions of a collection.
 * @param heard whether it did in the last collection of the season in which it counted
 * @param present for each person of the cell who was asked then and now: whether they answered then, and now
 */
export function seatSpeaks(
  heard: boolean,
  present: readonly { before: boolean; now: boolean }[],
  random: Random,
): boolean {
  const alike = present.filter(({ before }) => before === heard)
  const changed = alike.filter(({ now }) => now !== heard).length
  return random() * alike.length < changed ? !heard : heard
}

/**
 * What an empty seat says from now on.
 * @param last what it said so far in the season
 * @param present for each person of the cell who answered now and before: what they said before, and now
 * @param isSame whether two answers are the same
 */
export function followCell<T>(
  last: T,
  present: readonly { before: T; now: T }[],
  isSame: (a: T, b: T) => boolean,
  random: Random,
): T {
  const changed = present.reduce((sum, { before, now }) => sum + (isSame(before, now) ? 0 : 1), 0)
  if (random() * present.length >= changed) return last
  return present[Math.floor(random() * present.length)].now
}

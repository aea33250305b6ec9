/**
 * What an empty seat says, where answers are carried.
 *
 * People skip surveys and change their minds. A seat that did neither could be found by comparing collections, so an empty seat imitates the
 * people who are asked: it falls silent, is heard again and changes an answer as often as they do since the last collection, and takes over what
 * one of the people of its cell says now. Where all others do as they did last time, so does the seat, and no figure changes at all.
 *
 * The people are all of the collection, and fewer than k who changed are nobody. If the cell alone decided, or a single person, an author could
 * make one colleague change, see that something else has changed too, and know that it was the seat.
 */
import { type Random } from '../text/text.ts'

/** How many people could have changed since the last collection, and how many did. */
export type Changes = { people: number; changed: number }

/** The share of people who changed; 0 if they are fewer than k. */
export const changeRate = ({ people, changed }: Changes, k: number): number =>
  changed < k ? 0 : changed / people

/**
 * Whether an empty seat counts as having answered: drawn once for all questions of a collection.
 * @param heard whether it did in the last collection in which it counted
 * @param rate of people who did the same then, and not now
 */
export const seatSpeaks = (heard: boolean, rate: number, random: Random): boolean =>
  random() < rate ? !heard : heard

/**
 * What an empty seat says from now on.
 * @param last what it said so far in the season
 * @param present what the people of its cell say now
 * @param rate of people whose answer is not the one that they gave last time
 */
export const seatAnswer = <T>(last: T, present: readonly T[], rate: number, random: Random): T =>
  present.length > 0 && random() < rate ? present[Math.floor(random() * present.length)] : last

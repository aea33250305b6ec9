/**
 * What a team may do about a driver: four actions each or more, from small to large, in our own words.
 *
 * Data, not advice made up on the spot: a recommendation names an action by id and the catalogue's version,
 * so that its effect can be looked at later. Ids are kept for ever; a changed action gets a new id. Every
 * first step fits into one week, and every action says what to ask next time.
 */
import { type Action } from './action-rows.ts'
import { actionsOnPeople } from './actions-on-people.ts'
import { actionsOnWork } from './actions-on-work.ts'

export const catalogueVersion = '2'

/** In an order that means nothing: recommendations find theirs by driver. */
export const actions: readonly Action[] = [...actionsOnWork, ...actionsOnPeople]

/** Those of a driver, from small to large; empty for a driver we have none for. */
export function actionsFor(driver: string): readonly Action[] {
  return actions.filter((action) => action.driver === driver)
}

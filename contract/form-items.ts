/** What pages and the service both know of a form's items; without schemas, which pages would have to load. */

/** The drawings that a rating by icons can have. */
export const icons = ['star', 'heart', 'thumb'] as const
export type Icon = (typeof icons)[number]

/** For a slider, unless its author says otherwise. */
export const sliderDefaults = { min: 0, max: 100, step: 5 } as const

/** The unit of an item's numbers, without spaces around it; undefined where it has none. */
export const unitOf = (item: object): string | undefined =>
  'unit' in item && typeof item.unit === 'string' ? item.unit.trim() || undefined : undefined

/** The same as a member of what is said of the item. */
export function unitIn(item: object): { unit?: string } {
  const unit = unitOf(item)
  return unit === undefined ? {} : { unit }
}

/** The types on whose answers a comment can be allowed. */
export const ratingTypes = ['scale', 'enps', 'mood', 'slider', 'icons'] as const
export type RatingType = (typeof ratingTypes)[number]

/** Whether it takes an answer: what does not is in no count of questions. */
export const takesAnswer = ({ type }: { type: string }): boolean => type !== 'statement'

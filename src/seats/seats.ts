/**
 * Seats: where people count in the figures of a question, for a season.
 *
 * The memory of the release rules across collections: who comes, leaves and moves must not show in the difference of two figures. Pure
 * functions (ledger.ts, season.ts, unions.ts, crossings.ts) and a check that needs none of them (smallest-class.ts).
 */
export { type Crossed, crossWithValues, expandedGroup, groupForValue, groupsAsked } from './crossings.ts'
export { keyEarlierWordings } from './earlier-wordings.ts'
export { seatImported } from './imported-seats.ts'
export {
  advance,
  attend,
  type Ledger,
  openLedger,
  type Roster,
  type SeatCell,
  type Seating,
  seatsAsked,
} from './ledger.ts'
export { nextSeason, type Pace, quietCells, type Season, seasonOf, seasons } from './season.ts'
export { seatsTask } from './packing.ts'
export { previewSeating, type SeatingPreview, smallExclusions } from './preview.ts'
export {
  type Person,
  type Place,
  type SeatedRoster,
  type SeatingRequest,
  seatRoster,
  type UncountedReason,
} from './seating.ts'
export { smallestClass } from './smallest-class.ts'
export { type CellUnion, commonUnions } from './unions.ts'

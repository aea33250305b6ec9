/** What Home reads, beside lists of other nouns. */
import { asUser } from '../as-user.ts'
import { inPerson } from '../api.ts'
import { read } from '../queries.ts'

const pulsesMax = 5

export const newestPulses = read(asUser, 'listPulses', { query: { limit: pulsesMax } })

/** Reads are in the audit log too, and would push out what was changed: so more is fetched than is shown. */
const eventsFetched = 50

export const newestEvents = {
  ...read(inPerson, 'listAuditEvents', { query: { limit: eventsFetched } }),
  // Every write adds to it.
  staleTime: 0,
}

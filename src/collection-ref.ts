/** How a collection is found: its key, with its organisation first, as in every key, and its page in the workspace. */

export type CollectionRef = { organisationId: string; collectionId: string }

/** `series_id`: the check-in of an instance. */
type Owner = { owner_kind: 'pulse' | 'check_in_instance'; owner_id: string; series_id: string }

/** The path of a page of the workspace about a pulse, or about one instance of a check-in. */
export const pathInWorkspace = (
  { owner_kind: kind, owner_id: id, series_id: checkInId }: Owner,
  page: 'live' | 'results',
): string =>
  kind === 'pulse' ? `/app/pulses/${id}/${page}` : `/app/check-ins/${checkInId}/${page}?occurrence=${id}`

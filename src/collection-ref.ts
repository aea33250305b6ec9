/** The key of a collection: its organisation first, as in every key. */

export type CollectionRef = { organisationId: string; collectionId: string }

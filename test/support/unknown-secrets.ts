/** Secrets in the right form that this service has given to nobody. */
import { newId, newSecret, type SecretKind } from '../../src/ids.ts'

export const unknownSecret = (kind: SecretKind, organisationId = newId('organisation')): string =>
  newSecret(kind, organisationId)

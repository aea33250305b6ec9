/**
 * A member's new address counts once its owner has confirmed it by a link in an e-mail. The old address is told, and may keep itself by a
 * link too. Anyone who has the link may use it, because it exists in the e-mail alone; it works once and expires after 7 days.
 */
import { strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

const link = {
  tag: 'Members',
  caller: 'anyone',
  action: 'address.confirm',
  body: strict({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { title: 'AddressChangeToken' }),
  status: 200,
  secret: true,
} as const

const AddressChangeResult = Type.Object(
  { organisation: Type.Object({ name: Type.String() }), email: Type.String() },
  { title: 'AddressChangeResult' },
)

export const confirmAddress = {
  id: 'confirmAddress',
  method: 'POST',
  path: '/api/address-changes/confirm',
  summary: 'Confirm a new e-mail address',
  description: 'It takes the link that was sent to the new address.',
  ...link,
  response: AddressChangeResult,
  errors: ['not_found', 'address_change_ended', 'conflict'],
} as const satisfies Operation

export const rejectAddress = {
  id: 'rejectAddress',
  method: 'POST',
  path: '/api/address-changes/reject',
  summary: 'Keep the old e-mail address',
  description: 'It takes the link that was sent to the old address.',
  ...link,
  response: AddressChangeResult,
  errors: ['not_found', 'address_change_ended'],
} as const satisfies Operation

/**
 * The form of a run of a vendor: its requests in their order, what each is answered, and what the directory then says. `{name}` in a path, a
 * body or an expectation is the id that the row of that name has kept.
 */

/** What the API says of a member or a team; a member of a list has no order. */
export type Directory =
  | { readonly member: string; readonly has: Readonly<Record<string, unknown>> }
  | {
      readonly team: string
      readonly has?: Readonly<Record<string, unknown>>
      readonly people?: readonly string[]
    }

export type Row = {
  /** Where it is in the source, from 1; null: a row of ours, which shows what a difference means. */
  readonly at: number | null
  readonly does: string
  readonly send: string
  /** A text is sent as it is. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** In a refusal. */
  readonly scimType?: string
  /** Keeps the id of the reply under this name. */
  readonly keep?: string
  /** Parts of the reply by their paths, `Resources|0|id`; undefined: must not be there. */
  readonly reply?: Readonly<Record<string, unknown>>
  readonly directory?: Directory
  /** Where the source expects something else: what, and why it is not so here. */
  readonly differs?: { readonly expects: string; readonly because: string }
}

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

export const operations = (...Operations: readonly object[]): object => ({
  schemas: [schemas.patch],
  Operations,
})

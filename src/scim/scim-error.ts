/** A refusal in the form of SCIM (RFC 7644 §3.12). What other rooms refuse is a Problem, and becomes one of these at the edge (serving.ts). */
import type { ScimType } from '../../contract/scim.ts'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export const invalid = (detail: string, scimType: ScimType = 'invalidValue'): ScimError =>
  new ScimError(400, detail, scimType)

export const taken = (detail: string): ScimError => new ScimError(409, detail, 'uniqueness')

export const notFound = (): ScimError => new ScimError(404, 'There is no such resource')

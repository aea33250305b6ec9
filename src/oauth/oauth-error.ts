/** Refusals of /oauth/*: RFC 6749's own shape. */
import { type OAuthErrorCode, oauthErrors } from '../../contract/oauth-errors.ts'

type Extra = { description?: string; status?: number; headers?: Record<string, string>; cause?: unknown }

export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly status: number
  readonly description: string
  readonly headers: Record<string, string>

  constructor(code: OAuthErrorCode, { description, status, headers = {}, cause }: Extra = {}) {
    super(description ?? oauthErrors[code].description, { cause })
    this.code = code
    this.status = status ?? oauthErrors[code].status
    this.description = description ?? oauthErrors[code].description
    this.headers = headers
  }
}

export const oauthError = (code: OAuthErrorCode, extra?: Extra): OAuthError => new OAuthError(code, extra)

export const invalidRequest = (description: string, extra?: Extra): OAuthError =>
  new OAuthError('invalid_request', { description, ...extra })

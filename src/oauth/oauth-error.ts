/** Refusals of /oauth/*: RFC 6749's own shape. Descriptions are fixed texts; nothing of the request is echoed. */

const refusals = {
  invalid_request: { status: 400, says: 'The request is malformed' },
  invalid_client: { status: 401, says: 'Client authentication failed' },
  invalid_grant: { status: 400, says: 'The authorization code is invalid, expired or already used' },
  redirect_uri_mismatch: { status: 400, says: 'redirect_uri does not equal the registered value' },
  invalid_scope: { status: 400, says: 'Requested scope is not registered for this application' },
  invalid_target: { status: 400, says: 'resource must be an address of this service' },
  unauthorized_client: { status: 400, says: 'This application may not use this grant type' },
  unsupported_grant_type: {
    status: 400,
    says: 'grant_type must be client_credentials, authorization_code or refresh_token',
  },
  too_many_requests: { status: 429, says: 'Too many requests' },
  server_error: { status: 500, says: 'Internal error' },
  temporarily_unavailable: { status: 503, says: 'The service cannot answer just now' },
} as const satisfies Record<string, { status: number; says: string }>

export type OAuthErrorCode = keyof typeof refusals

type Extra = { says?: string; status?: number; headers?: Record<string, string>; cause?: unknown }

export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly status: number
  readonly says: string
  readonly headers: Record<string, string>

  constructor(code: OAuthErrorCode, { says, status, headers = {}, cause }: Extra = {}) {
    super(says ?? refusals[code].says, { cause })
    this.code = code
    this.status = status ?? refusals[code].status
    this.says = says ?? refusals[code].says
    this.headers = headers
  }
}

export const oauthError = (code: OAuthErrorCode, extra?: Extra): OAuthError => new OAuthError(code, extra)

export const invalidRequest = (says: string, extra?: Extra): OAuthError =>
  new OAuthError('invalid_request', { says, ...extra })

/** Refusals of /oauth/*: RFC 6749's own shape. Descriptions are fixed texts; nothing of the request is echoed. */

const refusals = {
  invalid_request: { status: 400, description: 'The request is malformed' },
  invalid_client: { status: 401, description: 'Client authentication failed' },
  invalid_grant: { status: 400, description: 'The authorization code is invalid, expired or already used' },
  redirect_uri_mismatch: { status: 400, description: 'redirect_uri does not equal the registered value' },
  invalid_scope: { status: 400, description: 'Requested scope is not registered for this application' },
  invalid_target: { status: 400, description: 'resource must be an address of this service' },
  unauthorized_client: { status: 400, description: 'This application may not use this grant type' },
  unsupported_grant_type: {
    status: 400,
    description: 'grant_type must be client_credentials, authorization_code or refresh_token',
  },
  too_many_requests: { status: 429, description: 'Too many requests' },
  server_error: { status: 500, description: 'Internal error' },
  temporarily_unavailable: { status: 503, description: 'The service cannot answer just now' },
} as const satisfies Record<string, { status: number; description: string }>

export type OAuthErrorCode = keyof typeof refusals

type Extra = { description?: string; status?: number; headers?: Record<string, string>; cause?: unknown }

export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly status: number
  readonly description: string
  readonly headers: Record<string, string>

  constructor(code: OAuthErrorCode, { description, status, headers = {}, cause }: Extra = {}) {
    super(description ?? refusals[code].description, { cause })
    this.code = code
    this.status = status ?? refusals[code].status
    this.description = description ?? refusals[code].description
    this.headers = headers
  }
}

export const oauthError = (code: OAuthErrorCode, extra?: Extra): OAuthError => new OAuthError(code, extra)

export const invalidRequest = (description: string, extra?: Extra): OAuthError =>
  new OAuthError('invalid_request', { description, ...extra })

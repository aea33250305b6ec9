/**
 * Every error of the endpoints under /oauth that programs call: RFC 6749's own shape (decision 7), with its status and the description that
 * a caller reads. Descriptions are fixed texts; nothing of the request is echoed.
 */
export const oauthErrors = {
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

export type OAuthErrorCode = keyof typeof oauthErrors

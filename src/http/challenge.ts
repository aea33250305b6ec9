/** What a caller lacks, as the header of a refusal says it. */
import type { Addresses } from './server.ts'

/** RFC 6750 §3 and RFC 9728 §5.1: no `error` for a request without a token, the metadata address always. */
export function challenge(
  { addresses }: { readonly addresses: Pick<Addresses, 'baseUrl'> },
  error: string | null,
  scope?: string,
): Record<string, string> {
  const parts = [
    'realm="api"',
    ...(error ? [`error="${error}"`] : []),
    ...(error === 'invalid_token' ? ['error_description="The token is invalid, expired or revoked"'] : []),
    ...(scope ? [`scope="${scope}"`] : []),
    `resource_metadata="${addresses.baseUrl}/.well-known/oauth-protected-resource"`,
  ]
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}

/**
 * The application that somebody looked at last, for the documentation to fill its examples in with (web/docs/docs.js): what
 * names it in public, and never a secret. Signing out forgets it.
 */
type PublicApplication = { client_id: string; name: string }

const key = 'sonde.application'

export function rememberApplication({ client_id, name }: PublicApplication): void {
  try {
    localStorage.setItem(key, JSON.stringify({ client_id, name } satisfies PublicApplication))
  } catch {
    // Storage may be switched off; then examples keep their placeholders.
  }
}

export function forgetApplication(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then nothing was stored either.
  }
}

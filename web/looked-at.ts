/**
 * The application that somebody looked at last, for the documentation to fill its examples in with (web/docs/docs.js): what
 * names it in public, and never a secret. Signing out forgets it.
 */
type Named = { client_id: string; name: string }

const key = 'sonde.application'

export function rememberLookedAt({ client_id, name }: Named): void {
  try {
    localStorage.setItem(key, JSON.stringify({ client_id, name } satisfies Named))
  } catch {
    // Storage may be switched off; then examples keep their placeholders.
  }
}

export function forgetLookedAt(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then nothing was kept either.
  }
}

/** The pages that somebody opened last in this tab, for the palette to lead back to them. Signing out forgets them. */
export type RecentPage = { to: string; label: string }

const key = 'sonde.recent'
const keptMax = 6

export function recentPages(): readonly RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]')
  } catch {
    // Storage may be switched off; then nothing is remembered.
    return []
  }
}

/** A page has one place in the list, as it is called now. */
export function rememberPage(page: RecentPage): void {
  const others = recentPages().filter(({ to }) => to !== page.to)
  try {
    sessionStorage.setItem(key, JSON.stringify([page, ...others].slice(0, keptMax)))
  } catch {
    // As above.
  }
}

export function forgetPages(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then nothing was stored either.
  }
}

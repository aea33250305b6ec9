/**
 * Light or dark, before the first paint. Loaded as a plain script ahead of the style sheet: a choice made here earlier
 * counts, otherwise the system's.
 */
{
  let chosen = null
  try {
    chosen = localStorage.getItem('sonde.theme')
  } catch {
    // Storage may be switched off; then the system decides.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

/** Five faces from very bad to very good: drawn, so that they look alike on every device. */
import { html } from '../http/page.ts'

/** The mouths as curves, from sad to happy. */
const mouths = ['M10 23q6-7 12 0', 'M10 22q6-4 12 0', 'M10 21.5h12', 'M10 20q6 4 12 0', 'M9 19q7 8 14 0']

export const face = (at: number) =>
  html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <circle cx="16" cy="16" r="14" fill="none" stroke="currentColor" stroke-width="2" />
    <circle cx="11" cy="13" r="1.8" fill="currentColor" />
    <circle cx="21" cy="13" r="1.8" fill="currentColor" />
    <path d="${mouths[at]}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
  </svg>`

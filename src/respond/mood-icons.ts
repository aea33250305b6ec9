/** Five faces from very bad to very good: drawn, so that they look alike on every device. */
import { moodFeatures } from '../../contract/drawings.ts'
import { html } from '../http/page.ts'

const features = moodFeatures.map(({ path, isFilled }) =>
  isFilled ? html`<path d="${path}" fill="currentColor" />` : html`<path d="${path}" />`,
)

export const face = (at: number) =>
  html`<svg
    viewBox="0 0 32 32"
    width="36"
    height="36"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <circle cx="16" cy="16" r="14" />
    <circle cx="11" cy="14" r="0.9" />
    <circle cx="21" cy="14" r="0.9" />
    ${features[at]}
  </svg>`

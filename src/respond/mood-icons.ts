/** Five faces from very bad to very good: drawn, so that they look alike on every device. */
import { html } from '../http/page.ts'

/** From sad to happy; the first has its brows raised in the middle, the last its mouth open: told apart at any size and without colour. */
const features = [
  html`<path d="M7 11l5-3M25 11l-5-3M10 24q6-7 12 0" />`,
  html`<path d="M11 22.5q5-4 10 0" />`,
  html`<path d="M11 21.5h10" />`,
  html`<path d="M10 20q6 5 12 0" />`,
  html`<path d="M9 18.5h14q-1 7.5-7 7.5t-7-7.5z" fill="currentColor" />`,
]

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

/** The icons of a rating: drawn, so that they look alike on every device; outlines that the style sheet fills. */
import { iconOutlines } from '../../contract/drawings.ts'
import type { Icon } from '../../contract/form-items.ts'
import { html } from '../http/page.ts'

export const drawingOf = (icon: Icon) =>
  html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <path d="${iconOutlines[icon]}" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
  </svg>`

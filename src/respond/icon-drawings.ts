/** The icons of a rating: drawn, so that they look alike on every device; outlines that the style sheet fills. */
import type { Icon } from '../../contract/form-items.ts'
import { html } from '../http/page.ts'

const outlines: Readonly<Record<Icon, string>> = {
  star: 'M16 3.5l3.9 8 8.6 1.2-6.3 6.2 1.6 8.7-7.8-4.2-7.8 4.2 1.6-8.7-6.3-6.2 8.6-1.2z',
  heart: 'M16 27.5S4 20.6 4 12a6.4 6.4 0 0 1 12-3.2A6.4 6.4 0 0 1 28 12c0 8.6-12 15.5-12 15.5z',
  thumb:
    'M4.5 14h5v13h-5zM9.500 15.500L15 4c2.200 0 3.500 1.500 3.500 3.500V12h7.200c1.700 0 2.800 1.500 2.500 3.100l-1.700 9.600c-.2 1.400-1.300 2.300-2.600 2.300H9.500z',
}

export const drawingOf = (icon: Icon) =>
  html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <path d="${outlines[icon]}" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
  </svg>`

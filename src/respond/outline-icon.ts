/** An icon drawn as a line, so that it looks alike on every device. Read out by nobody: a text says the same. */
import { html, type Markup } from '../http/page.ts'

/** @param name  its class in the styles. @param size  in pixels, of a square of 24 units */
export const outlineIcon = (name: string, size: number, outline: string): Markup =>
  html`<svg
    class="${name}"
    viewBox="0 0 24 24"
    width="${size}"
    height="${size}"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d="${outline}" />
  </svg>`

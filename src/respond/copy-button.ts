/** A button that copies what is on the page, which script shows, and which says what to do where a browser refuses. */
import { html, type Markup } from '../http/page.ts'
import type { View } from './view.ts'

type Copy = {
  /** Of the element that has what is copied. */
  id: string
  text: string
  done: string
}

export const copyButton = ({ say }: View, { id, text, done }: Copy): Markup =>
  html`<button
    type="button"
    class="plain"
    data-copy="${id}"
    data-copied="${done}"
    data-keys="${say('copy_keys', { keys: '{keys}' })}"
    data-hold="${say('copy_hold')}"
    hidden
  >
    ${text}
  </button>`

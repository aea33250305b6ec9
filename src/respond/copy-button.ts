/** A button that copies what is on the page, which script shows, and which says what to do where a browser refuses. */
import { html, type Markup } from '../http/page.ts'
import type { View } from './view.ts'

type Copy = {
  /** The id of the element whose text is copied. */
  id: string
  text: string
  done: string
  /** Whether nothing else can be done on the page. */
  isMain?: boolean
}

export const copyButton = ({ say }: View, { id, text, done, isMain = false }: Copy): Markup =>
  html`<button
    type="button"
    ${isMain ? '' : html`class="plain"`}
    data-copy="${id}"
    data-copied="${done}"
    data-keys="${say('copy_keys', { keys: '{keys}' })}"
    data-hold="${say('copy_hold')}"
    hidden
  >
    ${text}
  </button>`

/** What all parts of an e-mail are made with: faces, tables that only lay out, and texts whose lines end well. */
import { html } from 'hono/html'
import type { Language } from '../language.ts'
import type { MessageContent } from './message.ts'

export const face = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
export const text = `${face};font-size:16px;line-height:24px;color:#1c1c22`
export const quiet = `${face};font-size:14px;line-height:21px;color:#5b5b66`

export const small = `${face};font-size:15px;line-height:22px;color:#1c1c22`

/** A table that only lays out: screen readers pass over it. */
export const table = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`

export type Cell = ReturnType<typeof html>

type Sided = Pick<MessageContent, 'direction'>

export const startOf = ({ direction }: Sided): 'left' | 'right' => (direction === 'rtl' ? 'right' : 'left')
export const endOf = ({ direction }: Sided): 'left' | 'right' => (direction === 'rtl' ? 'left' : 'right')

/** At the end of a text in Japanese: what stays on one line. */
const endLength = 5
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}][。！？]?$/u

/**
 * A text whose last line is more than a character. Japanese has no spaces, so a line ends anywhere; mail programs that know `word-break: auto-phrase`
 * break it at phrases, and in the others at least its end holds together.
 */
export function wholeEnd(words: string, language: Language): Cell | string {
  if (language !== 'ja' || words.length <= endLength * 2 || !japanese.test(words)) return words
  const characters = [...words]
  return html`${characters.slice(0, -endLength).join('')}<span style="white-space:nowrap"
      >${characters.slice(-endLength).join('')}</span
    >`
}

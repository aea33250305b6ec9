/** Days that are written in texts, which no line divides: half a date is read as another one. */
import { html, type Markup } from '../http/page.ts'

/** 2026年9月12日(土), 9月12日, 12 September 2026, 12. September 2026, 12 de septiembre de 2026, 1er septembre 2026, September 12, 2026. */
const written =
  /(?:\d{4}年)?\d{1,2}月\d{1,2}日(?:[(（][日月火水木金土][)）])?|\d{1,2}(?:\.|er|º|st|nd|rd|th)? (?:de )?\p{L}[\p{L}\p{M}]+\.? (?:de )?\d{4}|\p{Lu}\p{L}{2,} \d{1,2}, \d{4}/gu

/** The text as it is, where it names no day. */
export function wholeDays(text: string): Markup | string {
  const days = text.match(written)
  if (days === null) return text
  const rest = text.split(written)
  return html`${rest.map((part, at) => html`${part}${at < days.length ? html`<span class="whole-day">${days[at]}</span>` : ''}`)}`
}

/**
 * What follows sending: when results come, who sees them, and where replies to them are read. The same for everybody who was asked.
 */
import { html, type Markup } from '../http/page.ts'
import type { Terms } from './promise.ts'
import { timeIn, type View } from './view.ts'

export const nextSteps = (
  view: View,
  { mode, k_score: k, k_comment }: Terms,
  closesAt: string | null,
): Markup =>
  html`<ol class="timeline">
    ${closesAt ? html`<li>${timeIn(view, 'open_until', closesAt)}</li>` : ''}
    <li>${view.say(mode === 'attributed' ? 'next_others' : 'next_groups', { k, k_comment })}</li>
    <li>${view.say('next_replies')}</li>
  </ol>`

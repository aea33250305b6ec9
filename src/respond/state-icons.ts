/** What a page without questions is about, at a glance. */
import { html, type Markup } from '../http/page.ts'
import { outlineIcon } from './outline-icon.ts'

const outlines = {
  answered: 'M5 12.5l5 5L19.5 7',
  closed: 'M5 6h14v14H5zM5 10.5h14M9 3.5V8M15 3.5V8M10 13.5l4 4M14 13.5l-4 4',
  upcoming: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2',
  withdrawn: 'M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13.5h9l1-13.5M10.5 11v5.5M13.5 11v5.5',
  unknown:
    'M10 7.5l2.3-2.3a4.6 4.6 0 0 1 6.5 6.5L16.5 14M14 16.5l-2.3 2.3a4.6 4.6 0 0 1-6.5-6.5L7.5 10M4 4l3 3M17 17l3 3',
  slip: 'M3.5 6.5h17v11h-17zM9 6.5v11M12 10.5h5.5M12 13.5h3.5',
  trouble: 'M12 3.5L22 20.5H2zM12 9.5v5M12 17.5v.2',
  subscribed: 'M6 17v-6a6 6 0 0 1 12 0v6M3.5 17h17M10 20.5h4',
  unsubscribed: 'M6 17v-6c0-1 .2-1.9.6-2.7M9 5.8A6 6 0 0 1 18 11v3M3.5 17H17M10 20.5h4M3.5 3.5l17 17',
} as const

export type StateIcon = keyof typeof outlines

export const stateIcon = (name: StateIcon): Markup => outlineIcon('sign', 30, outlines[name])

/** Thanks: a tick, which draws itself, and rays around it. */
export const tick = html`<svg
  class="tick"
  viewBox="0 0 72 72"
  width="72"
  height="72"
  aria-hidden="true"
  focusable="false"
>
  <circle cx="36" cy="36" r="24" fill="currentColor" />
  <path
    class="rays"
    d="M36 6V2M57.2 14.8l2.8-2.8M66 36h4M57.2 57.2l2.8 2.8M36 66v4M14.8 57.2L12 60M6 36H2M14.8 14.8L12 12"
  />
  <path class="mark" d="M26 37l7 7 13-15" pathLength="1" />
</svg>`

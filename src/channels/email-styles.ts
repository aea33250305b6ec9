/** The colours of an e-mail, and its style sheet, without which it is light and as wide as it was sent. */
import { html } from 'hono/html'
import { type Accent, accentsOf, grounds, ownAccents } from '../../contract/brand-colours.ts'
import type { Cell } from './email-parts.ts'

type Colours = Pick<Accent, 'accent' | 'fill' | 'onFill' | 'tint'>
export type Accents = { readonly light: Colours; readonly dark: Colours }

export function accentsIn(colour: string | null | undefined): Accents {
  return colour ? accentsOf(colour) : ownAccents
}

/** Light colours are set on the elements, as some mail programs drop the style sheet; dark ones override them. On a phone the button is as wide as the text. */
export const headStyles = ({ dark }: Accents): Cell =>
  html`<style>
    :root {
      color-scheme: light dark;
      supported-color-schemes: light dark;
    }
    @media (prefers-color-scheme: dark) {
      .page {
        background: ${grounds.dark.ground} !important;
        color: ${grounds.dark.text} !important;
      }
      .card {
        background: ${grounds.dark.surface} !important;
        border-color: ${darkLine} !important;
      }
      .bar {
        background: ${dark.fill} !important;
      }
      .text {
        color: ${grounds.dark.text} !important;
      }
      .again {
        background: ${dark.tint} !important;
        color: ${grounds.dark.text} !important;
      }
      .promise {
        background: #282831 !important;
        border-color: ${darkLine} !important;
      }
      .named {
        background: #33270c !important;
        border-color: #fbbf24 !important;
      }
      .warned {
        background: #33270c !important;
        color: #fbbf24 !important;
      }
      .strip {
        background: #b45309 !important;
        color: #ffffff !important;
      }
      .nameless {
        background: #c9c9dc !important;
        color: #17171c !important;
      }
      .stored {
        background: #3c3c48 !important;
        color: ${grounds.dark.text} !important;
      }
      .quote {
        border-color: ${dark.accent} !important;
      }
      .button {
        background: ${dark.fill} !important;
        border-color: ${dark.accent} !important;
        color: ${dark.onFill} !important;
      }
      .line {
        border-color: ${darkLine} !important;
      }
      .quiet,
      .quiet a {
        color: ${grounds.dark.quiet} !important;
      }
    }
    @media (max-width: 480px) {
      .around {
        padding: 0 !important;
      }
      .card {
        border-width: 0 !important;
        border-radius: 0 !important;
      }
      .bar {
        border-radius: 0 !important;
      }
      .inside {
        padding-left: 20px !important;
        padding-right: 20px !important;
      }
      .wide {
        width: 100% !important;
      }
      a.button {
        display: block !important;
        padding-left: 12px !important;
        padding-right: 12px !important;
      }
    }
    @media (max-width: 400px) {
      .fact {
        display: block !important;
      }
      .dot {
        display: none !important;
      }
    }
  </style>`

/** Between parts of a dark card. */
const darkLine = '#4a4a57'

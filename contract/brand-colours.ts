/**
 * The colours of pages for respondents, made from the one that an organisation has chosen. Buttons are filled with it as it is. Texts and edges are
 * darkened until they can be read, on dark ground lightened, by as little as is needed. Contrast: WCAG 2.2, 1.4.3 (4.5:1 for text) and 1.4.11 (3:1 for marks);
 * as links are texts, 4.5:1 holds for all.
 */

/** One theme of a page. */
export type Accent = {
  /** Of links, marks and the edges of what is filled. */
  readonly accent: string
  /** Of buttons and of what is chosen: the organisation's colour as it is, wherever a text on it can be read. */
  readonly fill: string
  /** Text on `fill`. */
  readonly onFill: string
  /** Behind what is chosen. */
  readonly tint: string
}

type Theme = 'light' | 'dark'
type Rgb = readonly [number, number, number]

export const contrastMin = 4.5

/** As web/respond/respond.css has them, and the e-mail; a test compares. */
export const grounds = {
  light: { ground: '#f6f6f9', surface: '#ffffff', text: '#1a1a20', quiet: '#565661' },
  dark: { ground: '#131317', surface: '#1f1f26', text: '#ededf2', quiet: '#a8a8b5' },
} as const satisfies Record<Theme, object>

const farthest = { light: [0, 0, 0], dark: [255, 255, 255] } as const satisfies Record<Theme, Rgb>
const tintShare = { light: 0.09, dark: 0.14 } as const
const inks = ['#ffffff', '#000000'] as const
const steps = 50

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const at = (place: 0 | 1 | 2): number => from[place] + (to[place] - from[place]) * share
  return [at(0), at(1), at(2)]
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, contrast ratio, from 1 to 21. @param one  #rrggbb, as `other` */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** White where it can be read, else black: one of them has 4.5:1 on every colour, as their contrasts multiply to 21. */
const inkOn = (colour: string): string => (contrastOf(colour, inks[0]) >= contrastMin ? inks[0] : inks[1])

/** @param colour  #rrggbb */
function accentOf(colour: string, theme: Theme): Accent {
  const { ground, surface } = grounds[theme]
  const chosen = rgbOf(colour)
  for (let step = 0; step <= steps; step++) {
    const rgb = mix(chosen, farthest[theme], step / steps)
    const accent = hexOf(rgb)
    const tint = hexOf(mix(rgbOf(surface), rgb, tintShare[theme]))
    const pairs = [ground, surface, tint]
    if (pairs.every((other) => contrastOf(accent, other) >= contrastMin))
      return { accent, fill: colour, onFill: inkOn(colour), tint }
  }
  throw new Error(`no accent in ${colour}`)
}

export const accentsOf = (colour: string): Record<Theme, Accent> => ({
  light: accentOf(colour, 'light'),
  dark: accentOf(colour, 'dark'),
})

/** WCAG 2.2, 1.4.11. */
export const markContrastMin = 3

/** What is filled in a dark e-mail: the colour, lightened by as little as lets it stand out from the card. @param colour  #rrggbb */
export function darkFillOf(colour: string): Pick<Accent, 'fill' | 'onFill'> {
  for (let step = 0; step <= steps; step++) {
    const fill = hexOf(mix(rgbOf(colour), farthest.dark, step / steps))
    if (contrastOf(fill, grounds.dark.surface) >= markContrastMin) return { fill, onFill: inkOn(fill) }
  }
  throw new Error(`no fill in ${colour}`)
}

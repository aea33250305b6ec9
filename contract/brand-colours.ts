/**
 * The colours of pages for respondents, made from the one that an organisation has chosen. Buttons are filled with it as it is, where that looks filled. Texts and
 * edges are darkened until they can be read, on dark ground lightened in OKLCH, which keeps their hue, by as little as is needed. Contrast: WCAG 2.2, 1.4.3 (4.5:1 for text) and 1.4.11 (3:1 for marks);
 * as links are texts, 4.5:1 holds for all.
 */

/** One theme of a page. */
export type Accent = {
  /** Of links, marks and the edges of what is filled. */
  readonly accent: string
  /** Of buttons and of what is chosen: the organisation's colour as it is, unless it would look like something that is not chosen or cannot be pressed. */
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

/** Where an organisation has chosen no colour: as web/respond/respond.css has it, but for the dark tint, which is of e-mails. */
export const ownAccents: Record<Theme, Accent> = {
  light: { fill: '#4f46e5', onFill: '#ffffff', accent: '#4f46e5', tint: '#eeedfc' },
  dark: { fill: '#a9a4ff', onFill: '#14142b', accent: '#a9a4ff', tint: '#25234a' },
}

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

const linearOf = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** May be outside of what a screen can show. */
const partOf = (linear: number): number =>
  255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)

/** WCAG 2.2, relative luminance. */
function luminanceOf(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map(linearOf)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Lightness, and two axes of colour, whose length is the chroma. */
type Oklab = readonly [number, number, number]

/** https://bottosson.github.io/posts/oklab */
function oklabOf(rgb: Rgb): Oklab {
  const [red, green, blue] = rgb.map(linearOf)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

function rgbIn([lightness, a, b]: Oklab): Rgb {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    partOf(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    partOf(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    partOf(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

/** Nearer to white by a share, in the same hue: as much of its chroma as a screen can show. */
function lightened(rgb: Rgb, share: number): Rgb {
  const [lightness, a, b] = oklabOf(rgb)
  const lighter = lightness + (1 - lightness) * share
  for (let kept = steps; kept > 0; kept--) {
    const shown = rgbIn([lighter, (a * kept) / steps, (b * kept) / steps])
    if (shown.every((part) => part >= 0 && part <= 255)) return shown
  }
  return mix(rgb, [255, 255, 255], share)
}

/** Away from the ground of a theme. @param step  of `steps`; at the last it is black or white */
const movedBy = (rgb: Rgb, step: number, theme: Theme): Rgb =>
  step === 0 ? rgb : theme === 'light' ? mix(rgb, [0, 0, 0], step / steps) : lightened(rgb, step / steps)

/** WCAG 2.2, contrast ratio, from 1 to 21. @param one  #rrggbb, as `other` */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** White where it can be read, else black: one of them has 4.5:1 on every colour, as their contrasts multiply to 21. */
const inkOn = (colour: string): string => (contrastOf(colour, inks[0]) >= contrastMin ? inks[0] : inks[1])

type Fill = Pick<Accent, 'fill' | 'onFill'>

/** WCAG 2.2, 1.4.11. */
export const markContrastMin = 3

/** In OKLCH. A bright yellow looks filled on white; a pale one, and any grey, looks like nothing chosen or like what cannot be pressed. */
const vividMin = 0.14

const chromaOf = (colour: string): number => {
  const [, a, b] = oklabOf(rgbOf(colour))
  return Math.hypot(a, b)
}

/** @param accent  in which texts are, where the colour would not look filled */
function lightFillOf(colour: string, accent: string): Fill {
  const isFilled =
    contrastOf(colour, grounds.light.surface) >= markContrastMin || chromaOf(colour) >= vividMin
  const fill = isFilled ? colour : accent
  return { fill, onFill: inkOn(fill) }
}

/** In the dark, also in e-mails: the colour, lightened by as little as lets it stand out from a card. */
function darkFillOf(colour: string): Fill {
  const { surface } = grounds.dark
  for (let step = 0; step <= steps; step++) {
    const fill = hexOf(movedBy(rgbOf(colour), step, 'dark'))
    if (contrastOf(fill, surface) >= markContrastMin) return { fill, onFill: inkOn(fill) }
  }
  throw new Error(`no fill in ${colour}`)
}

const tintOf = (rgb: Rgb, theme: Theme): string =>
  hexOf(mix(rgbOf(grounds[theme].surface), rgb, tintShare[theme]))

/** The least that a text in this colour has: on the page, on a card, and on its own tint. */
function textContrastOf(rgb: Rgb, theme: Theme): number {
  const { ground, surface } = grounds[theme]
  return Math.min(...[ground, surface, tintOf(rgb, theme)].map((other) => contrastOf(hexOf(rgb), other)))
}

/** Of a colour as it was chosen. @param colour  #rrggbb */
export const contrastInTexts = (colour: string, theme: Theme): number => textContrastOf(rgbOf(colour), theme)

/** @param colour  #rrggbb */
function accentOf(colour: string, theme: Theme): Accent {
  const chosen = rgbOf(colour)
  for (let step = 0; step <= steps; step++) {
    const rgb = movedBy(chosen, step, theme)
    const accent = hexOf(rgb)
    const tint = tintOf(rgb, theme)
    if (textContrastOf(rgb, theme) >= contrastMin)
      return { accent, ...(theme === 'dark' ? darkFillOf(colour) : lightFillOf(colour, accent)), tint }
  }
  throw new Error(`no accent in ${colour}`)
}

export const accentsOf = (colour: string): Record<Theme, Accent> => ({
  light: accentOf(colour, 'light'),
  dark: accentOf(colour, 'dark'),
})

/** Seven shades of a score, from the lowest to the highest, by its place on its own scale and by nothing else. */

export type HeatShade = 1 | 2 | 3 | 4 | 5 | 6 | 7

type Scale = { isEnps: boolean; min: number; max: number }

/** Where one shade ends and the next begins, as shares of the scale: means lie around its middle, so steps are short there. */
export const shadeShares = [0.25, 0.375, 0.5, 0.625, 0.75, 0.875]

export const shadeStepsOf = ({ min, max }: Pick<Scale, 'min' | 'max'>): number[] =>
  shadeShares.map((share) => min + share * (max - min))

const tenths = 10

/** By the value as it is written, so that a cell of 2.0 has the colour that the legend gives to 2.0. */
export function shadeOf(value: number, { isEnps, min, max }: Scale): HeatShade {
  const places = isEnps ? 1 : tenths
  const written = Math.round(value * places) / places
  return (1 + shadeStepsOf({ min, max }).filter((step) => written >= step).length) as HeatShade
}

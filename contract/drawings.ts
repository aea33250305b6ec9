/** What ratings are drawn with, as paths in a box of 32 by 32, so that they look alike on every device, on the answer page and in the workspace. */
import type { Icon } from './form-items.ts'

/**
 * Mouth and brows of five faces, from sad to happy; the first has its brows raised in the middle, the last its mouth open: told apart at any
 * size and without colour.
 */
export const moodFeatures: readonly { readonly path: string; readonly isFilled?: boolean }[] = [
  { path: 'M7 11l5-3M25 11l-5-3M10 24q6-7 12 0' },
  { path: 'M11 22.5q5-4 10 0' },
  { path: 'M11 21.5h10' },
  { path: 'M10 20q6 5 12 0' },
  { path: 'M9 18.5h14q-1 7.5-7 7.5t-7-7.5z', isFilled: true },
]

/** Outlines, which whoever draws them may fill. */
export const iconOutlines: Readonly<Record<Icon, string>> = {
  star: 'M16 3.5l3.9 8 8.6 1.2-6.3 6.2 1.6 8.7-7.8-4.2-7.8 4.2 1.6-8.7-6.3-6.2 8.6-1.2z',
  heart: 'M16 27.5S4 20.6 4 12a6.4 6.4 0 0 1 12-3.2A6.4 6.4 0 0 1 28 12c0 8.6-12 15.5-12 15.5z',
  thumb:
    'M4.5 14h5v13h-5zM9.500 15.500L15 4c2.200 0 3.500 1.500 3.500 3.500V12h7.200c1.700 0 2.800 1.500 2.500 3.100l-1.700 9.600c-.2 1.400-1.300 2.300-2.600 2.300H9.500z',
}

/** QR codes as drawings. */
import { encode } from 'uqr'

/** A drawing of dark squares of size 1 in a square of `size`, as the `d` of an SVG path. */
export type QrCode = { size: number; path: string }

/** For a screen, or paper that was printed just now: nothing damages it, and fewer squares are larger ones. */
export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'L', boostEcc: false, border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}

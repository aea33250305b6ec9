/**
 * Pictures of parts of a page against those that are kept in the repository. The page is set in the blank font, so what is compared is what
 * is drawn around the words: bars, bands, cells, rings and where they stand.
 *
 *   SONDE_KEEP_PICTURES=1 npm test -- FILE   keeps what is drawn now, for somebody to look at before they commit it
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { blankFont } from './blank-font.ts'

/** Before anything is compared; the page has to allow styles of others (`bypassCSP`). */
export async function blankWords(page: Page): Promise<void> {
  await page.addStyleTag({ content: blankFont })
  await page.evaluate('document.fonts.load("16px Blank").then(() => document.fonts.ready)')
}

/**
 * How many pixels of one picture are in none of the nine places around theirs in the other, either way. Edges of a curve may be smoothed
 * differently by another build of the browser: they are off by one pixel, or by a shade.
 * @returns Infinity where the pictures differ in size
 */
export function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate<number, string[]>(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image()
          image.src = `data:image/png;base64,${base64}`
          await image.decode()
          const canvas = new OffscreenCanvas(image.width, image.height)
          const context = canvas.getContext('2d')!
          context.drawImage(image, 0, 0)
          return context.getImageData(0, 0, image.width, image.height)
        }),
      )
      if (a.width !== b.width || a.height !== b.height) return Infinity
      const { width, height } = a
      const isNear = (p: number, q: number, from: ImageData, to: ImageData): boolean =>
        [0, 1, 2].every((channel) => Math.abs(from.data[4 * p + channel] - to.data[4 * q + channel]) <= 32)
      const steps = [-1, 0, 1]
      const isFound = (x: number, y: number, from: ImageData, to: ImageData): boolean =>
        steps.some((dy) =>
          steps.some((dx) => {
            const [column, row] = [x + dx, y + dy]
            if (column < 0 || row < 0 || column >= width || row >= height) return false
            return isNear(y * width + x, row * width + column, from, to)
          }),
        )
      let count = 0
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) if (!isFound(x, y, a, b) || !isFound(x, y, b, a)) count++
      return count
    },
    [one, other].map((picture) => picture.toString('base64')),
  )
}

/** Every so many pixels one may differ: a marker that moves by a pixel stays, a bar that ends elsewhere does not. */
const pixelsPerFault = 20_000

/** A part of the page looks as it was kept. What it looks like now is written beside the system's temporary files if not. */
export async function looksAsKept(page: Page, part: Locator, kept: string): Promise<void> {
  const now = await part.screenshot({ animations: 'disabled' })
  if (process.env.SONDE_KEEP_PICTURES) {
    await mkdir(dirname(kept), { recursive: true })
    await writeFile(kept, now)
    return
  }
  assert.ok(existsSync(kept), `${kept} is not there: keep it by SONDE_KEEP_PICTURES=1`)
  const before = await readFile(kept)
  const differing = await difference(page, before, now)
  const [width, height] = [now.readUInt32BE(16), now.readUInt32BE(20)]
  if (differing <= (width * height) / pixelsPerFault) return
  const seen = join(tmpdir(), `sonde-${kept.split('/').at(-1)}`)
  await writeFile(seen, now)
  assert.fail(`${differing} pixels differ from ${kept}: see ${seen}`)
}

/** @returns red, green and blue (0 to 255) in the middle of each element inside the part, as the screen shows them */
export async function coloursOf(page: Page, part: Locator, inside: string): Promise<number[][]> {
  const places = await part.evaluate((root, selector) => {
    const from = root.getBoundingClientRect()
    return [...root.querySelectorAll(selector)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [Math.floor(x + width / 2 - from.x), Math.floor(y + height / 2 - from.y)]
    })
  }, inside)
  const picture = await part.screenshot({ animations: 'disabled' })
  return page.evaluate<number[][], [string, number[][]]>(
    async ([base64, points]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      return points.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3))
    },
    [picture.toString('base64'), places],
  )
}

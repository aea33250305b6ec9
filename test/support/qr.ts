/** What a QR code on a page says, read from the pixels that a browser draws, by a reader that is not ours (note 157). */
import type { Locator } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'

/** Tries every way of reading, however long it takes: a camera would wait for its next picture. */
const patient = { effort: 10, timeLimit: Number.POSITIVE_INFINITY }

/** Runs in its own page, which no policy of the page in question binds. */
const pixelsOf = (png: string): string => `(async () => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob())
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width, height, values: [...context.getImageData(0, 0, width, height).data] }
})()`

/** @throws where no code can be read */
export async function readQrCode(code: Locator): Promise<string> {
  const png = (await code.screenshot()).toString('base64')
  const canvas = await code.page().context().newPage()
  const { width, height, values } = await canvas.evaluate<{
    width: number
    height: number
    values: number[]
  }>(pixelsOf(png))
  await canvas.close()
  return decodeQR({ width, height, data: Uint8Array.from(values) }, patient)
}

/** What a logo is, by its bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { jpegHeader, png, webpHeader } from '../../test/support/pictures.ts'
import { pictureIn } from './logo-image.ts'

const size = { width: 300, height: 77 }

test('type, width and height are read from PNG, JPEG and each kind of WebP', () => {
  assert.deepEqual(pictureIn(png(size)), { mediaType: 'image/png', ...size })
  assert.deepEqual(pictureIn(jpegHeader(300, 77)), { mediaType: 'image/jpeg', ...size })
  for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const)
    assert.deepEqual(pictureIn(webpHeader(kind, size)), { mediaType: 'image/webp', ...size }, kind)
})

test('what is animated, too large, too small or no picture is refused', () => {
  assert.equal(pictureIn(png({ ...size, isAnimated: true })), 'animated')
  assert.equal(pictureIn(webpHeader('VP8X', { ...size, isAnimated: true })), 'animated')
  assert.equal(pictureIn(png({ width: 15, height: 40 })), 'wrong_size')
  assert.equal(pictureIn(jpegHeader(65_535, 65_535)), 'wrong_size')
  assert.equal(pictureIn(Buffer.concat([png(size), Buffer.alloc(limits.logoBytesMax)])), 'too_large')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  // A marker without a length would hide the frame that browsers read.
  for (const marker of [0x01, 0xd0, 0xd8])
    assert.equal(
      pictureIn(
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, marker, 0, 4, 0, 0]), jpegHeader(300, 77).subarray(2)]),
      ),
      'not_an_image',
    )
  for (const text of [svg, 'GIF89a' + 'x'.repeat(60), `<!doctype html>${'x'.repeat(60)}`, ''])
    assert.equal(pictureIn(Buffer.from(text)), 'not_an_image', text)
})

test('a header that is cut off anywhere, or has any one byte changed, ends in an answer', () => {
  const files = [png(size), jpegHeader(300, 77), webpHeader('VP8L', size), webpHeader('VP8X', size)]
  for (const file of files)
    for (let at = 0; at < Math.min(file.length, 80); at++) {
      assert.ok(pictureIn(file.subarray(0, at)))
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(file)
        changed[at] = value
        assert.ok(pictureIn(changed))
      }
    }
})

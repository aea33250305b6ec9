/**
 * A style sheet of one colour: all that differs between pages of two organisations. Its address has the colour and a hash of what is made of
 * it, so it is no secret, needs no database, and is the same bytes for good.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { accentsOf } from '../../contract/brand-colours.ts'
import { problem } from '../problem.ts'

const yearSeconds = 31_536_000
const fewMinutes = 300

const stylesOf = (colour: string): string => {
  const { light, dark } = accentsOf(colour)
  const both = (part: keyof typeof light): string => `light-dark(${light[part]},${dark[part]})`
  return `:root{--accent:${both('accent')};--fill:${both('fill')};--on-fill:${both('onFill')};--tint:${both('tint')};--brand:${colour}}`
}

const versionOf = (styles: string): string => createHash('sha256').update(styles).digest('hex').slice(0, 8)

/** The address below /assets/. Its version changes with what Sonde makes of the colour, which a browser would otherwise keep for a year. */
export const accentAddress = (colour: string): string =>
  `accent/${colour.slice(1)}.css?v=${versionOf(stylesOf(colour))}`

/**
 * Only an address with the version of these very bytes is kept for good. A page of another version of Sonde has another one, as while a
 * cluster is upgraded: it gets these styles too, but asks again soon.
 */
export function accentRoute(app: FastifyInstance): void {
  app.get('/assets/accent/:file', (request, reply) => {
    const { file } = request.params as { file: string }
    const [, colour] = /^([0-9a-f]{6})\.css$/.exec(file) ?? []
    if (colour === undefined) throw problem('not_found')
    const styles = stylesOf(`#${colour}`)
    const { v: version } = request.query as { v?: unknown }
    const freshness =
      version === versionOf(styles)
        ? `public, max-age=${yearSeconds}, immutable`
        : `public, max-age=${fewMinutes}`
    return reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': freshness,
        'x-content-type-options': 'nosniff',
      })
      .send(styles)
  })
}

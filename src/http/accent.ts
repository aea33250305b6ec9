/**
 * A style sheet of one colour: all that differs between pages of two organisations. Its address has the colour and nothing else, so it is no
 * secret, needs no database, and is the same bytes for good.
 */
import type { FastifyInstance } from 'fastify'
import { accentsOf } from '../../contract/brand-colours.ts'
import { problem } from '../problem.ts'

const yearSeconds = 31_536_000

const stylesOf = (colour: string): string => {
  const { light, dark } = accentsOf(colour)
  const both = (part: keyof typeof light): string => `light-dark(${light[part]},${dark[part]})`
  return `:root{--accent:${both('accent')};--fill:${both('fill')};--on-fill:${both('onFill')};--tint:${both('tint')};--brand:${colour}}`
}

export function accentRoute(app: FastifyInstance): void {
  app.get('/assets/accent/:file', (request, reply) => {
    const { file } = request.params as { file: string }
    const [, colour] = /^([0-9a-f]{6})\.css$/.exec(file) ?? []
    if (colour === undefined) throw problem('not_found')
    return reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
        'x-content-type-options': 'nosniff',
      })
      .send(stylesOf(`#${colour}`))
  })
}

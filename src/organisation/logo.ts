/**
 * The logo on pages for respondents. Its address has a hash of the picture and the organisation, and nothing of whoever looks at it, so that it is the
 * same for everybody of every survey.
 */
import { createHash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { Logo } from '../../contract/organisation.ts'
import { type Api, refuseLink } from '../http/route.ts'
import { impossible, problem } from '../problem.ts'
import { pictureIn, type PictureFault } from './logo-image.ts'
import { findLogo } from './store.ts'

export type NewLogo = { readonly about: Logo; readonly image: Buffer }

const path = '/assets/logos'

const faults: Record<PictureFault, string> = {
  not_an_image: 'A logo is a PNG, JPEG or WebP',
  animated: 'A logo may not be animated',
  too_large: `A logo has at most ${limits.logoBytesMax} bytes`,
  wrong_size: `A logo is ${limits.logoPixelsMin} to ${limits.logoPixelsMax} pixels wide and high`,
}

/** @param data  in Base64. @throws unprocessable  not a picture that pages can show */
export function newLogo(organisationId: string, data: string): NewLogo {
  const image = Buffer.from(data, 'base64')
  const picture = pictureIn(image)
  if (typeof picture === 'string') throw impossible('/logo/data', faults[picture], picture)
  const hash = createHash('sha256').update(image).digest('base64url').slice(0, 22)
  const { mediaType: media_type, ...size } = picture
  return { about: { url: `${path}/${organisationId}/${hash}`, media_type, ...size }, image }
}

/** A day, and in browsers alone: what an organisation takes away is not kept elsewhere. */
const keptSeconds = 86_400

/** To anybody: it is on pages that are read without signing in. Anyone who asks for what is not there guesses, and is counted as with links. */
export function logoRoute(api: Api): void {
  const { app, db } = api
  app.get(`${path}/:organisation/:hash`, async (request, reply) => {
    const { organisation, hash } = request.params as { organisation: string; hash: string }
    const found = await findLogo(db.tx, organisation, `${path}/${organisation}/${hash}`)
    if (!found?.logo) return refuseLink(api, request, problem('not_found'))
    return reply
      .headers({
        'content-type': found.logo.media_type,
        'x-content-type-options': 'nosniff',
        'cache-control': `private, max-age=${keptSeconds}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(found.logo_image)
  })
}

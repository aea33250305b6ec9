/**
 * The personal link to a copy: sent to the person once their request is carried out, stored as a hash, valid until the copy expires. The page
 * changes nothing, so a mail scanner that opens it does no harm.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { textsOf } from '../../locales/catalogue.ts'
import type { Tx } from '../db/db.ts'
import { html, sendPage } from '../http/page.ts'
import { type Api, countGuess } from '../http/route.ts'
import { card, languageOfBrowser } from '../identity/identity.ts'
import { newSecret, readSecret, sha256 } from '../ids.ts'
import { inWords } from '../language.ts'
import { fileOf } from './copy-file.ts'
import * as store from './store.ts'

/** The path of a new link, which replaces the one before; null: the copy cannot be downloaded any more. */
export async function newCopyPath(
  tx: Tx,
  request: { organisationId: string; id: string },
  now: Date,
): Promise<string | null> {
  const token = newSecret('pl', request.organisationId)
  return (await store.storeToken(tx, request, sha256(token), now)) > 0 ? `/privacy/${token}` : null
}

type LinkRequest = FastifyRequest<{ Params: { token: string; file?: string } }>

export function copyLinkRoutes({ app, db, clock, limiter }: Api): void {
  const find = (tx: Tx, token: string, now: Date) => {
    const secret = readSecret('pl', token)
    return secret && store.findByToken(tx, secret, now)
  }

  app.get('/privacy/:token', async (request: LinkRequest, reply) => {
    const { token } = request.params
    const language = languageOfBrowser(request)
    const say = textsOf('notice', language)
    const found = await find(db.tx, token, clock.now())
    const title = say('page_title')
    if (!found) {
      await countGuess({ limiter }, request)
      return sendPage(
        reply,
        card({
          language,
          title,
          body: html`<h1>${title}</h1>
            <p class="alert" role="alert">${say('page_gone')}</p>`,
        }),
        { status: 404 },
      )
    }
    const day = (found.expires_at ?? '').slice(0, 10)
    return sendPage(
      reply,
      card({
        language,
        title,
        body: html`<h1>${title}</h1>
          <p>${say('page_hint', found)}</p>
          <p>${textsOf('copy', language)('missing_named')}</p>
          <div class="actions">
            <a class="button primary" href="/privacy/${token}/my-data.html" download>${say('page_html')}</a>
            <a class="button" href="/privacy/${token}/my-data.json" download>${say('page_json')}</a>
          </div>
          <p class="quiet">${say('link_until', { when: inWords.day(language, day) })}</p>`,
      }),
    )
  })

  const send = async (request: LinkRequest, reply: FastifyReply, format: 'json' | 'html') => {
    const now = clock.now()
    const { token } = request.params
    const file = await db.transaction(async (tx) => {
      const found = await find(tx, token, now)
      if (!found) return undefined
      const { organisation_id: organisationId, id } = found
      await limiter.take(`copy ${id}`, 'export')
      const asked = await store.findRequest(tx, { organisationId, id }, { of: null })
      return asked && fileOf(tx, { organisationId, request: asked, format, isSignedIn: false }, now)
    })
    if (!file) {
      await countGuess({ limiter }, request)
      return reply.redirect(`/privacy/${token}`)
    }
    return reply
      .headers({
        'content-type': `${file.media_type}; charset=utf-8`,
        'content-disposition': `attachment; filename="${file.name}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .serializer(String)
      .send(file.content)
  }
  app.get('/privacy/:token/my-data.html', (request: LinkRequest, reply) => send(request, reply, 'html'))
  app.get('/privacy/:token/my-data.json', (request: LinkRequest, reply) => send(request, reply, 'json'))
}

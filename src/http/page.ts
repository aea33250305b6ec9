/**
 * Pages made on the server: markup by hono/html (which escapes), one stylesheet, no inline script or style, headers that let
 * nobody frame, sniff, cache or learn where the reader came from.
 */
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { sha256 } from '../ids.ts'

export { html, raw }

export type Html = ReturnType<typeof html>

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export async function sendPage(reply: FastifyReply, page: unknown, status = 200): Promise<FastifyReply> {
  const text = String(await page)
  return reply
    .code(status)
    .headers(pageHeaders)
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(text)
}

type Asset = { body: Buffer; type: string; path: string }

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

function load(file: string): Asset {
  const body = readFileSync(new URL(`../../web/${file}`, import.meta.url))
  const hash = sha256(body).toString('hex').slice(0, 12)
  return {
    body,
    type: types[file.slice(file.lastIndexOf('.') + 1)],
    path: `/assets/${hash}/${file.slice(file.lastIndexOf('/') + 1)}`,
  }
}

/** Files below web/ that pages name; all known from the start, so that any node serves what another one's page asks for. */
const assets = { 'icon.svg': load('icon.svg'), 'respond/respond.css': load('respond/respond.css') }

/** The address of a file, named by its content so that it may be cached for ever. */
export const asset = (file: keyof typeof assets): string => assets[file].path

export function assetRoutes(app: FastifyInstance): void {
  for (const { body, type, path } of Object.values(assets)) {
    app.get(path, (_request, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .type(type)
        .send(body),
    )
  }
}

/** The frame of a page: one column, one h1. */
export const layout = (options: {
  title: string
  styles: keyof typeof assets
  lang?: string
  dir?: 'ltr' | 'rtl'
  body: unknown
}) =>
  html`<!doctype html>
    <html lang="${options.lang ?? 'en'}" dir="${options.dir ?? 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${options.title}</title>
        <link rel="icon" href="${asset('icon.svg')}" />
        <link rel="stylesheet" href="${asset(options.styles)}" />
      </head>
      <body>
        ${options.body}
      </body>
    </html>`

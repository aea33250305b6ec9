/** The API reference: Scalar over /openapi.json, in our colours, without requests to other hosts. */
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import Fastify from 'fastify'
import { html } from 'hono/html'
import type { Markup } from '../http/page.ts'
import { siteHead } from '../http/site-head.ts'

export const referencePage = (): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API reference · Sonde</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="stylesheet" href="/assets/reference.css" />
        <script src="/assets/docs-theme.js"></script>
        <script src="/assets/scalar.js" defer></script>
        <script src="/assets/reference.js" defer></script>
        <script type="module" src="/assets/docs.js"></script>
      </head>
      <body>
        <noscript
          ><p>
            The reference needs JavaScript. <a href="/openapi.json">The OpenAPI document</a> has the same
            content.
          </p></noscript
        >
        ${siteHead('Reference')}
        <div id="reference"></div>
      </body>
    </html>` as Markup

export type Script = { identity: Buffer; brotli: Buffer }

let script: Promise<Script> | undefined

/** The library's script, as its plugin serves it. It has 4.4 MB, so it is compressed once, at the first request. */
export function scalarScript(): Promise<Script> {
  script ??= load()
  return script
}

async function load(): Promise<Script> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
  const { rawPayload: identity } = await app.inject('/reference/js/scalar.js')
  await app.close()
  const brotli = await promisify(brotliCompress)(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  })
  return { identity, brotli }
}

/**
 * The address to which Slack or Microsoft redirects a browser after consent, with a code. The code is passed on to a page, where only the
 * signed-in person who started can use it: whoever else follows a link to this address connects nothing.
 */
import type { Api } from './route.ts'

const passedOn = ['code', 'state', 'error']

/** Registers the address, which passes the code on to a page behind the #: no log and no referrer has it there. */
export function registerCallbackRedirect(api: Api, path: string, page: string): void {
  api.app.get(path, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const passed = passedOn.flatMap((name) => {
      const value = query.get(name)
      // Codes and errors consist of these characters (RFC 6749, appendix A). What does not is left out: the page then says that it failed.
      return value !== null && /^[\w.~!*-]{1,4000}$/.test(value) ? [[name, value]] : []
    })
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${api.addresses.developerUrl}${page}#${new URLSearchParams(passed).toString()}`, 303)
  })
}

/**
 * Where another service sends a browser back to, with a code. The code goes on to a page, where only the signed-in person who started can use
 * it: whoever else follows a link to this address connects nothing. It is behind the #, which no log and no referrer has.
 */
import type { Api } from './route.ts'

const passedOn = ['code', 'state', 'error']

export function sentBackTo(api: Api, path: string, page: string): void {
  api.app.get(path, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const passed = passedOn.flatMap((name) => {
      const value = query.get(name)
      return value !== null && /^[\w.~!*-]{1,4000}$/.test(value) ? [[name, value]] : []
    })
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${api.addresses.developerUrl}${page}#${new URLSearchParams(passed).toString()}`, 303)
  })
}

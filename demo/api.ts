/**
 * The API as any client calls it: JSON over HTTP with a bearer token. A refusal is an error that carries the problem's own
 * words, so that a demo that fails says why.
 */

export type Client = {
  get<T = any>(path: string): Promise<T>
  post<T = any>(path: string, body?: unknown): Promise<T>
  put<T = any>(path: string, body: unknown): Promise<T>
  patch<T = any>(path: string, body: unknown): Promise<T>
  /** Follows a list to its last page. */
  all<T = any>(path: string, noun: string): Promise<T[]>
}

/** @param token asked before each call; null for what needs none, such as a respondent's link */
export function client(url: string, token: (() => Promise<string>) | null = null): Client {
  const call = async (method: string, path: string, body?: unknown): Promise<any> => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${await token()}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 500)}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    all: async (path, noun) => {
      const found: any[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: any = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=200${after}`)
        found.push(...page[noun])
        cursor = page.next_cursor
      }
      return found
    },
  }
}

const atOnce = 4

/** Runs the work of a list, a few at a time, in its order. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index], index)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}

/** A browser without script, for tests: asks for pages, reads their first form, sends it. */
export type Page = { status: number; html: string; headers: Headers; location: string | null }

/** Asks as a browser does. */
export async function browse(url: string, init: RequestInit = {}): Promise<Page> {
  const reply = await fetch(url, {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', ...init.headers },
  })
  return {
    status: reply.status,
    html: await reply.text(),
    headers: reply.headers,
    location: reply.headers.get('location'),
  }
}

export const submit = (
  url: string,
  fields: [string, string][] | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Page> =>
  browse(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** Sends a form and reads the page that it leads to, with the cookies that came with the redirect. */
export async function submitAndFollow(
  url: string,
  fields: [string, string][] | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Page> {
  const reply = await submit(url, fields, headers)
  if (reply.status !== 303 || reply.location === null) return reply
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return browse(new URL(reply.location, url).href, { headers: { ...headers, cookie } })
}

export const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)
  return found && unescaped(found[1])
}

/** The form of a page as a browser without script would send it untouched. */
export function formOf(html: string) {
  const forms = [...html.matchAll(/<form\s+method="post"\s+action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)]
  // A button alone is a form, too.
  const form = forms.find(([, , content]) => /<(?:input|textarea|select)\b/.test(content)) ?? forms[0]
  const inputs = [...form[2].matchAll(/<input\b[^>]*>/g)].map(([tag]) => ({
    tag,
    name: attribute(tag, 'name')!,
    type: attribute(tag, 'type')!,
    value: attribute(tag, 'value') ?? '',
    checked: /\schecked[\s/>]/.test(tag),
  }))
  const areas = [...form[2].matchAll(/<textarea\b([^>]*)>\n?([\s\S]*?)<\/textarea>/g)].map(
    ([, tag, text]) => ({
      tag,
      name: attribute(tag, 'name')!,
      type: 'textarea',
      value: unescaped(text),
      checked: false,
    }),
  )
  const selects = [...form[2].matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(([, tag, list]) => ({
    tag,
    name: attribute(tag, 'name')!,
    type: 'select',
    value: /<option\s+value="([^"]*)"\s+selected/.exec(list)?.[1] ?? '',
    checked: false,
  }))
  const fields = [...inputs, ...areas, ...selects]
  const sent = fields
    .filter(({ type, checked }) => !['radio', 'checkbox'].includes(type) || checked)
    .map(({ name, value }): [string, string] => [name, value])
  return { action: form[1], fields, sent, names: new Set(fields.map((field) => field.name)) }
}

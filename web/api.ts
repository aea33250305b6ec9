/**
 * How pages call the API: the typed client on the page's own origin (the same process serves both hosts, so no other origin
 * is ever reached), and the cache of what was read.
 */
import { QueryClient } from '@tanstack/react-query'
import { connect, SondeError } from '../client/client.ts'
import { messagesOf } from './messages.ts'
import { isUnanswered, reach } from './reach.ts'
import { renewSession, requireSession } from './session.ts'
import { uiTexts } from './ui/ui-texts.ts'

export { SondeError } from '../client/client.ts'

const organisationKey = 'sonde.organisation'

/** For somebody of several organisations: the one that this tab is about. */
const organisation = sessionStorage.getItem(organisationKey) ?? undefined

/** Everything that was read belongs to the other organisation, so the page starts over. */
export function chooseOrganisation(id: string): void {
  sessionStorage.setItem(organisationKey, id)
  location.assign('/app')
}

const codeOf = async (reply: Response): Promise<unknown> =>
  reply.json().then(
    ({ code }: { code?: unknown }) => code,
    () => null,
  )

/**
 * A session that the server no longer takes leads to signing in, and so does one without the second factor that the organisation requires:
 * the sign-in page sets it up. Tokens of applications are another matter (as-user.ts).
 */
const fetchInPerson: typeof fetch = async (...request) => {
  const reply = await reach(...request)
  if (reply.status === 401) renewSession()
  if (reply.status === 403 && (await codeOf(reply.clone())) === 'second_factor_required')
    renewSession({ again: true })
  return reply
}

/** What a person does in person: applications, grants, the organisation, the audit log. */
export const inPerson = connect('', {
  token: async () => (await requireSession()).token,
  fetch: fetchInPerson,
  ...(organisation !== undefined && { organisation }),
})

/** For what is fetched past the client: files. */
export async function fetchFileInPerson(address: string, accept: string): Promise<Response> {
  const reply = await fetchInPerson(address, {
    headers: {
      accept,
      authorization: `Bearer ${(await requireSession()).token}`,
      ...(organisation !== undefined && { 'sonde-organisation': organisation }),
    },
  })
  if (!reply.ok) throw new SondeError(reply.status, (await reply.json()) as Record<string, unknown>)
  return reply
}

const staleMs = 15_000
const triesMax = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      // What the server refused it will refuse again; what did not arrive may the next time.
      retry: (failures, error) => failures < triesMax && !(error instanceof SondeError && error.status < 500),
    },
  },
})

/** Neither the server nor the way to it: the program of the page. A part of it that cannot be fetched looks the same where there is a connection. */
export const isPageFault = (error: unknown): boolean =>
  !(error instanceof SondeError || isUnanswered(error)) && navigator.onLine

/** One sentence of what went wrong, for a person. What the server says about it is in English. */
export function explain(error: unknown): string {
  const say = messagesOf(uiTexts)
  if (isPageFault(error)) return say('page_failed')
  if (!(error instanceof SondeError)) return say('unreachable')
  const { code, detail, title } = error.problem as { code?: string; detail?: string; title?: string }
  // What is in between, as a proxy, answers in its own words, or by a page.
  return code === undefined
    ? say('server_failed', { status: String(error.status) })
    : (detail ?? title ?? code)
}

/** Errors by field, as the server names them: `/redirect_uris/0` → sentence. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof SondeError)) return {}
  const { errors = [] } = error.problem as { errors?: { pointer: string; detail: string }[] }
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]))
}

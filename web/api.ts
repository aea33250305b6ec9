/**
 * How pages call the API: the typed client on the page's own origin (the same process serves both hosts, so no other origin
 * is ever reached), and the cache that keeps what was read. A token that ended leads to signing in, once.
 */
import { keepPreviousData, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connect, SondeError } from '../client/client.ts'
import { renewSession, requireSession } from './session.ts'

export { SondeError } from '../client/client.ts'

const organisationKey = 'sonde.organisation'

/** For somebody of several organisations: the one that this tab is about. */
const organisation = sessionStorage.getItem(organisationKey) ?? undefined

/** Everything that was read is of the other organisation, so the page begins anew. */
export function chooseOrganisation(id: string): void {
  sessionStorage.setItem(organisationKey, id)
  location.assign('/app')
}

/** What a person does in person: applications, grants, the organisation, the trail. */
export const inPerson = connect('', {
  token: async () => (await requireSession()).token,
  ...(organisation !== undefined && { organisation }),
})

/** What the client sends of whoever sits here, for what is fetched past it: files. */
export const headersInPerson = async (): Promise<Record<string, string>> => ({
  authorization: `Bearer ${(await requireSession()).token}`,
  ...(organisation !== undefined && { 'sonde-organisation': organisation }),
})

const staleMs = 15_000
const triesMax = 2

const onError = (error: Error): void => {
  if (error instanceof SondeError && error.status === 401) renewSession()
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      placeholderData: keepPreviousData,
      // What the server refused it will refuse again; what did not arrive may the next time.
      retry: (failures, error) => failures < triesMax && !(error instanceof SondeError && error.status < 500),
    },
  },
})

/** One sentence of what went wrong, for a person. */
export function saidOf(error: unknown): string {
  if (!(error instanceof SondeError)) return 'The service cannot be reached just now.'
  const { detail, title } = error.problem as { detail?: string; title?: string }
  return detail ?? title ?? error.code
}

/** Faults by field, as the server names them: `/redirect_uris/0` → sentence. */
export function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof SondeError)) return {}
  const { errors = [] } = error.problem as { errors?: { pointer: string; detail: string }[] }
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]))
}

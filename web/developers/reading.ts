/** What the developer pages read, and under which name it stands in the cache. */
import { queryOptions } from '@tanstack/react-query'
import { type ReplyOf } from '../../client/client.ts'
import { inPerson, queries } from '../api.ts'

export type Application = ReplyOf<'getApplication'>
export type NewApplication = ReplyOf<'createApplication'>

const listMax = 200

/** The newest 200: what the palette and the list start from. */
export const listedApplications = () =>
  queryOptions({
    queryKey: ['applications', 'list'],
    queryFn: ({ signal }) => inPerson.call('listApplications', { query: { limit: listMax }, signal }),
  })

export const oneApplication = (id: string) =>
  queryOptions({
    queryKey: ['applications', id],
    queryFn: ({ signal }) => inPerson.call('getApplication', { params: { id }, signal }),
  })

export const usageOf = (id: string, from?: string) =>
  queryOptions({
    queryKey: ['applications', id, 'usage', from],
    queryFn: ({ signal }) =>
      inPerson.call('getUsage', { params: { id }, query: { ...(from && { from }) }, signal }),
  })

/** After a change: the detail is what came back, lists are read anew. */
export async function changed(application: Application): Promise<void> {
  queries.setQueryData(oneApplication(application.id).queryKey, application)
  await queries.invalidateQueries({ queryKey: ['applications', 'list'] })
}

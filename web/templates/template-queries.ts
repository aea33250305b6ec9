/** What pages read about templates. */
import type { QueryOf, ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList } from '../queries.ts'

export type Template = ReplyOf<'getTemplate'>
export type Comparison = NonNullable<ReplyOf<'updateTemplate'>['comparison']>

type Filter = Pick<NonNullable<QueryOf<'listTemplates'>>, 'origin' | 'kind' | 'q'>

export const templatePages = (query: Filter) => readPages(asUser, 'listTemplates', { query })

export const useTemplates = (query: Filter) => useList(templatePages(query), ({ templates }) => templates)

export const templateQuery = (id: string) => read(asUser, 'getTemplate', { params: { id } })

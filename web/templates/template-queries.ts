/** What pages read and write about templates. */
import type { BodyOf, QueryOf, ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'

export type Template = ReplyOf<'getTemplate'>
export type Comparison = NonNullable<ReplyOf<'updateTemplate'>['comparison']>

export const origins = ['own', 'built_in'] as const
export const kinds = ['pulse', 'check_in'] as const

type Filter = Pick<NonNullable<QueryOf<'listTemplates'>>, 'origin' | 'kind' | 'q'>

export const templatePages = (query: Filter) => readPages(asUser, 'listTemplates', { query })

export const useTemplates = (query: Filter) => useList(templatePages(query), ({ templates }) => templates)

export const templateQuery = (id: string) => read(asUser, 'getTemplate', { params: { id } })

export const saveTemplate = (id: string, body: BodyOf<'updateTemplate'>, version: number) =>
  asUser.call('updateTemplate', { params: { id }, body, ifMatch: version })

type Callbacks<Reply> = { onDone: (reply: Reply) => void; onFailed: (error: Error) => void }

const changes = ['listTemplates', 'getTemplate'] as const

export const useTemplateCreation = (callbacks: Callbacks<Template>) =>
  useWrite({
    send: (body: BodyOf<'createTemplate'>) => asUser.call('createTemplate', { body }),
    changes,
    ...callbacks,
  })

export const useTemplateDeletion = (callbacks: {
  onDone: (_reply: unknown, template: Template) => void
  onFailed: (error: Error) => void
}) =>
  useWrite({
    send: ({ id }: Template) => asUser.call('deleteTemplate', { params: { id } }),
    changes,
    ...callbacks,
  })

export const useTemplateRestoring = (callbacks: Callbacks<Template>) =>
  useWrite({
    send: (id: string) => asUser.call('restoreTemplate', { params: { id } }),
    changes,
    ...callbacks,
  })

/** What pages write about templates: apart from what they read, which every page brings for its addresses. */
import type { BodyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { useWrite } from '../queries.ts'
import type { Template } from './template-queries.ts'

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

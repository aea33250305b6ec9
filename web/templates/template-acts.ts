/** What is done with a template from the list and from its page. */
import { useNavigate } from '@tanstack/react-router'
import { limits } from '../../contract/limits.ts'
import { templateFile } from '../../contract/template-file.ts'
import { editorAddress, useCreate } from '../drafts/draft-queries.ts'
import { type Me, useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { showDone, showFailure, showUndoable } from '../ui/toast.ts'
import type { Template } from './template-queries.ts'
import { useTemplateCreation, useTemplateDeletion, useTemplateRestoring } from './template-writes.ts'
import { templateTexts } from './template-texts.ts'

/** Its author, and admins. The service decides; pages offer no more. */
export const mayChange = ({ origin, author_user_id: author }: Template, me: Me | undefined): boolean =>
  origin === 'own' && me !== undefined && (me.role === 'admin' || author === me.user?.id)

/** A new template with the same content, under its own title. */
export function useDuplicate() {
  const say = useMessages(templateTexts)
  const navigate = useNavigate()
  const create = useTemplateCreation({
    onDone: ({ id }) => void navigate({ to: '/app/templates/$template', params: { template: id } }),
    onFailed: showFailure,
  })
  return {
    isPending: create.isPending,
    duplicate: (template: Template): void =>
      create.mutate({
        ...templateFile(template),
        title: say('copy_title', { title: template.title }).slice(0, limits.nameLengthMax),
      }),
  }
}

export function useUse() {
  const navigate = useNavigate()
  const zone = useMe().data?.organisation?.time_zone
  const create = useCreate({
    onDone: ({ kind, id }) => void navigate({ to: editorAddress(kind, id), search: { begins: 'yes' } }),
    onFailed: showFailure,
  })
  return {
    isPending: create.isPending,
    use: (template: Template): void =>
      void import('../drafts/beginnings.ts').then(({ newSurvey }) =>
        create.mutate(newSurvey(template, { zone, now: new Date() })),
      ),
  }
}

/** For eight seconds it can be taken back by a button, for thirty days by the API. */
export function useDeletion(onDone?: () => void) {
  const say = useMessages(templateTexts)
  const restore = useTemplateRestoring({
    onDone: ({ title }) => showDone(say('restored', { title })),
    onFailed: showFailure,
  })
  return useTemplateDeletion({
    onDone: (_reply, { id, title }) => {
      void showUndoable(say('deleted', { title }), () => restore.mutate(id))
      onDone?.()
    },
    onFailed: showFailure,
  })
}

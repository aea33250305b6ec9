/** A question for the library, which opens in its editor. Loaded with the library. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { newId } from '../drafts/questions.ts'
import { useMessages } from '../messages.ts'
import { showFailure } from '../ui/toast.ts'
import { templateTexts } from './template-texts.ts'
import { useTemplateCreation } from './template-writes.ts'

export function NewQuestion() {
  const say = useMessages(templateTexts)
  const navigate = useNavigate()
  const create = useTemplateCreation({
    onDone: ({ id }) => void navigate({ to: '/app/templates/$template/edit', params: { template: id } }),
    onFailed: showFailure,
  })
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      loading={create.isPending}
      onClick={() =>
        create.mutate({
          title: say('new_question'),
          kind: 'question',
          questions: [
            { id: newId(), type: 'scale', text: say('new_question_text'), min: 1, max: 5, required: true },
          ],
        })
      }
    >
      {say('new_question')}
    </Button>
  )
}

/** What a toast says that can be taken back, or leads on (web/ui/toast.ts). */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

export const hide = (id: string): void => void notifications.hide(id)

type Props = { message: string; label?: string; onAct: () => void }

export const UndoMessage = ({ message, label, onAct }: Props) => {
  const say = useMessages(uiTexts)
  return (
    <span className="row-between">
      {message}
      <Button variant="default" size="compact-sm" onClick={onAct}>
        {label ?? say('undo')}
      </Button>
    </span>
  )
}

/** What a toast says that can be taken back (web/ui/toast.ts). */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

export const hide = (id: string): void => void notifications.hide(id)

type Props = { message: string; onUndo: () => void }

export const UndoMessage = ({ message, onUndo }: Props) => {
  const say = useMessages(uiTexts)
  return (
    <span className="row-between">
      {message}
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        {say('undo')}
      </Button>
    </span>
  )
}

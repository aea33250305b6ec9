/** Pins a finding to the top of one's own list, and takes it out again. */
import { Button } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { showDone, showFailure } from '../ui/toast.ts'
import { insightTexts } from './insight-texts.ts'
import { usePin } from './pin-queries.ts'
import classes from './insights.module.css'

type Props = { id: string; statement: string; isPinned: boolean; onUnpinned?: (() => void) | undefined }

export function PinButton({ id, statement, isPinned, onUnpinned }: Props) {
  const say = useMessages(insightTexts)
  const pin = usePin({
    onDone: (now) => {
      showDone(say(now.isPinned ? 'pinned_done' : 'unpinned_done'))
      if (!now.isPinned) onUnpinned?.()
    },
    onFailed: showFailure,
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color={isPinned ? 'indigo' : 'gray'}
      className={classes.pin}
      aria-pressed={isPinned}
      aria-label={say('pin', { statement })}
      title={say(isPinned ? 'unpin_hint' : 'pin_hint')}
      loading={pin.isPending}
      onClick={() => pin.mutate({ id, isPinned: !isPinned })}
    >
      {isPinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
    </Button>
  )
}

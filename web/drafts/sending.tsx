/** How a survey is sent, in one line until somebody edits it. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import type { Kind } from './draft-queries.ts'
import { channelsAsked, type Fields } from './fields.ts'

const SendingFields = lazy(() =>
  import('./sending-fields.tsx').then(({ SendingFields }) => ({ default: SendingFields })),
)

type Props = {
  kind: Kind
  id: string
  fields: Fields
  onChange: (patch: Partial<Fields>, field: string) => void
}

export function Sending(props: Props) {
  const say = useMessages(draftTexts)
  const [isEdited, setEdited] = useState(false)
  const { channels, reminders, low_participation: low } = props.fields
  if (isEdited)
    return (
      <Suspense fallback={<SkeletonLines />}>
        <SendingFields {...props} />
      </Suspense>
    )
  const by = channelsAsked.filter((one) => channels.includes(one)).map((one) => say(`channel_${one}`))
  return (
    <p className={classes.line}>
      <span>
        {[
          `${say('channels')}: ${by.join(', ') || '–'}`,
          ...(channels.includes('link') ? [say('channel_link')] : []),
          ...(reminders.length > 0 ? [say('remind')] : []),
          ...(low ? [say('go_on')] : []),
        ].join(' ·\u00a0')}
      </span>
      <Button variant="default" size="compact-sm" onClick={() => setEdited(true)}>
        {say('edit_sending')}
      </Button>
    </p>
  )
}

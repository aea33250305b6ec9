/** More time for an open survey, from pages that are not about its answers: the dialog of the live page, loaded when it is asked for. */
import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { askedOf, type Subject } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'

const ActDialog = lazy(() => import('./act-dialogs.tsx').then(({ ActDialog }) => ({ default: ActDialog })))

/** For its author, who alone may extend it. Nothing where everybody is asked on a day of their own. */
export function ExtendButton({ subject }: { subject: Subject }) {
  const say = useMessages(liveTexts)
  const [isAsking, setAsking] = useState(false)
  if (subject.state !== 'open' || subject.isInTurn || subject.summary === null) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {say('extend_button')}
      </Button>
      <Suspense>
        {isAsking && (
          <ActDialog
            act="extend"
            subject={subject}
            needsReason={false}
            reach={say('extend_reach', { count: askedOf(subject.summary) })}
            people={0}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  )
}

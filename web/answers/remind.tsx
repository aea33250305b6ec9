/** The author of an open survey reminds those who have not answered: the same button and dialog as where it is followed. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { progressQuery, type Subject, useOccurrenceSubject, usePulseSubject } from '../live/live-queries.ts'
import { reminderRefusal, remindReach } from '../live/reminding.ts'
import { liveTexts } from '../live/live-texts.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { useNow } from '../ui/time.tsx'
import { answerTexts } from './answer-texts.ts'

const ActDialog = lazy(() =>
  import('../live/act-dialogs.tsx').then(({ ActDialog }) => ({ default: ActDialog })),
)

export const PulseReminder = ({ id }: { id: string }) => <Reminder subject={usePulseSubject(id).data} />

export const OccurrenceReminder = ({ checkIn, id }: { checkIn: string; id: string }) => (
  <Reminder subject={useOccurrenceSubject(checkIn, id).data} />
)

function Reminder({ subject }: { subject: Subject | undefined }) {
  const { data: me } = useMe()
  return subject && !subject.isInTurn && me?.user?.id === subject.authorUserId ? (
    <OfOwn subject={subject} />
  ) : null
}

function OfOwn({ subject }: { subject: Subject }) {
  const say = useMessages(answerTexts)
  const live = useMessages(liveTexts)
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const { data: progress } = useQuery(progressQuery(subject.owner))
  if (!progress || reminderRefusal(live, progress, now) !== null) return null
  const { reach } = progress.reminders
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {say('remind', { count: reach })}
      </Button>
      <Suspense>
        {isAsking && (
          <ActDialog
            act="remind"
            subject={subject}
            needsReason={false}
            reach={remindReach(live, progress)}
            people={reach}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  )
}

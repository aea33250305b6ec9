/** On the editor of a check-in that runs: the dates that are open now, which no change reaches any more, and more time for each. */
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../messages.ts'
import { momentOf } from '../ui/time.tsx'
import { ExtendButton } from './extend-button.tsx'
import { openOccurrences, useOccurrenceSubject } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'

export function ExtendOccurrence({ checkInId }: { checkInId: string }) {
  const open = useQuery(openOccurrences(checkInId)).data?.check_in_instances ?? []
  return open.map(({ id }) => <Occurrence key={id} checkInId={checkInId} id={id} />)
}

function Occurrence({ checkInId, id }: { checkInId: string; id: string }) {
  const say = useMessages(liveTexts)
  const { data: subject } = useOccurrenceSubject(checkInId, id)
  if (subject?.state !== 'open' || subject.isInTurn || !subject.openedAt || !subject.closesAt) return null
  return (
    <div className="card pad row-between">
      <p>{say('open_date', { opened: momentOf(subject.openedAt), at: momentOf(subject.closesAt) })}</p>
      <ExtendButton subject={subject} />
    </div>
  )
}

/** What is in the place of a survey that is not there for the reader. */
import { use } from 'react'
import { SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { EmptyState } from '../ui/states.tsx'
import { WayOn } from '../ui/way-on.ts'
import { liveTexts } from './live-texts.ts'

export const refusalOf = (error: unknown): boolean => error instanceof SondeError && error.status === 404

export function Refused() {
  const say = useMessages(liveTexts)
  return (
    <div className="card">
      <EmptyState title={say('not_found')} description={say('not_found_hint')} action={use(WayOn)} />
    </div>
  )
}

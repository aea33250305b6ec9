/** What can be done on a day with what opens or closes on it, besides moving it: skip, open now, cancel. */
import { IconDots } from '@tabler/icons-react'
import { ActLines } from '../lifecycle/act-lines.tsx'
import { type Act, actsFor, type Subject } from '../lifecycle/acts.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { Popup } from '../ui/popup.tsx'
import type { Entry } from './days.ts'
import { scheduleTexts } from './schedule-texts.ts'

/** They concern the survey and not its date: its own pages offer them. */
const elsewhere: readonly Act[] = ['transfer', 'archive', 'unarchive', 'restore', 'delete']

/** A date by the rule of a check-in has no occurrence yet, so there is nothing to do with it. */
function subjectOf({ survey, occurrence }: Entry): Subject | null {
  const { kind, title, author_user_id: authorUserId, visibility } = survey
  const own = { title, authorUserId, isPrivate: visibility === 'private', isDeleted: false }
  if (kind === 'pulse') return { ...own, kind, id: survey.id, state: survey.state }
  const { check_in_instance_id: id, state } = occurrence
  return id === null ? null : { ...own, kind: 'occurrence', id, state }
}

export function EntryActs({ entry }: { entry: Entry }) {
  const say = useMessages(scheduleTexts)
  const { data: me } = useMe()
  const subject = subjectOf(entry)
  if (subject === null || actsFor(subject, me).every((act) => elsewhere.includes(act))) return null
  return (
    <Popup label={say('acts_of', { title: subject.title })} face={<IconDots size={18} aria-hidden />}>
      {() => <ActLines subject={subject} without={elsewhere} />}
    </Popup>
  )
}

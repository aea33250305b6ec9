/** Fields that somebody else has changed meanwhile to something else. Fetched when it happens. */
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../messages.ts'
import { calendarDateOf } from '../ui/calendar-date.ts'
import { ConflictDialog } from '../ui/conflict-dialog.tsx'
import { directoryTexts } from './directory-texts.ts'
import { addressedChannels, attributeIn, type DraftField, type MemberDraft, typesOf } from './member-draft.ts'
import { oneMember } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { languageName } from './member-words.ts'

type Props = {
  fields: readonly DraftField[]
  mine: MemberDraft
  theirs: MemberDraft
  isBusy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const labels = {
  name: 'name',
  email: 'email',
  external_id: 'external_id',
  manager_member_id: 'manager',
  locale: 'language',
  time_zone: 'zone',
  quiet_hours: 'quiet_hours',
  joined_on: 'joined',
  leaves_on: 'leaves',
  channels: 'channels',
} as const

type Shown = keyof typeof labels

const isShown = (field: DraftField): field is Shown => Object.hasOwn(labels, field)

export function MemberConflict({ fields, mine, theirs, ...rest }: Props) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(directoryTexts)
  const nameOf = useNameOf(mine.manager, theirs.manager)
  const none = say('none')
  const texts: Record<Shown, (draft: MemberDraft) => string> = {
    name: ({ name }) => name,
    email: ({ email }) => email || none,
    external_id: ({ externalId }) => externalId || none,
    manager_member_id: ({ manager }) => (manager === null ? none : nameOf(manager)),
    locale: ({ locale }) => (locale ? languageName(locale) : sayOf('as_organisation')),
    time_zone: ({ zone }) => zone || sayOf('as_organisation'),
    quiet_hours: ({ quietFrom: from, quietTo: to }) =>
      from || to ? say('quiet_from_to', { from, to }) : none,
    joined_on: ({ joined }) => (joined ? calendarDateOf(joined) : none),
    leaves_on: ({ leaves }) => (leaves ? calendarDateOf(leaves) : none),
    channels: (draft) =>
      [
        ...typesOf(draft).map((type) => {
          const addressed = addressedChannels.find((one) => one === type)
          const name = sayOf(`channel_${type}`)
          return addressed ? `${name} ${draft.addresses[addressed]}` : name
        }),
        ...(draft.preferred ? [say('prefers', { channel: sayOf(`channel_${draft.preferred}`) })] : []),
      ].join(', ') || none,
  }
  const valueOf = ({ attributes }: MemberDraft, attribute: string): string =>
    attributes.find((one) => one.name.trim() === attribute)?.value || none
  return (
    <ConflictDialog
      differences={fields.flatMap((field) => {
        const attribute = attributeIn(field)
        if (attribute !== null)
          return {
            field: say('attribute_named', { name: attribute }),
            mine: valueOf(mine, attribute),
            theirs: valueOf(theirs, attribute),
          }
        return isShown(field)
          ? { field: say(labels[field]), mine: texts[field](mine), theirs: texts[field](theirs) }
          : []
      })}
      {...rest}
    />
  )
}

function useNameOf(...ids: readonly (string | null)[]): (id: string) => string {
  const [first, second] = ids
  const one = useQuery({ ...oneMember(first ?? ''), enabled: first !== null }).data
  const other = useQuery({ ...oneMember(second ?? ''), enabled: second !== null }).data
  return (id) => [one, other].find((member) => member?.id === id)?.name ?? id
}

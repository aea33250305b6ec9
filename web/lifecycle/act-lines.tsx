/**
 * What can be done with a survey, as lines of a menu and as the one button that a survey waits for. Each asks first, in a dialog that is
 * loaded then; what is only taken back is done at once.
 */
import { Button } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBackUp,
  IconCircleX,
  IconFlag,
  IconLock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconSend,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useMe } from '../me.ts'
import { loadMessages, type Say, useMessages } from '../messages.ts'
import { PopupItem } from '../ui/popup.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { actLineTexts } from './act-line-texts.ts'
import { actTexts } from './act-texts.ts'
import { perform, refreshAfter } from './act-writes.ts'
import { type Act, type ActOf, actsFor, isDangerous, isReturn, type Return, type Subject } from './acts.ts'

const ActDialog = lazy(async () => {
  const [{ ActDialog }] = await Promise.all([import('./act-dialog.tsx'), loadMessages(actTexts)])
  return { default: ActDialog }
})

type LineSay = Say<typeof actLineTexts>

const icons: Readonly<Record<Act, typeof IconSend>> = {
  open: IconSend,
  unschedule: IconPencil,
  resume: IconPlayerPlay,
  pause: IconPlayerPause,
  skip: IconPlayerSkipForward,
  restore: IconArrowBackUp,
  unarchive: IconArchiveOff,
  transfer: IconUserShare,
  archive: IconArchive,
  close: IconLock,
  end: IconFlag,
  cancel: IconCircleX,
  delete: IconTrash,
}

function wordOf(say: LineSay, { kind }: Subject, act: Act): string {
  const [ofPulse, ofCheckIn, ofOccurrence] = [act, act, act] as [
    ActOf<'pulse'>,
    ActOf<'check_in'>,
    ActOf<'occurrence'>,
  ]
  if (kind === 'pulse') return say(`pulse_${ofPulse}`)
  return kind === 'check_in' ? say(`check_in_${ofCheckIn}`) : say(`occurrence_${ofOccurrence}`)
}

type Props = {
  subject: Subject
  /** What the page offers in another place. */
  without?: readonly Act[]
}

/** The lines for the menu of a page, of one or more subjects; undefined where its reader can do nothing with them. */
export function useActMenu(
  subjects: readonly (Subject | undefined)[],
  without: readonly Act[] = [],
): ReactNode {
  const { data: me } = useMe()
  const offered = subjects.filter(
    (one): one is Subject => one !== undefined && actsFor(one, me).some((act) => !without.includes(act)),
  )
  if (offered.length === 0) return undefined
  return offered.map((one) => <ActLines key={one.id} subject={one} without={without} />)
}

export function ActLines({ subject, without = [] }: Props) {
  const say = useMessages(actLineTexts)
  const { data: me } = useMe()
  const { start, dialog } = useAct(subject)
  return (
    <>
      {actsFor(subject, me)
        .filter((act) => !without.includes(act))
        .map((act) => {
          const Icon = icons[act]
          return (
            <PopupItem
              key={act}
              icon={<Icon size={16} aria-hidden />}
              {...(isDangerous(act) && { tone: 'bad' as const })}
              onClick={({ currentTarget }) => start(act, invokerOf(currentTarget))}
            >
              {wordOf(say, subject, act)}
            </PopupItem>
          )
        })}
      {dialog}
    </>
  )
}

/** What a survey that rests waits for, in the order in which a page would offer it. */
const firstOf: readonly Act[] = ['resume', 'restore']

/** The button of a survey that rests: it is paused or deleted. @param isInList  beside others, so its name says of which survey it is */
export function FirstAct({ subject, isInList = false }: Pick<Props, 'subject'> & { isInList?: boolean }) {
  const say = useMessages(actLineTexts)
  const { data: me } = useMe()
  const { start, dialog } = useAct(subject)
  const possible = actsFor(subject, me)
  const act = firstOf.find((one) => possible.includes(one))
  if (act === undefined) return dialog
  const Icon = icons[act]
  const word = wordOf(say, subject, act)
  return (
    <>
      <Button
        leftSection={<Icon size={16} aria-hidden />}
        {...(isInList && {
          variant: 'default',
          size: 'xs',
          'aria-label': say('named', { act: word, title: subject.title }),
        })}
        onClick={({ currentTarget }) => start(act, currentTarget)}
      >
        {word}
      </Button>
      {dialog}
    </>
  )
}

/** What its answers do not say by themselves: it is paused, archived or deleted. */
export function Rest({ subject: { state, isDeleted } }: Pick<Props, 'subject'>) {
  const say = useMessages(actLineTexts)
  if (isDeleted) return <StatusBadge tone="warn">{say('deleted')}</StatusBadge>
  if (state === 'paused') return <StatusBadge tone="warn">{say('paused')}</StatusBadge>
  return state === 'archived' ? <StatusBadge>{say('archived')}</StatusBadge> : null
}

/** The act that is under way, of the survey as it was when somebody began it. */
function useAct(subject: Subject): { start: (act: Act, by: HTMLElement | null) => void; dialog: ReactNode } {
  const say = useMessages(actLineTexts)
  const [asked, setAsked] = useState<{ act: Exclude<Act, Return>; subject: Subject } | null>(null)
  const invoker = useRef<HTMLElement | null>(null)
  async function takeBack(act: Return): Promise<void> {
    await perform(subject, act, {})
    await refreshAfter(act)
    showDone(say(`done_${act}`, { title: subject.title }))
    // Once what was read again is drawn: a list loses the row that it began in.
    setTimeout(() => focusOn(invoker.current))
  }
  return {
    start: (act, by) => {
      invoker.current = by
      if (isReturn(act)) void takeBack(act).catch(showFailure)
      else setAsked({ act, subject })
    },
    dialog: asked && (
      <Suspense>
        <ActDialog
          {...asked}
          onClose={() => {
            setAsked(null)
            setTimeout(() => focusOn(invoker.current))
          }}
        />
      </Suspense>
    ),
  }
}

/** The button that opens the menu of a line. */
export function invokerOf(line: HTMLElement): HTMLElement | null {
  const menu = line.closest('[popover]')
  return menu && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)
}

/** Where it began; where that is gone, the heading of its drawer or of the page. */
export function focusOn(place: HTMLElement | null): void {
  const heading = document.querySelector<HTMLElement>('[data-after-act]') ?? document.querySelector('h1')
  ;(place?.isConnected ? place : heading)?.focus()
}

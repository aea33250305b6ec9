/** What somebody else saved meanwhile, beside what was typed. Loaded when it happens. */
import { type Say, useMessages } from '../messages.ts'
import { ConflictDialog } from '../ui/conflict-dialog.tsx'
import { formatPercent } from '../ui/number-format.ts'
import { conflictTexts } from './conflict-texts.ts'
import type { Fields } from './fields.ts'

/** A row of the comparison with what somebody else saved. */
export type Compared<F> = { field: keyof F & string; read: (fields: F) => string }

type Props = {
  mine: Fields
  theirs: Fields
  /** Besides what every survey has. */
  compared: readonly Compared<Fields>[]
  isBusy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export function Conflict({ mine, theirs, compared, ...rest }: Props) {
  const say = useMessages(conflictTexts)
  return (
    <ConflictDialog
      differences={differencesOf(mine, theirs, [...sharedRows<Fields>(say), ...compared], say)}
      {...rest}
    />
  )
}

type DraftSay = Say<typeof conflictTexts>

const sharedRows = <F extends Fields>(say: DraftSay): Compared<F>[] => [
  { field: 'title', read: ({ title }) => title },
  { field: 'description', read: ({ description }) => description ?? '–' },
  {
    field: 'questions',
    read: ({ questions }) => questions.map(({ text }, at) => `${at + 1}. ${text}`).join(' '),
  },
  { field: 'language', read: ({ language }) => language ?? '–' },
  { field: 'translations', read: ({ translations }) => JSON.stringify(translations) },
  {
    field: 'recipients',
    read: ({ recipients: { team_ids } }) => say('teams_chosen', { count: team_ids.length }),
  },
  {
    field: 'low_participation',
    read: ({ low_participation: low }) =>
      low ? `${formatPercent(low.below)}, ${low.extend_by ?? '–'}` : '–',
  },
  { field: 'confidentiality', read: ({ confidentiality: { mode } }) => say(`mode_${mode}`) },
]

const differencesOf = <F extends Fields>(mine: F, theirs: F, rows: readonly Compared<F>[], say: DraftSay) =>
  rows
    .map(({ field, read }) => ({
      field: say(`field_${field}` as 'field_title'),
      mine: read(mine),
      theirs: read(theirs),
    }))
    .filter((row) => row.mine !== row.theirs)

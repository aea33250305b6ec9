/** A team out of many, found by name. */
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useMessages } from '../messages.ts'
import type { Team } from './directory-queries.ts'
import { memberTexts } from './member-texts.ts'
import { pathOf } from './team-rows.ts'

/** The first that match; who types finds the others. */
const shownMax = 50

type Props = {
  label: string
  teams: readonly Team[]
  /** All of them, by which a team is named together with those above it. */
  among?: readonly Team[]
  value?: string | null
  onChoose: (id: string) => void
  /** Where none can be chosen again. */
  onClear?: () => void
  placeholder?: string
  isBusy?: boolean
  error?: string | undefined
}

export function TeamChoice({
  label,
  teams,
  among = teams,
  value = null,
  onChoose,
  onClear,
  placeholder,
  isBusy = false,
  error,
}: Props) {
  const say = useMessages(memberTexts)
  return (
    <Select
      label={label}
      placeholder={placeholder ?? say('choose_team')}
      searchable
      clearable={onClear !== undefined}
      clearButtonProps={{ 'aria-label': say('clear') }}
      limit={shownMax}
      nothingFoundMessage={say('no_team_found')}
      data={teams
        .map(({ id }) => ({
          value: id,
          label: pathOf(among, id)
            .map(({ name }) => name)
            .join(' / '),
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label))}
      value={value}
      onChange={(id) => (id === null ? onClear?.() : onChoose(id))}
      disabled={isBusy}
      error={error}
    />
  )
}

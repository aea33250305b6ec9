/** Whom an admin has selected in the list. They stay selected while another search is shown; another team or status is another list. */
import { useState } from 'react'
import { findLeftDraft } from '../ui/sign-in-again.tsx'
import type { Selection } from '../ui/table-row.tsx'
import type { ListedMember, MemberFilter } from './directory-queries.ts'
import { type Left, leftName } from './several.ts'

type Several = {
  selection: Selection<ListedMember>
  members: readonly ListedMember[]
  clear: () => void
}

/** Known: all who have been listed since the selection began, because a selected one may not be among those who are listed now. */
type State = { place: string; selected: ReadonlySet<string>; known: ReadonlyMap<string, ListedMember> }

export function useSeveral({ team, status }: MemberFilter, listed: readonly ListedMember[] = []): Several {
  const place = `${team} ${status}`
  const [state, setState] = useState<State>(() => ({
    place,
    selected: new Set(findLeftDraft<Left>(leftName)?.members),
    known: new Map(),
  }))
  const selected = state.place === place ? state.selected : new Set<string>()
  const known = new Map([...state.known, ...listed.map((one) => [one.id, one] as const)])
  return {
    selection: {
      selected,
      onChange: (next) => setState({ place, selected: next, known }),
      nameOf: ({ name }) => name,
    },
    members: [...selected].flatMap((id) => known.get(id) ?? []),
    clear: () => setState({ place, selected: new Set(), known: new Map() }),
  }
}

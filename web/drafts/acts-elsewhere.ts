/** Which acts the menu of an editor leaves out. */
import type { Act } from '../lifecycle/acts.ts'
import type { DraftStatus } from './draft-store.ts'

/** A draft has its own button for deletion. What would take the editor away waits until what was typed is saved. */
export const elsewhereOf = (status: DraftStatus): readonly Act[] =>
  status === 'saved' ? ['delete'] : ['delete', 'transfer', 'end']

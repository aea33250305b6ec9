/** What a language model has proposed for the texts of a survey in one language, and which of it waits for a decision. */
import type { Text } from '../../contract/wording.ts'

/** `text` has the original as it was when the proposal was made. */
export type Proposed = { readonly text: Text; readonly value: string; readonly isDropped: boolean }

/** By `keyOf`. */
export type Proposals = ReadonlyMap<string, Proposed>

export const keyOf = ({ path }: Text): string => JSON.stringify(path)

/** @returns the proposal that waits for a decision: of a text that has no translation, and says what it said then */
export function openProposal(proposals: Proposals, text: Text): Proposed | undefined {
  const proposed = text.translated === undefined ? proposals.get(keyOf(text)) : undefined
  return proposed && !proposed.isDropped && proposed.text.text === text.text ? proposed : undefined
}

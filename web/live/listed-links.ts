/** Who may hand out the personal links of an open survey from its page. */
import { listsLinksToAuthor } from '../../contract/link-readers.ts'
import { isInReach, type Reader } from '../lifecycle/acts.ts'
import type { Subject } from './live-queries.ts'

/** Whether the service lists them to these pages, which hold no `links:read` (src/collection/link-delivery.ts). */
export const isListedLinks = (
  { owner, authorUserId, mode, hasLinks }: Pick<Subject, 'owner' | 'authorUserId' | 'mode' | 'hasLinks'>,
  me: Reader | undefined,
): boolean =>
  me !== undefined &&
  hasLinks &&
  listsLinksToAuthor(mode) &&
  isInReach(owner.kind === 'pulse' ? 'survey.run' : 'instance.run', { authorUserId }, me)

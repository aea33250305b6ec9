/** The events about which an organisation is told by e-mail: its choice, or the default until it chooses. */
import {
  alwaysNoticed,
  type NoticeAction,
  noticeActions,
  noticedByDefault,
} from '../../contract/audit-actions.ts'
import type { AuditNotices } from '../../contract/audit-notices.ts'
import { isOneOf } from '../../contract/fields.ts'
import type { Tx } from '../db/db.ts'
import { type ChoiceRow, findChoice } from './store.ts'

/** In the order of the contract, with those that cannot be left out. */
export const withMandatoryActions = (actions: readonly string[]): NoticeAction[] =>
  noticeActions.filter((action) => actions.includes(action) || isOneOf(alwaysNoticed, action))

export const presentChoice = (row: ChoiceRow | undefined): AuditNotices => ({
  actions: withMandatoryActions(row?.actions ?? noticedByDefault),
  recipients: row?.recipients ?? null,
  version: row?.version ?? 0,
  updated_at: row?.updated_at ?? null,
})

export const choiceOf = async (tx: Tx, organisationId: string): Promise<AuditNotices> =>
  presentChoice(await findChoice(tx, organisationId))

/** What the address of directory sync can say. Every page loads it, so it holds no more than that. */
import type { SyncChange } from './directory-sync-queries.ts'

export const syncTabs = ['overview', 'changes', 'history'] as const
export const providers = ['entra', 'okta', 'other'] as const
export const changeKinds = [
  'create',
  'update',
  'deactivate',
  'reactivate',
  'archive',
  'members',
] as const satisfies readonly SyncChange['kind'][]
export const subjects = ['member', 'team'] as const satisfies readonly SyncChange['subject'][]

/** The directory: teams in a tree, members, memberships and absences, changed one by one or imported from a file. */
export { addressExpiryTask, endedAddressChangesTask } from './address-confirming.ts'
export {
  type AddressMail,
  claimConfirmation,
  claimNotice,
  confirmationWaiting,
  noticeWaiting,
  oldestDueAddressMail,
  settleConfirmation,
  settleNotice,
} from './address-mail-store.ts'
export { isEmail } from './channels.ts'
export { localeOf, nameOf, timeZoneOf } from './fields.ts'
export { type ChatPerson, linkChat } from './linking.ts'
export { type DirectoryImport, runDirectoryImport } from './import/imports.ts'
export { assertFewRemovals, removingBy } from './removals.ts'
export { restrictMember } from './restriction.ts'
export { resolveTeamReferences } from './import/teams.ts'
export {
  areInOwnTeams,
  type Asked,
  type DirectoryReach,
  directoryReachOf,
  isSeenTeam,
  leadOf,
  managedTeams,
  mayListTeams,
  namedTeamsReachOf,
  readerOf,
  seesAllOf,
  seesDirectory,
  seesMember,
  seesTeam,
} from './reach.ts'
export { listMembers } from './members.ts'
export { membersWithDay } from './members-store.ts'
export {
  countPresent,
  everybodyIn,
  findSyncedMember,
  findSyncedTeam,
  membersInTeam,
  membersOut,
  membersWith,
  syncedFields,
  syncedTeamFields,
  type SyncWrite,
  reportsTo,
  teamsWith,
  writeSyncedMember,
  writeSyncedMemberships,
  writeSyncedTeam,
} from './synced.ts'
export { listTeams, loadTeam } from './teams.ts'
export { lockDirectory, type UncountedTeam } from './teams-store.ts'
export { makeTombstone } from './tombstone.ts'

/** The directory: teams in a tree, members, memberships and absences, changed one by one or brought in by a file. */
export { localeOf, nameOf, timeZoneOf } from './fields.ts'
export { importDirectory } from './import/imports.ts'
export { teamsNamed } from './import/teams.ts'
export { getTeam } from './teams.ts'
export { makeTombstone } from './tombstone.ts'

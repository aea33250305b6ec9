/** Teams, memberships, members and absences over HTTP. */
import { importDirectory } from '../../contract/imports.ts'
import * as memberContract from '../../contract/members.ts'
import * as contract from '../../contract/teams.ts'
import { type Api, route } from '../http/route.ts'
import * as absences from './absences.ts'
import { addressRoutes } from './address-routes.ts'
import * as imports from './import/imports.ts'
import * as members from './members.ts'
import * as memberships from './memberships.ts'
import * as teams from './teams.ts'

export function directoryRoutes(api: Api): void {
  route(api, contract.listTeams, teams.listTeams)
  route(api, contract.getTeamTree, teams.getTeamTree)
  route(api, contract.createTeam, teams.createTeam)
  route(api, contract.getTeam, teams.getTeam)
  route(api, contract.updateTeam, teams.updateTeam)
  route(api, contract.deleteTeam, teams.deleteTeam)

  route(api, contract.listTeamMembers, memberships.listTeamMembers)
  route(api, contract.setTeamMembers, memberships.setTeamMembers)
  route(api, contract.addTeamMember, memberships.addTeamMember)
  route(api, contract.removeTeamMember, memberships.removeTeamMember)

  route(api, memberContract.listMembers, members.listMembers)
  route(api, memberContract.createMember, members.createMember)
  route(api, memberContract.getMember, members.getMember)
  route(api, memberContract.updateMember, members.updateMember)
  route(api, memberContract.deleteMember, members.deleteMember)

  route(api, memberContract.listAbsences, absences.listAbsences)
  route(api, memberContract.createAbsence, absences.createAbsence)
  route(api, memberContract.setAbsences, absences.setAbsences)
  route(api, memberContract.deleteAbsence, absences.deleteAbsence)

  route(api, importDirectory, imports.importDirectory)
  addressRoutes(api)
}

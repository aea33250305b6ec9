/** Teams, memberships and members over HTTP. */
import { importDirectory } from '../../contract/imports.ts'
import * as memberContract from '../../contract/members.ts'
import * as contract from '../../contract/teams.ts'
import { actedBy } from '../audit/audit.ts'
import { type Api, route } from '../http/route.ts'
import * as absences from './absences.ts'
import * as imports from './import/imports.ts'
import * as members from './members.ts'
import * as memberships from './memberships.ts'
import * as teams from './teams.ts'

export function directoryRoutes(api: Api): void {
  route(api, contract.listTeams, ({ tx, actor, query }) => teams.listTeams(tx, actor, query))
  route(api, contract.createTeam, ({ tx, actor, body, now }) => teams.createTeam(tx, actor, body, now))
  route(api, contract.getTeam, ({ tx, actor, params }) => teams.getTeam(tx, actor, params.id))
  route(api, contract.updateTeam, ({ tx, actor, params, body, ifMatch, now }) =>
    teams.updateTeam(tx, actor, params.id, body, ifMatch, now),
  )
  route(api, contract.deleteTeam, ({ tx, actor, params, ifMatch, now }) =>
    teams.deleteTeam(tx, actor, params.id, ifMatch, now),
  )

  route(api, contract.listTeamMembers, ({ tx, actor, params, query }) =>
    memberships.listTeamMembers(tx, actor, params.id, query),
  )
  route(api, contract.setTeamMembers, ({ tx, actor, params, body, now }) =>
    memberships.setTeamMembers(tx, actor, params.id, body.members, now),
  )
  route(api, contract.addTeamMember, ({ tx, actor, params, body, now }) =>
    memberships.addTeamMember(tx, actor, params.id, params.member_id, body.role, now),
  )
  route(api, contract.removeTeamMember, ({ tx, actor, params, now }) =>
    memberships.removeTeamMember(tx, actor, params.id, params.member_id, now),
  )

  route(api, memberContract.listMembers, ({ tx, actor, query }) => members.listMembers(tx, actor, query))
  route(api, memberContract.createMember, ({ tx, actor, body, now }) =>
    members.createMember(tx, actor, body, now),
  )
  route(api, memberContract.getMember, ({ tx, actor, params, now }) =>
    members.getMember(tx, actor, params.id, now),
  )
  route(api, memberContract.updateMember, ({ tx, actor, params, body, ifMatch, now }) =>
    members.updateMember(tx, actor, params.id, body, ifMatch, now),
  )
  route(api, memberContract.deleteMember, ({ tx, actor, params, ifMatch, now }) =>
    members.deleteMember(tx, actor, params.id, ifMatch, now),
  )

  route(api, memberContract.listAbsences, ({ tx, actor, params, query }) =>
    absences.listAbsences(tx, actor, params.id, query),
  )
  route(api, memberContract.createAbsence, ({ tx, actor, params, body, now }) =>
    absences.createAbsence(tx, actor, params.id, body, now),
  )
  route(api, memberContract.setAbsences, ({ tx, actor, params, body, now }) =>
    absences.setAbsences(tx, actor, params.id, body.absences, now),
  )
  route(api, memberContract.deleteAbsence, ({ tx, actor, params, now }) =>
    absences.deleteAbsence(tx, actor, params.id, params.absence_id, now),
  )

  route(api, importDirectory, ({ tx, actor, upload, body, query, now }) => {
    const by = { organisationId: actor.organisationId, actor: actedBy(actor) }
    return imports.importDirectory(tx, by, upload ? { upload } : { rows: body.rows }, query, now)
  })
}

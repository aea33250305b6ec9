/** Past surveys over HTTP. */
import { importResponses } from '../../contract/imports.ts'
import { actedBy } from '../audit/audit.ts'
import { type Api, route } from '../http/route.ts'
import { problem } from '../problem.ts'
import * as pastSurveys from './past-surveys.ts'

/** @param analyse  what a job does after a close; here instances are analysed one after the other */
export function pastSurveyRoutes(api: Api, analyse: pastSurveys.Told['analyse']): void {
  route(
    api,
    importResponses,
    ({ actor: user, upload, body, query, now }) => {
      if (query.missing_teams === 'create' && !user.scopes.has('teams:write'))
        throw problem('insufficient_scope', { detail: 'Teams are made with the scope teams:write' })
      const { organisationId, userId, applicationId } = user
      const author = { organisationId, userId, applicationId, by: actedBy(user) }
      return pastSurveys.importPastSurveys(
        api.db,
        author,
        upload ? { upload } : body,
        query,
        { analyse },
        now,
      )
    },
    // Transactions of its own: one for each instance.
    { single: true },
  )
}

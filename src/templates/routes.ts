/** Templates over HTTP. */
import * as contract from '../../contract/templates.ts'
import { type Api, route } from '../http/route.ts'
import { deleteTemplate, restoreTemplate } from './deleting.ts'
import { type CheckSuggestion, createTemplate, saveTemplate, updateTemplate } from './saving.ts'
import { getTemplate, listTemplates } from './templates.ts'

export function templateRoutes(api: Api, checkSuggestion: CheckSuggestion): void {
  route(api, contract.listTemplates, listTemplates)
  route(api, contract.getTemplate, getTemplate)
  route(api, contract.createTemplate, (call) => createTemplate(checkSuggestion, call))
  route(api, contract.saveTemplate, saveTemplate)
  route(api, contract.updateTemplate, (call) => updateTemplate(checkSuggestion, call))
  route(api, contract.deleteTemplate, deleteTemplate)
  route(api, contract.restoreTemplate, restoreTemplate)
}

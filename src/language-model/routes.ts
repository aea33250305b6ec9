/** Proposals of a language model over HTTP. */
import { proposeCheckInTranslation, proposePulseTranslation } from '../../contract/translation-proposals.ts'
import { type Api, route } from '../http/route.ts'
import type { Provider } from './provider.ts'
import { translationRules } from './translating.ts'

export function translationRoutes(api: Api, provider: Provider | null): void {
  const rules = translationRules(provider)
  // The model is a stranger: no connection to the database is held meanwhile, and a repeated call changes nothing.
  route(api, proposePulseTranslation, rules.proposePulseTranslation, { single: true })
  route(api, proposeCheckInTranslation, rules.proposeCheckInTranslation, { single: true })
}

/** Agreeing to the operator's language model for words of findings: what leaves the house by it, and what never does. */
import { useMessages } from '../messages.ts'
import { ModelAgreement } from './model-agreement.tsx'
import type { Organisation } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

export function LanguageModel({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  return (
    <ModelAgreement
      organisation={organisation}
      purpose="language_model"
      words={{
        title: say('language_model'),
        hint: say('language_model_hint'),
        on: say('model_on', { host: organisation.language_model_host ?? '' }),
        onHint: say('model_on_hint'),
        off: say('model_off'),
        offHint: say('model_off_hint'),
        question: say('agree_title'),
        effect: say('agree_effect'),
      }}
    />
  )
}

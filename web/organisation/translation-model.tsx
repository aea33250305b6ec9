/** Agreement to the operator's language model for translations of surveys: it sends texts of authors to the model, but no answers. */
import { useMessages } from '../messages.ts'
import { ModelAgreement } from './model-agreement.tsx'
import type { Organisation } from './organisation-queries.ts'
import { translationModelTexts } from './translation-model-texts.ts'

export function TranslationModel({ organisation }: { organisation: Organisation }) {
  const say = useMessages(translationModelTexts)
  return (
    <ModelAgreement
      organisation={organisation}
      purpose="translation_model"
      words={{
        title: say('translations'),
        hint: say('translations_hint'),
        on: say('translations_on', { host: organisation.translation_model_host ?? '' }),
        onHint: say('translations_on_hint'),
        off: say('translations_off'),
        offHint: say('translations_off_hint'),
        question: say('translations_question'),
        effect: say('translations_effect'),
      }}
    />
  )
}

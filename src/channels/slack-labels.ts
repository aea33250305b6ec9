/** The words of a form in Slack, in a language. */
import { textsOf } from '../../locales/catalogue.ts'
import type { Language } from '../language.ts'
import { definitionOf } from '../questions/questions.ts'
import type { Form } from './message.ts'

export function formLabels(language: Language): Form['labels'] {
  const text = textsOf('messages', language)
  const say = textsOf('answering', language)
  return {
    yes: text('yes'),
    no: text('no'),
    choose: text('choose'),
    send: text('send'),
    here: text('here'),
    comment: say('comment'),
    hintOf: (question) => definitionOf(question).hint(question, { language, say }),
  }
}

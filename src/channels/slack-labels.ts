/** The words of a form in Slack, in a language. */
import { textsOf } from '../../locales/catalogue.ts'
import type { Language } from '../language.ts'
import type { Form } from './message.ts'

export function formLabels(language: Language): Form['labels'] {
  const text = textsOf('messages', language)
  return {
    yes: text('yes'),
    no: text('no'),
    choose: text('choose'),
    send: text('send'),
    here: text('here'),
    comment: textsOf('answering', language)('comment'),
  }
}

/** Texts of the questions that come with the service. They are loaded with them. */
import { pageTexts } from '../page-texts.ts'

export const testedTexts = pageTexts({
  en: {
    heading: 'Questions of the built-in templates, by what they measure',
    use_in: 'Use in …',
    use_in_of: 'Use in …: {question}',
    new_check_in: 'New check-in',
    new_pulse: 'New pulse',
    own_drafts: 'Your drafts',
    added: 'The question is in “{title}”',
    there_already: '“{title}” already asks this question',
    open_draft: 'Open draft',
  },
  de: {
    heading: 'Fragen der mitgelieferten Vorlagen, nach dem, was sie messen',
    use_in: 'Verwenden in …',
    use_in_of: 'Verwenden in …: {question}',
    new_check_in: 'Neuer Check-in',
    new_pulse: 'Neue Pulse-Umfrage',
    own_drafts: 'Ihre Entwürfe',
    added: 'Die Frage steht jetzt in „{title}“',
    there_already: '„{title}“ stellt diese Frage schon',
    open_draft: 'Entwurf öffnen',
  },
})

/** Texts of the questions that come with the service. They are loaded with them. */
import { pageTexts } from '../page-texts.ts'

export const testedTexts = pageTexts({
  en: {
    heading: 'Questions of the built-in templates, by what they measure',
    use: 'New survey',
    use_of: 'New survey: {question}',
  },
  de: {
    heading: 'Fragen der mitgelieferten Vorlagen, nach dem, was sie messen',
    use: 'Neue Umfrage',
    use_of: 'Neue Umfrage: {question}',
  },
})

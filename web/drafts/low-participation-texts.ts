/** Texts of what happens where few have answered. They load with its fields. */
import { pageTexts } from '../page-texts.ts'

export const lowParticipationTexts = pageTexts({
  en: {
    hint: 'Decided by the response rate that is shown; in small groups it moves in steps. You get an e-mail, and so do the leads of these teams unless the survey is private. It names nobody.',
    only_tell: 'Do not extend, only send an e-mail',
    below: 'Response rate below (%)',
    extend_by: 'Extend by',
    days: '{count, plural, one {# day} other {# days}}',
  },
  de: {
    hint: 'Es entscheidet die Beteiligung, die gezeigt wird; in kleinen Gruppen bewegt sie sich in Stufen. Sie erhalten eine E-Mail, und auch die Leitungen dieser Teams, wenn die Umfrage nicht privat ist. Sie nennt niemanden.',
    only_tell: 'Nicht verlängern, nur eine E-Mail senden',
    below: 'Beteiligung unter (%)',
    extend_by: 'Verlängern um',
    days: '{count, plural, one {# Tag} other {# Tage}}',
  },
})

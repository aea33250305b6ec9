/** Texts of what happens where few have answered. They load with its fields. */
import { pageTexts } from '../page-texts.ts'

export const lowParticipationTexts = pageTexts({
  en: {
    hint: 'Decided by the response rate that is shown at the end. In small groups it moves in steps.',
    below: 'Response rate below (%)',
    extend_by: 'Extend by',
    days: '{count, plural, one {# day} other {# days}}',
  },
  de: {
    hint: 'Es entscheidet die Beteiligung, die am Ende gezeigt wird. In kleinen Gruppen bewegt sie sich in Stufen.',
    below: 'Beteiligung unter (%)',
    extend_by: 'Verlängern um',
    days: '{count, plural, one {# Tag} other {# Tage}}',
  },
})

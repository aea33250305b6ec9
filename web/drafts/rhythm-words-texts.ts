/** How often a check-in comes round, in words, for pages that list templates. Editors have the same in their own texts. */
import { pageTexts } from '../page-texts.ts'

export const rhythmWordTexts = pageTexts({
  en: {
    rhythm_custom: 'By a rule of its own',
    rhythm_weeks: '{count, plural, one {Every {days}} other {Every # weeks on {days}}}',
    rhythm_month_first:
      '{count, plural, one {On the first {day} of the month} other {Every # months on the first {day}}}',
    rhythm_month_second:
      '{count, plural, one {On the second {day} of the month} other {Every # months on the second {day}}}',
    rhythm_month_third:
      '{count, plural, one {On the third {day} of the month} other {Every # months on the third {day}}}',
    rhythm_month_fourth:
      '{count, plural, one {On the fourth {day} of the month} other {Every # months on the fourth {day}}}',
    rhythm_month_last:
      '{count, plural, one {On the last {day} of the month} other {Every # months on the last {day}}}',
  },
  de: {
    rhythm_custom: 'Nach eigener Regel',
    rhythm_weeks: '{count, plural, one {Jeden {days}} other {Alle # Wochen am {days}}}',
    rhythm_month_first:
      '{count, plural, one {Am ersten {day} im Monat} other {Alle # Monate am ersten {day}}}',
    rhythm_month_second:
      '{count, plural, one {Am zweiten {day} im Monat} other {Alle # Monate am zweiten {day}}}',
    rhythm_month_third:
      '{count, plural, one {Am dritten {day} im Monat} other {Alle # Monate am dritten {day}}}',
    rhythm_month_fourth:
      '{count, plural, one {Am vierten {day} im Monat} other {Alle # Monate am vierten {day}}}',
    rhythm_month_last:
      '{count, plural, one {Am letzten {day} im Monat} other {Alle # Monate am letzten {day}}}',
  },
})

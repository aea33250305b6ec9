/** Texts of dates that are not as the rule of a check-in has them. Most check-ins have none, so they are loaded when they are needed. */
import { pageTexts } from '../page-texts.ts'

export const dateExceptionTexts = pageTexts({
  en: {
    skipped_dates: 'Left out',
    restore: 'Put back',
    restore_date: 'Put back {date}',
  },
  de: {
    skipped_dates: 'Ausgelassen',
    restore: 'Wieder aufnehmen',
    restore_date: '{date} wieder aufnehmen',
  },
})

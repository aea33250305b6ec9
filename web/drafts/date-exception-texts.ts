/** Texts of dates that are not as the rule of a check-in has them. Most check-ins have none, so they are loaded when they are needed. */
import { pageTexts } from '../page-texts.ts'

export const dateExceptionTexts = pageTexts({
  en: {
    skipped_dates: 'Left out',
    restore: 'Put back',
    restore_date: 'Put back {date}',
    moved_dates: 'Moved',
    moved_to: '{from}, moved to {to}',
    move_back: 'Move back',
    move_back_date: 'Move back {date}',
  },
  de: {
    skipped_dates: 'Ausgelassen',
    restore: 'Wieder aufnehmen',
    restore_date: '{date} wieder aufnehmen',
    moved_dates: 'Verschoben',
    moved_to: '{from}, verschoben auf {to}',
    move_back: 'Zurückverschieben',
    move_back_date: 'Zurückverschieben: {date}',
  },
})

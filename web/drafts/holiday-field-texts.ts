/** Texts of holidays in the editor of check-ins. */
import { pageTexts } from '../page-texts.ts'

export const holidayFieldTexts = pageTexts({
  en: {
    legend: 'Holidays of',
    none: 'To leave out holidays, choose days in the',
    calendars: 'holiday calendars',
    on_holiday: 'On a holiday',
    skip: 'Ask nobody',
    next_working_day: 'Ask on the next working day',
    moved: 'moved from {date}: holiday',
    moved_by_hand: 'moved from {date}',
    moved_named: 'moved from {date}: {holiday}',
    skipped: 'Nobody is asked: holiday',
    skipped_named: 'Nobody is asked: {holiday}',
    public_holiday: 'Public holiday in {country}: {holiday}',
  },
  de: {
    legend: 'Feiertage aus',
    none: 'Um Feiertage auszulassen, wählen Sie Tage in den',
    calendars: 'Feiertagskalendern',
    on_holiday: 'An einem Feiertag',
    skip: 'Niemanden fragen',
    next_working_day: 'Am nächsten Arbeitstag fragen',
    moved: 'verschoben von {date}: Feiertag',
    moved_by_hand: 'verschoben von {date}',
    moved_named: 'verschoben von {date}: {holiday}',
    skipped: 'Niemand wird gefragt: Feiertag',
    skipped_named: 'Niemand wird gefragt: {holiday}',
    public_holiday: 'Feiertag ({country}): {holiday}',
  },
})

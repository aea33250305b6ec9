/** Texts of what stands in place of the editor. Most who open it may edit, so they load when they are needed. */
import { pageTexts } from '../page-texts.ts'

export const notEditableTexts = pageTexts({
  en: {
    has_opened: 'This survey has been opened',
    has_opened_hint: 'Its questions, recipients and promise no longer change.',
    was_cancelled: 'This survey was cancelled',
    was_cancelled_hint: 'It asks nobody any more. To ask after all, make a copy.',
    has_ended: 'This check-in has ended',
    has_ended_hint: 'It does not come round again.',
    to_results: 'Go to the results',
    not_yours: 'Somebody else is writing this survey',
    not_yours_hint: 'Only its author changes it.',
    duplicate: 'Make a copy',
    is_scheduled: 'This survey opens on {when}',
    is_scheduled_hint: 'To change it, make it a draft again. It then opens when you say so.',
    unschedule: 'Back to draft',
    is_draft: 'It is a draft again',
  },
  de: {
    has_opened: 'Diese Umfrage wurde geöffnet',
    has_opened_hint: 'Fragen, Befragte und Zusage ändern sich nicht mehr.',
    was_cancelled: 'Diese Umfrage wurde abgebrochen',
    was_cancelled_hint: 'Sie fragt niemanden mehr. Um doch zu fragen, legen Sie eine Kopie an.',
    has_ended: 'Dieser Check-in ist beendet',
    has_ended_hint: 'Er kommt nicht wieder.',
    to_results: 'Zu den Ergebnissen',
    not_yours: 'Jemand anderes schreibt diese Umfrage',
    not_yours_hint: 'Nur wer sie verfasst hat, ändert sie.',
    duplicate: 'Kopie anlegen',
    is_scheduled: 'Diese Umfrage beginnt am {when}',
    is_scheduled_hint: 'Machen Sie sie zum Ändern wieder zum Entwurf. Sie beginnt dann, wenn Sie es sagen.',
    unschedule: 'Zurück zum Entwurf',
    is_draft: 'Sie ist wieder ein Entwurf',
  },
})

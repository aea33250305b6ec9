/** Texts of the dialogs before something is done with a survey: what becomes of answers, invitations and results, and what leads back. */
import { pageTexts } from '../page-texts.ts'

export const actTexts = pageTexts({
  en: {
    title_open: 'Open “{title}” now?',
    title_unschedule: 'Make “{title}” a draft again?',
    title_resume: 'Resume “{title}”?',
    title_pause: 'Pause “{title}”?',
    title_skip: 'Skip this occurrence of “{title}”?',
    title_archive: 'Archive “{title}”?',
    title_close: 'Close “{title}”?',
    title_end: 'End “{title}”?',
    title_cancel: 'Cancel “{title}”?',
    title_cancel_round: 'Cancel this occurrence of “{title}”?',
    title_delete: 'Delete “{title}”?',
    title_transfer: 'Hand “{title}” to somebody else?',
    action_open: 'Open now',
    action_unschedule: 'Make it a draft',
    action_resume: 'Resume check-in',
    action_pause: 'Pause check-in',
    action_skip: 'Skip occurrence',
    action_archive: 'Archive survey',
    action_close: 'Close survey',
    action_end: 'End check-in',
    action_cancel: 'Cancel survey',
    action_cancel_round: 'Cancel occurrence',
    action_delete: 'Delete survey',
    action_delete_draft: 'Delete draft',
    action_transfer: 'Hand over',
    keep: 'Don’t cancel',
    done_open: '“{title}” is open',
    done_unschedule: '“{title}” is a draft again',
    done_resume: '“{title}” goes on',
    done_pause: '“{title}” is paused',
    done_skip: 'This occurrence of “{title}” is skipped',
    done_archive: '“{title}” is archived',
    done_close: '“{title}” is closed',
    done_end: '“{title}” has ended',
    done_cancel: '“{title}” is cancelled',
    done_delete: '“{title}” is deleted',
    done_transfer: '“{title}” is now {name}’s',
    undone: 'Undone',
    open_pulse:
      'Invitations go out now. From then on its recipients, questions and promise no longer change. This can’t be undone.',
    open_round:
      'Everybody is invited now instead of on the planned date. It stays open for its usual time. This can’t be undone.',
    unschedule: 'Nobody has been invited yet. It no longer opens by itself, and you can edit it.',
    resume:
      'The next occurrence opens on its date. If one fell due meanwhile and its time is not over, its invitations go out now. You can pause it again at any time.',
    pause:
      'No further occurrence opens, so nobody gets an invitation. An occurrence that is open goes on: people can answer until it closes, and its results follow. Results so far stay. You can resume it at any time.',
    pause_for_author:
      'No further occurrence opens, so nobody gets an invitation. An occurrence that is open goes on: people can answer until it closes, and its results follow. Results so far stay. Only its author can resume it.',
    skip: 'Nobody is invited to this occurrence, and it has no results. The occurrences after it open as planned. This can’t be undone.',
    archive:
      'It moves to the archived surveys. Results stay, for the same readers as now. You can take it out of the archive at any time.',
    archive_for_author:
      'It moves to the archived surveys. Results stay, for the same readers as now. Only its author can take it out of the archive.',
    close:
      'From now on nobody can answer, and no more messages go out. Answers so far are kept, and results are computed right away. A closed survey can’t be opened again.',
    end: 'No further occurrence opens, and the planned one is cancelled. An occurrence that is open goes on until it closes. All results stay. This can’t be undone.',
    cancel_open:
      'From now on nobody can answer, and no more messages go out. Answers so far are deleted, and there will be no results. This can’t be undone.',
    cancel_planned: 'It does not open, and nobody is invited. This can’t be undone.',
    cancel_round_open:
      'From now on nobody can answer this occurrence, and no more messages go out for it. Its answers so far are deleted, and it will have no results. Other occurrences stay as they are. This can’t be undone.',
    cancel_round_planned:
      'Nobody is invited to this occurrence. The occurrences after it open as planned. This can’t be undone.',
    delete_draft: 'It was sent to nobody. It is deleted for good.',
    delete:
      'Everybody else loses it at once, results included. You find it among the deleted surveys and can restore it for {days, number} days. After that its questions, answers and results are deleted for good.',
    delete_for_author:
      'Everybody but its author loses it at once, results included. Its author can restore it for {days, number} days. After that its questions, answers and results are deleted for good.',
    transfer:
      'They run it from then on: you no longer edit it, and they get an e-mail. Results of what has opened stay with the author of that day and whoever else its promise names; the new author reads what opens from then on.',
    transfer_for_author:
      'They run it from then on in the author’s place, and both of them get an e-mail. Results of what has opened stay with the author of that day and whoever else its promise names; the new author reads what opens from then on.',
    person: 'New author',
    person_hint: 'Somebody with access to this organisation, by name or whole e-mail address.',
    person_hint_member:
      'Type their whole e-mail address. People of teams that you lead are found by name, too.',
    person_missing: 'Choose who runs it from now on.',
    nobody_else: 'Nobody else has access to this organisation yet. Invite somebody first.',
    nobody_found: 'Nobody found',
    nobody_found_member: 'Nobody found. Type the whole e-mail address of somebody with access.',
    reason: 'Reason',
    reason_hint: 'The author reads it, and the audit log keeps it.',
    reason_optional: 'Reason (optional)',
    reason_shown: 'Shown with the skipped occurrence.',
    reason_kept: 'The audit log keeps it.',
    reason_missing: 'Say why: somebody else runs this survey.',
    changed_meanwhile: 'Somebody has changed this survey in the meantime. Look at it again, then decide.',
    refused_state: 'This is no longer possible: the survey is in another state now.',
    refused_open_round: 'An occurrence of it is still open. Delete it once that has closed.',
    refused_not_yours: 'Only the author of this survey can do this.',
    refused_gone: 'This survey is not there any more, or you no longer see it.',
    refused_hold: 'This survey is on legal hold, so its answers may not be deleted. Close it instead.',
    refused_recipients: 'You may not ask some of its recipients. Change them, or ask an admin.',
    refused_nobody: 'There is nobody to ask: all its recipients have left or are absent.',
    refused_too_small: 'It asks too few people for its promise. Add recipients, or choose another mode.',
    refused_private: 'The author of a private survey can’t change once it has begun.',
  },
  de: {
    title_open: '„{title}“ jetzt öffnen?',
    title_unschedule: '„{title}“ wieder zum Entwurf machen?',
    title_resume: '„{title}“ fortsetzen?',
    title_pause: '„{title}“ pausieren?',
    title_skip: 'Diesen Termin von „{title}“ auslassen?',
    title_archive: '„{title}“ archivieren?',
    title_close: '„{title}“ beenden?',
    title_end: '„{title}“ beenden?',
    title_cancel: '„{title}“ abbrechen?',
    title_cancel_round: 'Diesen Termin von „{title}“ abbrechen?',
    title_delete: '„{title}“ löschen?',
    title_transfer: '„{title}“ an jemand anderen übergeben?',
    action_open: 'Jetzt öffnen',
    action_unschedule: 'Zum Entwurf machen',
    action_resume: 'Check-in fortsetzen',
    action_pause: 'Check-in pausieren',
    action_skip: 'Termin auslassen',
    action_archive: 'Umfrage archivieren',
    action_close: 'Umfrage beenden',
    action_end: 'Check-in beenden',
    action_cancel: 'Umfrage abbrechen',
    action_cancel_round: 'Termin abbrechen',
    action_delete: 'Umfrage löschen',
    action_delete_draft: 'Entwurf löschen',
    action_transfer: 'Übergeben',
    keep: 'Nicht abbrechen',
    done_open: '„{title}“ ist offen',
    done_unschedule: '„{title}“ ist wieder ein Entwurf',
    done_resume: '„{title}“ geht weiter',
    done_pause: '„{title}“ ist pausiert',
    done_skip: 'Dieser Termin von „{title}“ wird ausgelassen',
    done_archive: '„{title}“ ist archiviert',
    done_close: '„{title}“ ist beendet',
    done_end: '„{title}“ ist beendet',
    done_cancel: '„{title}“ ist abgebrochen',
    done_delete: '„{title}“ ist gelöscht',
    done_transfer: '„{title}“ gehört jetzt {name}',
    undone: 'Rückgängig gemacht',
    open_pulse:
      'Die Einladungen gehen jetzt hinaus. Befragte, Fragen und Zusage ändern sich danach nicht mehr. Das lässt sich nicht rückgängig machen.',
    open_round:
      'Alle werden jetzt statt am geplanten Tag eingeladen. Der Termin bleibt so lange offen wie sonst. Das lässt sich nicht rückgängig machen.',
    unschedule:
      'Noch wurde niemand eingeladen. Die Umfrage beginnt nicht mehr von selbst, und Sie können sie bearbeiten.',
    resume:
      'Der nächste Termin beginnt an seinem Tag. Wurde inzwischen einer fällig und ist seine Zeit nicht vorbei, gehen seine Einladungen jetzt hinaus. Sie können jederzeit wieder pausieren.',
    pause:
      'Es beginnt kein weiterer Termin, und niemand wird eingeladen. Ein offener Termin läuft weiter: Bis zu seinem Ende kann geantwortet werden, und seine Ergebnisse folgen. Bisherige Ergebnisse bleiben. Sie können den Check-in jederzeit fortsetzen.',
    pause_for_author:
      'Es beginnt kein weiterer Termin, und niemand wird eingeladen. Ein offener Termin läuft weiter: Bis zu seinem Ende kann geantwortet werden, und seine Ergebnisse folgen. Bisherige Ergebnisse bleiben. Fortsetzen kann ihn nur, wer ihn verfasst hat.',
    skip: 'Zu diesem Termin wird niemand eingeladen, und er hat keine Ergebnisse. Die folgenden Termine beginnen wie geplant. Das lässt sich nicht rückgängig machen.',
    archive:
      'Sie steht dann unter den archivierten Umfragen. Die Ergebnisse bleiben, für dieselben Personen wie jetzt. Sie können sie jederzeit wieder aus dem Archiv holen.',
    archive_for_author:
      'Sie steht dann unter den archivierten Umfragen. Die Ergebnisse bleiben, für dieselben Personen wie jetzt. Nur wer sie verfasst hat, kann sie wieder aus dem Archiv holen.',
    close:
      'Ab jetzt kann niemand mehr antworten, und es gehen keine Nachrichten mehr hinaus. Bisherige Antworten bleiben, und die Ergebnisse werden sofort berechnet. Eine beendete Umfrage lässt sich nicht wieder öffnen.',
    end: 'Es beginnt kein weiterer Termin, und der geplante wird abgebrochen. Ein offener Termin läuft bis zu seinem Ende weiter. Alle Ergebnisse bleiben. Das lässt sich nicht rückgängig machen.',
    cancel_open:
      'Ab jetzt kann niemand mehr antworten, und es gehen keine Nachrichten mehr hinaus. Bisherige Antworten werden gelöscht, und es gibt keine Ergebnisse. Das lässt sich nicht rückgängig machen.',
    cancel_planned: 'Sie beginnt nicht, und niemand wird eingeladen. Das lässt sich nicht rückgängig machen.',
    cancel_round_open:
      'Ab jetzt kann zu diesem Termin niemand mehr antworten, und für ihn gehen keine Nachrichten mehr hinaus. Seine bisherigen Antworten werden gelöscht, und er hat keine Ergebnisse. Andere Termine bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
    cancel_round_planned:
      'Zu diesem Termin wird niemand eingeladen. Die folgenden Termine beginnen wie geplant. Das lässt sich nicht rückgängig machen.',
    delete_draft: 'Er wurde an niemanden gesendet und wird endgültig gelöscht.',
    delete:
      'Alle anderen sehen sie sofort nicht mehr, auch nicht ihre Ergebnisse. Sie finden sie unter „Gelöscht“ und können sie {days, number} Tage lang wiederherstellen. Danach werden Fragen, Antworten und Ergebnisse endgültig gelöscht.',
    delete_for_author:
      'Nur wer sie verfasst hat, sieht sie dann noch und kann sie {days, number} Tage lang wiederherstellen. Danach werden Fragen, Antworten und Ergebnisse endgültig gelöscht.',
    transfer:
      'Die Person führt sie ab dann: Sie selbst bearbeiten sie nicht mehr, und die Person bekommt eine E-Mail. Ergebnisse von dem, was begonnen hat, bleiben bei denen, die die Zusage nennt, und bei der Person, die es damals führte. Die neue liest, was von da an beginnt.',
    transfer_for_author:
      'Die Person führt sie ab dann an Stelle der bisherigen, und beide bekommen eine E-Mail. Ergebnisse von dem, was begonnen hat, bleiben bei denen, die die Zusage nennt, und bei der Person, die es damals führte. Die neue liest, was von da an beginnt.',
    person: 'Wer sie künftig führt',
    person_hint: 'Jemand mit Zugang zu dieser Organisation, mit Namen oder ganzer E-Mail-Adresse.',
    person_hint_member:
      'Geben Sie die ganze E-Mail-Adresse ein. Personen aus Teams, die Sie leiten, finden Sie auch mit Namen.',
    person_missing: 'Wählen Sie, wer sie künftig führt.',
    nobody_else: 'Noch hat niemand sonst Zugang zu dieser Organisation. Laden Sie zuerst jemanden ein.',
    nobody_found: 'Niemand gefunden',
    nobody_found_member: 'Niemand gefunden. Geben Sie die ganze E-Mail-Adresse von jemandem mit Zugang ein.',
    reason: 'Grund',
    reason_hint: 'Wer sie verfasst hat, liest ihn, und das Audit-Protokoll bewahrt ihn auf.',
    reason_optional: 'Grund (freiwillig)',
    reason_shown: 'Steht beim ausgelassenen Termin.',
    reason_kept: 'Das Audit-Protokoll bewahrt ihn auf.',
    reason_missing: 'Geben Sie einen Grund an: Jemand anderes führt diese Umfrage.',
    changed_meanwhile:
      'Jemand hat diese Umfrage inzwischen geändert. Sehen Sie sie noch einmal an und entscheiden Sie dann.',
    refused_state: 'Das geht nicht mehr: Die Umfrage hat jetzt einen anderen Status.',
    refused_open_round: 'Einer ihrer Termine ist noch offen. Löschen Sie sie, wenn dieser beendet ist.',
    refused_not_yours: 'Das kann nur, wer diese Umfrage verfasst hat.',
    refused_gone: 'Diese Umfrage gibt es nicht mehr, oder Sie sehen sie nicht mehr.',
    refused_hold:
      'Diese Umfrage muss aufbewahrt werden (Legal Hold), ihre Antworten dürfen nicht gelöscht werden. Beenden Sie sie stattdessen.',
    refused_recipients:
      'Einige der Befragten dürfen Sie nicht befragen. Ändern Sie die Auswahl, oder fragen Sie jemanden mit Adminrechten.',
    refused_nobody: 'Es gibt niemanden zu befragen: Alle Befragten sind abwesend oder nicht mehr da.',
    refused_too_small:
      'Für ihre Zusage werden zu wenige Personen gefragt. Fügen Sie Befragte hinzu, oder wählen Sie einen anderen Modus.',
    refused_private: 'Eine private Umfrage wird nach ihrem Beginn nicht mehr übergeben.',
  },
})

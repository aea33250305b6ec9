/** Texts of the export and the deletion of an organisation. */
import { pageTexts } from '../page-texts.ts'

export const offboardingTexts = pageTexts({
  en: {
    title: 'Organisation data',
    description: 'Export everything that your organisation has here, or delete the organisation.',
    export: 'Full export',
    export_hint:
      'Everything as files, in one ZIP: settings, directory, users, applications, surveys with their results, insights, actions and the audit log. Single answers are not in it, and surveys that only their author sees are left out.',
    request: 'Create export',
    requested: 'Export started',
    no_exports: 'No full export yet. It takes a while, and you can leave this page meanwhile.',
    state_waiting: 'Waiting',
    state_running: 'In progress',
    state_ready: 'Ready',
    state_failed: 'Failed',
    state_expired: 'Expired',
    progress: '{done, number} of {total, number} files, started {when}',
    made: 'Created {when}',
    ready_until: '{size}, deleted {when}',
    download: 'Download',
    download_named: 'Download export of {day}',
    delete: 'Delete organisation',
    delete_hint:
      'After 30 days, or once the last legal hold has ended, everything is deleted: people, surveys, answers, results, settings and the audit log. Until then everything works as usual, and any admin can cancel the deletion. All admins get an e-mail when you request it, and another one three days before everything is deleted.',
    delete_title: 'Delete {name}?',
    delete_effect:
      'Everything of this organisation is deleted in 30 days, or once the last legal hold has ended, and can’t be restored afterwards. Create an export first if you need the data.',
    delete_requested: 'The organisation will be deleted',
    delete_waiting: '{name} will be deleted {when}.',
    deleting: '{name} is being deleted.',
    keep: 'Cancel deletion',
    kept: 'The organisation will not be deleted',
  },
  de: {
    title: 'Daten der Organisation',
    description: 'Alles exportieren, was Ihre Organisation hier hat, oder die Organisation löschen.',
    export: 'Vollständiger Export',
    export_hint:
      'Alles als Dateien in einem ZIP: Einstellungen, Verzeichnis, Benutzer, Anwendungen, Umfragen mit ihren Ergebnissen, Erkenntnisse, Maßnahmen und das Audit-Protokoll. Einzelne Antworten sind nicht dabei, und Umfragen, die nur die Autorin oder der Autor sieht, fehlen.',
    request: 'Export erstellen',
    requested: 'Export begonnen',
    no_exports:
      'Noch kein vollständiger Export. Er dauert eine Weile; Sie können die Seite so lange verlassen.',
    state_waiting: 'Wartet',
    state_running: 'In Arbeit',
    state_ready: 'Bereit',
    state_failed: 'Fehlgeschlagen',
    state_expired: 'Abgelaufen',
    progress: '{done, number} von {total, number} Dateien, begonnen {when}',
    made: 'Erstellt {when}',
    ready_until: '{size}, gelöscht {when}',
    download: 'Herunterladen',
    download_named: 'Export vom {day} herunterladen',
    delete: 'Organisation löschen',
    delete_hint:
      'Nach 30 Tagen, oder sobald die letzte rechtliche Aufbewahrung aufgehoben ist, wird alles gelöscht: Personen, Umfragen, Antworten, Ergebnisse, Einstellungen und das Audit-Protokoll. Bis dahin funktioniert alles wie gewohnt, und jeder Admin kann die Löschung abbrechen. Alle Admins erhalten eine E-Mail, wenn Sie die Löschung verlangen, und eine weitere drei Tage, bevor alles gelöscht wird.',
    delete_title: '{name} löschen?',
    delete_effect:
      'Alles in dieser Organisation wird in 30 Tagen, oder sobald die letzte rechtliche Aufbewahrung aufgehoben ist, gelöscht und lässt sich danach nicht wiederherstellen. Erstellen Sie zuerst einen Export, wenn Sie die Daten brauchen.',
    delete_requested: 'Die Organisation wird gelöscht',
    delete_waiting: '{name} wird gelöscht: {when}.',
    deleting: '{name} wird gerade gelöscht.',
    keep: 'Löschung abbrechen',
    kept: 'Die Organisation wird nicht gelöscht',
  },
})

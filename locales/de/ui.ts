/** German texts of what pages are made of. */
import { type texts as english } from '../en/ui.ts'
import { type Translated } from '../format.ts'

export const texts: Translated<typeof english> = {
  show_chart: 'Als Diagramm anzeigen',
  show_table: 'Als Tabelle anzeigen',
  table: 'Dieselben Zahlen als Tabelle',
  day: 'Tag',
  type_to_confirm: 'Geben Sie zur Bestätigung „{name}“ ein',
  cancel: 'Abbrechen',
  copy: '{what} kopieren',
  copied: 'Kopiert',
  copied_what: '{what} kopiert',
  row_count: '{count, plural, one {# Zeile} other {# Zeilen}}',
  more_rows: '{rows} angezeigt, weitere vorhanden',
  load_more: 'Weitere laden',
  breadcrumb: 'Übergeordnete Seiten',
  conflict:
    'Inzwischen hat jemand anderes Änderungen gespeichert. Laden Sie die Seite neu und versuchen Sie es dann noch einmal.',
  load_failed: 'Das konnte nicht geladen werden',
  request: 'Anfrage',
  request_id: 'Anfrage-ID',
  try_again: 'Erneut versuchen',
  loading: 'Wird geladen',
  in_a_moment: 'gleich',
  just_now: 'gerade eben',
  never: 'nie',
  action_failed: 'Aktion fehlgeschlagen',
  close: 'Schließen',
  view_as_api: 'Als API-Aufruf anzeigen',
  view_as_api_hint: 'Dieser Aufruf liefert die Daten dieser Seite:',
  page_call: 'API-Aufruf zu dieser Seite',
  unreachable: 'Sonde ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
}

/** What a column of a file can say of a person, and how files of personnel systems call it. */
import { importColumns } from '../../contract/import-columns.ts'

/** A name in two columns is one name to the service. */
export const nameParts = ['given_name', 'family_name'] as const

export const targets = [...nameParts, ...importColumns] as const
export type Target = (typeof targets)[number]

/** In English and German. Case, accents and signs do not matter. */
export const aliases: Record<Target, readonly string[]> = {
  given_name: ['first name', 'forename', 'Vorname', 'Rufname'],
  family_name: ['last name', 'surname', 'Nachname', 'Familienname', 'Zuname'],
  name: [
    'full name',
    'display name',
    'employee',
    'employee name',
    'Anzeigename',
    'Mitarbeiter',
    'vollständiger Name',
  ],
  email: ['mail', 'email address', 'work email', 'E-Mail-Adresse', 'Mailadresse', 'dienstliche E-Mail'],
  external_id: [
    'id',
    'employee id',
    'employee number',
    'personnel number',
    'staff id',
    'worker id',
    'Personalnummer',
    'Mitarbeiternummer',
    'Personalnr',
    'Pers.-Nr.',
  ],
  locale: ['language', 'preferred language', 'Sprache'],
  time_zone: ['timezone', 'Zeitzone'],
  joined_on: [
    'start date',
    'hire date',
    'date of joining',
    'joining date',
    'Eintritt',
    'Eintrittsdatum',
    'erster Tag',
  ],
  leaves_on: ['end date', 'leaving date', 'termination date', 'Austritt', 'Austrittsdatum', 'letzter Tag'],
  absences: ['absence', 'leave', 'Abwesenheiten', 'Abwesenheit'],
  manager: [
    'manager id',
    'manager email',
    'reports to',
    'supervisor',
    'Vorgesetzte',
    'Vorgesetzter',
    'Führungskraft',
  ],
  teams: [
    'team',
    'department',
    'group',
    'organisational unit',
    'Abteilung',
    'Gruppe',
    'Bereich',
    'Organisationseinheit',
  ],
  role: ['role in team', 'Rolle im Team'],
  status: [],
  quiet_hours: ['Ruhezeit', 'Ruhezeiten'],
  slack: ['slack id', 'slack user'],
  microsoft_teams: ['teams id', 'microsoft teams id', 'teams user', 'entra id', 'Teams-Konto'],
  // A telephone number is imported by whoever chooses it, not because a file happens to have one.
  sms: ['sms number', 'SMS-Nummer'],
  code: ['codes on paper', 'paper code', 'Code auf Papier'],
}

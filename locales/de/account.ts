/** German texts of the account of a person. */
import { type texts as english } from '../en/account.ts'
import { type Translated } from '../format.ts'

export const texts: Translated<typeof english> = {
  title: 'Konto',
  description: 'Ihr Profil und Ihre Anmeldewege.',
  added: 'Sie können sich jetzt auch mit {provider} anmelden.',
  email: 'E-Mail-Adresse',
  organisation: 'Organisation',
  role: 'Rolle',
  role_with_hint: '{role}. {hint}',
  removed: 'Sie können sich nicht mehr mit {provider} anmelden',
  sign_in_methods: 'Anmeldewege',
  sign_in_methods_hint:
    'Jeder davon genügt zur Anmeldung. Der letzte, der funktioniert, lässt sich nicht entfernen.',
  this_session: 'Diese Sitzung',
  not_in_use: 'Nicht in Gebrauch',
  last_used: 'Letzte Anmeldung {when}',
  last_used_with_email: '{email}, letzte Anmeldung {when}',
  remove_provider: '{provider} entfernen',
  remove_provider_with_email: '{provider} entfernen ({email})',
  remove: 'Entfernen',
  remove_title: '{provider} entfernen?',
  remove_effect:
    'Sie können sich mit diesem Konto nicht mehr anmelden. Sie können es später wieder hinzufügen.',
  remove_effect_with_email:
    'Sie können sich nicht mehr als {email} anmelden. Sie können das Konto später wieder hinzufügen.',
  remove_method: 'Anmeldeweg entfernen',
  built_in_provider: 'die eigene Anmeldung von Sonde',
  add_method: 'Anmeldeweg hinzufügen',
  add_method_hint: 'Melden Sie sich dort einmal an, um ihn mit diesem Konto zu verknüpfen.',
  add_provider: '{provider} hinzufügen',
  add_second_account: 'Weiteres Konto bei {provider} hinzufügen',
  organisations: 'Organisationen',
  current: 'Aktuell',
  switch_to: 'Zu {organisation} wechseln',
  switch: 'Wechseln',
  too_long_ago:
    'Ihre Anmeldung liegt mehr als {minutes, number} Minuten zurück. Melden Sie sich noch einmal an, um fortzufahren.',
  sign_in_again: 'Erneut anmelden',
  linking: 'Das Konto wird verknüpft …',
  not_fresh:
    'Der Anbieter hat Sie ohne erneute Prüfung angemeldet. Melden Sie sich dort ab und versuchen Sie es von hier aus noch einmal.',
  identity_taken:
    'Dieses Konto verwendet bereits jemand anderes in der Organisation. Es wurde nichts geändert.',
}

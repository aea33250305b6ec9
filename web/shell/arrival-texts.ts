/** Texts for whoever is not in the workspace: signed out, or of no organisation or several. Most never read them, so they load when they are needed. */
import { pageTexts } from '../page-texts.ts'

export const arrivalTexts = pageTexts({
  en: {
    no_organisation_page: 'No organisation',
    several_organisations: 'Which organisation do you want to open?',
    expected_there: 'New: you’re in the directory',
    other_account_hint: 'Not what you’re looking for? Sign in with another account.',
    several_organisations_hint: 'You can switch at the top of every page.',
    no_organisation: 'You don’t belong to an organisation yet',
    no_organisation_hint:
      'Ask an admin for an invitation, or sign in with the account you were invited with.',
    own_provider: 'Does your organisation use its own sign-in?',
    own_provider_hint: 'Enter its short name. Your admin can tell you what it is.',
    own_provider_missing: 'No organisation with this short name has its own sign-in. Check the spelling.',
    sign_in_with: 'Sign in with {provider}',
    find_sign_in: 'Find sign-in',
    signed_out: 'Signed out',
    signed_out_title: 'You’re signed out',
    signed_out_hint:
      'Your identity provider may still have a session. On a shared computer, sign out there too.',
    sign_in: 'Sign in',
  },
  de: {
    no_organisation_page: 'Keine Organisation',
    several_organisations: 'Welche Organisation möchten Sie öffnen?',
    expected_there: 'Neu: Sie stehen im Verzeichnis',
    other_account_hint: 'Nicht dabei? Melden Sie sich mit einem anderen Konto an.',
    several_organisations_hint: 'Sie können oben auf jeder Seite wechseln.',
    no_organisation: 'Sie gehören noch zu keiner Organisation',
    no_organisation_hint:
      'Bitten Sie einen Admin um eine Einladung oder melden Sie sich mit dem eingeladenen Konto an.',
    own_provider: 'Hat Ihre Organisation eine eigene Anmeldung?',
    own_provider_hint: 'Geben Sie ihren Kurznamen ein. Ihr Admin kann ihn nennen.',
    own_provider_missing:
      'Keine Organisation mit diesem Kurznamen hat eine eigene Anmeldung. Prüfen Sie die Schreibweise.',
    sign_in_with: 'Mit {provider} anmelden',
    find_sign_in: 'Anmeldung suchen',
    signed_out: 'Abgemeldet',
    signed_out_title: 'Sie sind abgemeldet',
    signed_out_hint:
      'Bei Ihrem Identitätsanbieter sind Sie vielleicht noch angemeldet. Melden Sie sich an einem gemeinsam genutzten Computer auch dort ab.',
    sign_in: 'Anmelden',
  },
})

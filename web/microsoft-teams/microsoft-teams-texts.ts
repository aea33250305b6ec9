/** Texts of the Microsoft tenants. */
import { pageTexts } from '../page-texts.ts'

export const microsoftTeamsTexts = pageTexts({
  en: {
    title: 'Microsoft Teams',
    description:
      'Ask people in Microsoft Teams. You connect your tenant: your company’s account at Microsoft 365, with all its people.',
    connect: 'Connect Microsoft Teams',
    empty: 'No tenant is connected',
    empty_hint:
      'Sign in at Microsoft as a Global or Teams Administrator of the tenant. The app can send messages to people who have it; it reads no other chats.',
    back: 'Microsoft has signed you in',
    back_text: 'Connect the tenant to {organisation}? Its people can then be asked in Microsoft Teams.',
    finish: 'Connect tenant',
    discard: 'Cancel',
    declined: 'The sign-in at Microsoft was cancelled, so nothing was connected.',
    not_available: 'The operator has to set this up',
    operator_guide: 'What the operator must do',
    not_set_up: 'The operator of this service has not set up an app for Microsoft Teams yet.',
    connected: '{tenant} is connected',
    state_connected: 'Connected',
    state_paused: 'Paused',
    tenant: 'Tenant ID',
    since: 'Connected',
    paused_app_blocked:
      'The app was blocked in Teams {when}. Allow it there, and connect the tenant again to resume.',
    disconnect: 'Disconnect',
    disconnect_named: 'Disconnect {tenant}',
    disconnect_title: 'Disconnect {tenant}?',
    disconnect_effect:
      'Nobody is asked in this tenant any more. People with another channel are asked by that one. The app stays installed in Teams until you remove it there.',
    disconnected: '{tenant} is disconnected',
    package: 'App for Teams',
    package_text:
      'People are asked by an app in Teams. Download it, and upload the file as it is in the Teams admin centre, under Manage apps.',
    package_download: 'Download app (.zip)',
  },
  de: {
    title: 'Microsoft Teams',
    description:
      'Fragen Sie Menschen in Microsoft Teams. Sie verbinden Ihren Mandanten: das Konto Ihres Unternehmens bei Microsoft 365 mit allen seinen Personen.',
    connect: 'Microsoft Teams verbinden',
    empty: 'Kein Mandant ist verbunden',
    empty_hint:
      'Melden Sie sich bei Microsoft als globaler Administrator oder Teams-Administrator des Mandanten an. Die App kann Menschen, die sie haben, Nachrichten senden; andere Chats liest sie nicht.',
    back: 'Microsoft hat Sie angemeldet',
    back_text:
      'Den Mandanten mit {organisation} verbinden? Dann können die Menschen dort in Microsoft Teams gefragt werden.',
    finish: 'Mandanten verbinden',
    discard: 'Abbrechen',
    declined: 'Die Anmeldung bei Microsoft wurde abgebrochen. Es wurde nichts verbunden.',
    not_available: 'Das muss der Betreiber einrichten',
    operator_guide: 'Was der Betreiber tun muss',
    not_set_up: 'Der Betreiber dieses Dienstes hat noch keine App für Microsoft Teams eingerichtet.',
    connected: '{tenant} ist verbunden',
    state_connected: 'Verbunden',
    state_paused: 'Pausiert',
    tenant: 'Mandanten-ID',
    since: 'Verbunden',
    paused_app_blocked:
      'Die App wurde {when} in Teams blockiert. Lassen Sie sie dort zu und verbinden Sie den Mandanten erneut, damit es weitergeht.',
    disconnect: 'Trennen',
    disconnect_named: '{tenant} trennen',
    disconnect_title: '{tenant} trennen?',
    disconnect_effect:
      'In diesem Mandanten wird niemand mehr gefragt. Wer einen anderen Kanal hat, wird über diesen gefragt. Die App bleibt in Teams installiert, bis Sie sie dort entfernen.',
    disconnected: '{tenant} ist getrennt',
    package: 'App für Teams',
    package_text:
      'In Teams fragt eine App die Menschen. Laden Sie sie herunter und die Datei, wie sie ist, im Teams Admin Center unter „Apps verwalten“ wieder hoch.',
    package_download: 'App herunterladen (.zip)',
  },
})

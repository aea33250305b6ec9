/** Texts of the Slack workspaces. */
import { pageTexts } from '../page-texts.ts'

export const slackTexts = pageTexts({
  en: {
    title: 'Slack',
    description: 'Ask people in Slack, in workspaces that you connect.',
    connect: 'Connect Slack',
    empty: 'No workspace is connected',
    empty_hint:
      'Slack asks you to allow the app in a workspace. The app sends messages to people and reads the answers given to it, and no other messages.',
    back: 'Slack has agreed',
    back_text: 'Connect the workspace to {organisation}? Its people can then be asked in Slack.',
    finish: 'Connect workspace',
    discard: 'Cancel',
    declined: 'Slack didn’t allow the app, so nothing was connected.',
    not_available: 'The operator has to set this up',
    operator_guide: 'What the operator must do',
    not_set_up: 'The operator of this service has not set up an app at Slack yet.',
    connected: '{workspace} is connected',
    state_connected: 'Connected',
    state_paused: 'Paused',
    team: 'Workspace ID',
    address: 'Address of a member',
    since: 'Connected',
    paused_uninstalled: 'The app was removed in Slack {when}. Connect the workspace again to resume.',
    paused_token_revoked: 'Access was revoked in Slack {when}. Connect the workspace again to resume.',
    paused_token_refused: 'Slack refused access {when}. Connect the workspace again to resume.',
    disconnect: 'Disconnect',
    disconnect_named: 'Disconnect {workspace}',
    disconnect_title: 'Disconnect {workspace}?',
    disconnect_effect:
      'Nobody is asked in this workspace any more. People with another channel are asked by that one. The app’s access to the workspace is revoked. Slack addresses without a workspace then mean another one, or none.',
    disconnected: '{workspace} is disconnected',
  },
  de: {
    title: 'Slack',
    description: 'Fragen Sie Menschen in Slack, in Workspaces, die Sie verbinden.',
    connect: 'Slack verbinden',
    empty: 'Kein Workspace ist verbunden',
    empty_hint:
      'Slack fragt Sie, ob Sie die App in einem Workspace erlauben. Die App sendet Nachrichten und liest die Antworten darauf, sonst keine Nachrichten.',
    back: 'Slack hat zugestimmt',
    back_text:
      'Den Workspace mit {organisation} verbinden? Dann können die Menschen dort in Slack gefragt werden.',
    finish: 'Workspace verbinden',
    discard: 'Abbrechen',
    declined: 'Slack hat die App nicht erlaubt. Es wurde nichts verbunden.',
    not_available: 'Das muss der Betreiber einrichten',
    operator_guide: 'Was der Betreiber tun muss',
    not_set_up: 'Der Betreiber dieses Dienstes hat noch keine App bei Slack eingerichtet.',
    connected: '{workspace} ist verbunden',
    state_connected: 'Verbunden',
    state_paused: 'Pausiert',
    team: 'Workspace-ID',
    address: 'Adresse eines Mitglieds',
    since: 'Verbunden',
    paused_uninstalled:
      'Die App wurde {when} in Slack entfernt. Verbinden Sie den Workspace erneut, damit es weitergeht.',
    paused_token_revoked:
      'Der Zugriff wurde {when} in Slack widerrufen. Verbinden Sie den Workspace erneut, damit es weitergeht.',
    paused_token_refused:
      'Slack hat den Zugriff {when} abgelehnt. Verbinden Sie den Workspace erneut, damit es weitergeht.',
    disconnect: 'Trennen',
    disconnect_named: '{workspace} trennen',
    disconnect_title: '{workspace} trennen?',
    disconnect_effect:
      'In diesem Workspace wird niemand mehr gefragt. Wer einen anderen Kanal hat, wird über diesen gefragt. Der Zugriff der App auf den Workspace wird widerrufen. Slack-Adressen ohne Workspace meinen dann einen anderen oder keinen.',
    disconnected: '{workspace} ist getrennt',
  },
})

/** Texts of connections. */
import { pageTexts } from '../page-texts.ts'

export const connectionTexts = pageTexts({
  en: {
    title: 'Connections',
    description: 'Applications you’ve authorised to act on your behalf. You can withdraw access at any time.',
    withdrawn: '{application} no longer has access',
    application: 'Application',
    abilities: 'Permissions',
    reads: '{count, plural, one {Can see # kind of data} other {Can see # kinds of data}}',
    changes: '{count, plural, one {Can change # thing} other {Can change # things}}',
    authorised: 'Authorised',
    last_used: 'Last used',
    actions: 'Actions',
    withdraw_of: 'Withdraw access for {application}',
    withdraw: 'Withdraw access',
    withdraw_title: 'Withdraw access?',
    withdraw_effect:
      '{application} can no longer act on your behalf. Its tokens stop working immediately. It can ask for access again.',
    row_count: '{count, plural, one {# connection} other {# connections}}',
    empty: 'No connected applications',
    empty_hint:
      'When an application asks for access on your behalf, you can allow or deny it. The ones you allow appear here.',
  },
  de: {
    title: 'Verbindungen',
    description:
      'Anwendungen, denen Sie Zugriff in Ihrem Namen gewährt haben. Sie können ihn jederzeit entziehen.',
    withdrawn: '{application} hat keinen Zugriff mehr',
    application: 'Anwendung',
    abilities: 'Berechtigungen',
    reads: '{count, plural, one {Darf # Art von Daten sehen} other {Darf # Arten von Daten sehen}}',
    changes: '{count, plural, one {Darf # Sache ändern} other {Darf # Sachen ändern}}',
    authorised: 'Gewährt',
    last_used: 'Zuletzt verwendet',
    actions: 'Aktionen',
    withdraw_of: 'Zugriff von {application} entziehen',
    withdraw: 'Zugriff entziehen',
    withdraw_title: 'Zugriff entziehen?',
    withdraw_effect:
      '{application} kann nicht mehr in Ihrem Namen handeln. Die Tokens verlieren sofort ihre Gültigkeit. Die Anwendung kann erneut um Zugriff bitten.',
    row_count: '{count, plural, one {# Verbindung} other {# Verbindungen}}',
    empty: 'Keine verbundenen Anwendungen',
    empty_hint:
      'Wenn eine Anwendung um Zugriff in Ihrem Namen bittet, können Sie zustimmen oder ablehnen. Zugelassene Anwendungen erscheinen hier.',
  },
})

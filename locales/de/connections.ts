/** German texts of connections. */
import { type texts as english } from '../en/connections.ts'
import { type Translated } from '../format.ts'

export const texts: Translated<typeof english> = {
  title: 'Verbindungen',
  description:
    'Anwendungen, denen Sie Zugriff in Ihrem Namen gewährt haben. Sie können ihn jederzeit entziehen.',
  withdrawn: '{application} hat keinen Zugriff mehr',
  application: 'Anwendung',
  abilities: 'Berechtigungen',
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
}

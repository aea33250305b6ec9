/** English texts of connections. */
export const texts = {
  title: 'Connections',
  description: 'Applications you’ve authorised to act on your behalf. You can withdraw access at any time.',
  withdrawn: '{application} no longer has access',
  application: 'Application',
  abilities: 'Permissions',
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
} as const

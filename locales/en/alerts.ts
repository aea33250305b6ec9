/** English texts of alerts of harm. */
export const texts = {
  acknowledged_toast: 'Marked as handled by you',
  title: 'Alerts',
  description: 'When a survey closes, its comments are scanned for harassment, self-harm and danger.',
  about: 'Support everyone, search for no one',
  about_content:
    'An alert means that at least one answer mentions harm. It never reveals who, how many, which team or what was written.',
  about_privacy: 'Please don’t try to find out who it was. People would stop writing openly.',
  about_help:
    'Tell all recipients where to find help, inside and outside your organisation, and talk to people trained for this.',
  about_limits:
    'Detection makes mistakes: it reads English only, can misread a word and can miss what is phrased differently. No alert doesn’t mean that all is well.',
  emergency:
    'This is not an emergency service, and alerts arrive only after a survey closes. If you know of someone in danger, call for help immediately.',
  filter: 'Status',
  all: 'All',
  open: 'Open',
  handled: 'Handled',
  empty: 'No alerts',
  empty_filtered: 'No alerts have this status. Choose “All” to see the others.',
  empty_hint: 'No closed survey with enough answers has raised one.',
  pulse_closed: 'Pulse, closed {when}',
  check_in_closed: 'Check-in, closed {when}',
  handled_by_you: 'handled by you {when}',
  handled_by: 'handled by {name} {when}',
  another_admin: 'another admin',
  handle: 'Mark as handled',
  handle_named: 'Mark as handled: {title}',
} as const

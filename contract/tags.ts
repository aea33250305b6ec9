/** The nouns by which the reference groups operations, in the order of a first reading. */
export const tags = {
  Pulses:
    'One-off surveys: a topic, questions, recipients and a closing time. A pulse is a draft until it opens.',
  'Check-ins': 'Recurring surveys: questions, recipients and a recurrence rule.',
  'Check-in instances': 'One occurrence of a check-in: when it opened, who received it, and its results.',
  'Holiday calendars': 'Days on which check-ins ask nobody, or ask later.',
  Surveys: 'Pulses and check-ins in one list, as people look for them.',
  Templates: 'Sets of questions that are ready to use.',
  Answering: 'What recipients see and send. The link is the permission; no token is needed.',
  Insights:
    'Findings from the responses: scores, sentiment, drivers, themes and trends, each with n, interval and method.',
  Replies: 'What leads and admins reply to a finding, in their name, to all recipients.',
  Conversations:
    'What readers of named answers write to the person who gave them. In attributed surveys alone.',
  Actions: 'Recommended actions for a team, with evidence. A team accepts, assigns and completes them.',
  Exports: 'Flat lists for a data warehouse, and the same rows as files.',
  Confidentiality: 'Preview what a survey would show before it is sent.',
  Teams: 'Teams, their members and their results over time.',
  Members: 'The people in the directory: their absences, imports and erasure.',
  Events: 'What happened, in an order that never changes, for programs that follow it.',
  Webhooks: 'Addresses of an application to which events are sent, signed and retried.',
  Deliveries: 'Bounced messages and suppressed addresses.',
  OAuth:
    'Access tokens: how an application requests, checks and revokes them, and how a user authorises it. Errors have the shape of RFC 6749.',
  Applications: 'OAuth clients of the organisation: credentials, scopes, usage and request log.',
  Grants: 'Which applications a user has authorised, and how to withdraw that.',
  Confirmations: 'What agents want to do to people in your name, and your decision.',
  People: 'The users of the organisation: roles, invitations and ways to sign in.',
  'Identity providers': 'The OpenID Connect providers by which users sign in.',
  Privacy: 'What people may demand of their data: a copy, erasure, restriction.',
  Organisation: 'Settings, minimum group sizes, retention, alerts and the audit log.',
} as const satisfies Record<string, string>

/** The nouns under which the reference groups operations, in the order of a first reading. */
export const tags = {
  Pulses:
    'One-off requests: a topic, some questions, whom to ask, until when. A pulse is a draft until it opens.',
  'Check-ins': 'Recurring requests: questions, whom to ask, and by which rule of the calendar.',
  'Check-in instances': 'One time of a check-in: what opened, who was asked, what came of it.',
  Templates: 'Sets of questions that work as they stand.',
  Answering: 'What people who are asked see and send. The link is the permission; no token is needed.',
  Insights:
    'What the responses say: scores, sentiment, drivers, themes, trends. Each with n, interval and method.',
  Actions: 'What a team may do about it, with the evidence; accepted, assigned, finished, measured.',
  Confidentiality: 'What a collection would show, before anybody is asked.',
  Teams: 'Who works with whom: teams, members of teams, what teams have answered.',
  Members: 'People who can be asked, their absences, their erasure, imports of many.',
  Deliveries: 'Messages that came back, and addresses that are no longer used.',
  OAuth: 'How a person allows an application to act for him.',
  Applications: 'Programs of the organisation: their credentials, what they may ask for, what they did.',
  Grants: 'What a person allowed, and how it is withdrawn.',
  People: 'Who signs in, as what; invitations and identities.',
  'Identity providers': 'Where people of the organisation sign in.',
  Organisation: 'Settings, floors of confidentiality, the audit trail.',
} as const satisfies Record<string, string>

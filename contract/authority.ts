/**
 * Who may do what: one row for each action, and each operation names its row. The server decides by this table (src/authority.ts), the page
 * /docs/who-may-what prints it, and test/authority.test.ts tries it for every operation that takes an access token or a session of a user. What the
 * tests expect is written a second time, in test/access/rules.ts.
 *
 * people: how far each role gets, in person and through an application that acts for them, which never has more than they have. A role
 * that is not named may not do it at all. programs: whether an application may do it by itself, with client credentials.
 *
 * Private surveys, and what belongs to them, are there for their author alone (src/visibility.ts): other callers get a 404, whatever the
 * row says, except for an admin who gives a reason.
 */
export const roles = ['member', 'analyst', 'admin'] as const

export type Role = (typeof roles)[number]

/** How far a permission goes, in the words of the page. */
export const reaches = {
  all: 'yes',
  own: 'what they created',
  reason: 'what they created; with a reason, what others did',
  shared: 'surveys shared with them, and their own teams',
  led: 'findings about teams that they lead, and about surveys that they created',
  worked:
    'those for teams that they lead, and for everyone whom a survey of theirs asked; those that they own or made',
  near: 'themselves, their own teams, and the people of teams that they manage',
} as const

export type Reach = keyof typeof reaches

type Row = {
  readonly title: string
  readonly people: Partial<Readonly<Record<Role, Reach>>>
  readonly programs: boolean
}

const everyone = { member: 'all', analyst: 'all', admin: 'all' } as const
const authors = { member: 'own', analyst: 'own', admin: 'own' } as const
const authorsAndAdmins = { member: 'own', analyst: 'own', admin: 'reason' } as const
const readers = { member: 'shared', analyst: 'all', admin: 'all' } as const
const analysts = { analyst: 'all', admin: 'all' } as const
const admins = { admin: 'all' } as const

export const actions = {
  'survey.answer': {
    title: 'Answer by a personal link, change and withdraw the answer, and read what came of it (no token)',
    people: everyone,
    programs: true,
  },
  'address.confirm': {
    title: 'Confirm or reject a new e-mail address by a mailed link (no token)',
    people: everyone,
    programs: true,
  },
  'survey.read': {
    title: 'See pulses, check-ins and their instances: state, promise, deliveries, response rate',
    people: everyone,
    programs: true,
  },
  'survey.simulate': {
    title: 'Preview what a survey will show (members: only for whole teams they may ask, without breakdowns)',
    people: { member: 'near', ...analysts },
    programs: true,
  },
  'survey.create': {
    title: 'Create pulses, check-ins and templates; members ask only teams that they belong to or manage',
    people: everyone,
    // What is created has an author. The operations say so too, by `caller: 'user'` (contract/pulses.ts), which is refused first.
    programs: false,
  },
  'template.change': {
    title: 'Change, delete and restore templates of the organisation',
    people: { member: 'own', analyst: 'own', admin: 'all' },
    programs: false,
  },
  'survey.run': {
    title:
      'Edit, schedule, open, extend, remind, unarchive and restore pulses and check-ins, and deliver their links',
    people: authors,
    programs: false,
  },
  'survey.stop': {
    title:
      'Close, cancel, pause, end, archive and delete pulses and check-ins, and hand them to somebody else',
    people: authorsAndAdmins,
    programs: false,
  },
  'survey.hand_over': {
    title:
      'Look up by name who could take over a survey (members: people whom they see; anybody by a whole e-mail address)',
    people: { member: 'near', ...analysts },
    programs: false,
  },
  'instance.run': {
    title: 'Open, extend and remind check-in instances, and deliver their links',
    people: authors,
    programs: true,
  },
  'instance.stop': {
    title: 'Skip, cancel and close check-in instances',
    people: authorsAndAdmins,
    programs: true,
  },
  'codes.read': {
    title: 'See how many codes on paper a survey has, in person',
    people: { member: 'own', analyst: 'own', admin: 'all' },
    programs: false,
  },
  'codes.handle': {
    title: 'Print and destroy codes on paper, in person',
    people: authorsAndAdmins,
    programs: false,
  },
  'recipients.assign': { title: 'Choose the recipients of a check-in', people: authors, programs: true },
  'holidays.manage': {
    title: 'Create, change and delete holiday calendars',
    people: admins,
    programs: true,
  },
  'results.read': {
    title: 'Read results, insights, actions, replies and team results',
    people: readers,
    programs: true,
  },
  'exports.make': { title: 'Export what they can read, as files', people: everyone, programs: true },
  'actions.work': {
    title: 'Accept, assign and finish recommended actions',
    people: { member: 'worked', analyst: 'all', admin: 'all' },
    programs: false,
  },
  'actions.author': {
    title: 'Change the words of an action that they made of a finding, and delete it',
    people: authors,
    programs: false,
  },
  'replies.create': {
    title: 'Draft a reply to a finding, to all recipients',
    people: { member: 'led', analyst: 'led', admin: 'all' },
    programs: false,
  },
  'replies.run': {
    title: 'Edit, publish and discard a reply, in your own name',
    people: authors,
    programs: false,
  },
  'replies.withdraw': {
    title: 'Withdraw a published reply',
    people: { member: 'own', analyst: 'own', admin: 'all' },
    programs: false,
  },
  'insights.pin': {
    title: 'Pin insights for themselves',
    people: readers,
    programs: false,
  },
  'insights.recompute': {
    title: 'Compute the insights of a survey again',
    people: { member: 'own', analyst: 'all', admin: 'all' },
    programs: false,
  },
  'answers.read': {
    title: 'Read named answers of attributed surveys, where the promise names them',
    people: everyone,
    programs: false,
  },
  'messages.write': {
    title: 'Write to people about their named answers, where the promise names the reader',
    people: everyone,
    programs: false,
  },
  'history.import': { title: 'Import past surveys', people: analysts, programs: false },
  'events.read': {
    title: 'Follow events of what they may see',
    people: everyone,
    programs: true,
  },
  'webhooks.manage': { title: 'Manage webhooks', people: admins, programs: true },
  'directory.read': {
    title: 'See teams, members and absences',
    people: { member: 'near', ...analysts },
    programs: true,
  },
  'suppressions.read': { title: 'See bounced addresses', people: analysts, programs: true },
  'directory.change': {
    title: 'Add, edit, move, deactivate and import teams and members; report bounced addresses',
    people: admins,
    programs: true,
  },
  'directory.sync': {
    title: 'Connect an identity provider that maintains the directory (SCIM), and see what it would change',
    people: admins,
    programs: false,
  },
  'directory.erase': { title: 'Erase a member for good', people: admins, programs: true },
  'account.own': {
    title: 'See and change what is about yourself: sign-ins, connected applications',
    people: everyone,
    programs: false,
  },
  'token.read': { title: 'Find out whom a token acts for', people: everyone, programs: true },
  'people.manage': { title: 'Invite users, change roles, end access', people: admins, programs: false },
  'applications.manage': {
    title: 'Register applications, their secrets and request log',
    people: admins,
    programs: false,
  },
  'organisation.manage': {
    title: 'Change settings, minimum group sizes and identity providers',
    people: admins,
    programs: false,
  },
  'organisation.end': {
    title: 'Export the organisation, or delete it',
    people: admins,
    programs: false,
  },
  'privacy.handle': { title: 'Handle privacy requests', people: admins, programs: false },
  'retention.manage': {
    title: 'See what is deleted and when, put surveys on legal hold',
    people: admins,
    programs: false,
  },
  'alerts.handle': { title: 'Read and handle alerts', people: admins, programs: false },
  'audit.read': { title: 'Read and export the audit log', people: admins, programs: false },
  'audit.follow': { title: 'Follow the audit log by a program', people: admins, programs: true },
} as const satisfies Record<string, Row>

export type Action = keyof typeof actions

export const rowOf = (action: Action): Row => actions[action]

export const actionNames = Object.keys(actions) as Action[]

/** The roles that may do it at all. */
export const rolesOf = (action: Action): Role[] => roles.filter((role) => rowOf(action).people[role])

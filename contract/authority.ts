/**
 * Who may what: one row for each action, and each operation names its row. The server decides by this table (src/authority.ts), the page
 * /docs/who-may-what prints it, and test/authority.test.ts tries it for every operation that takes an
 * access token or a session of a user.
 *
 * people: the roles in which a person may do it: in person, and through an application that acts for them, which never has more than they
 * have. programs: whether an application may do it by itself, with client credentials.
 *
 * A row says whether somebody may do it at all. To which objects is the business of each noun: a private pulse is visible to its author
 * alone (src/visibility.ts), and its author alone runs it.
 */
export const roles = ['member', 'analyst', 'admin'] as const

export type Role = (typeof roles)[number]

const everyone = roles
const admins = ['admin'] as const

type Row = { readonly title: string; readonly people: readonly Role[]; readonly programs: boolean }

export const actions = {
  'survey.answer': {
    title: 'Answer by a personal link, change and withdraw the answer (no token)',
    people: everyone,
    programs: true,
  },
  'survey.read': {
    title: 'See pulses, check-ins and their instances: state, promise, response rate, results',
    people: everyone,
    programs: true,
  },
  'survey.ask': {
    title: 'Create, edit, open, close and delete your own pulses and check-ins, and deliver their links',
    people: everyone,
    programs: false,
  },
  'instance.run': {
    title: 'Open, extend, remind, skip, cancel and close check-in instances, and deliver their links',
    people: everyone,
    programs: true,
  },
  'recipients.assign': {
    title: 'Choose the recipients of a check-in, report bounces',
    people: everyone,
    programs: true,
  },
  'answers.read': {
    title: 'Read named answers of attributed surveys, where the promise names you',
    people: everyone,
    programs: false,
  },
  'history.import': { title: 'Import past surveys', people: everyone, programs: false },
  'insights.read': { title: 'Read insights, actions and team results', people: everyone, programs: true },
  'insights.work': {
    title: 'Accept and finish actions, recompute your insights',
    people: everyone,
    programs: false,
  },
  'directory.read': { title: 'See teams, members and absences', people: everyone, programs: true },
  'directory.change': {
    title: 'Add, edit, move, deactivate and import teams and members',
    people: admins,
    programs: true,
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
  'retention.manage': {
    title: 'See what is deleted and when, put surveys on legal hold',
    people: admins,
    programs: false,
  },
  'alerts.handle': { title: 'Read and handle alerts', people: admins, programs: false },
  'audit.read': { title: 'Read and export the audit log', people: admins, programs: false },
} as const satisfies Record<string, Row>

export type Action = keyof typeof actions

export const rowOf = (action: Action): Row => actions[action]

export const actionNames = Object.keys(actions) as Action[]

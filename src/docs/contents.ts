/**
 * The order of the guides in the contents, by who reads them, most used first. Each is a file of docs/guides, or listed below; its first
 * heading is its title. Beside it stands what somebody can do who has read it.
 */
export type Section = { title: string; readers: string; guides: Readonly<Record<string, string>> }

export const contents: readonly Section[] = [
  {
    title: 'Start here',
    readers: 'For everyone, in this order.',
    guides: {
      'quick-start': 'Start the service, get a token and make your first call in five minutes.',
      'first-pulse': 'Send a survey, answer it and read what it says, by copy and paste.',
      concepts: 'Know the words of the API, from a picture and one page.',
      authentication: 'Get a token for your program, or one that acts for a person.',
    },
  },
  {
    title: 'Ask and read results',
    readers: 'For people who run surveys, in the workspace or by a program.',
    guides: {
      'writing-surveys': 'Write, preview and send a survey in the workspace, without a program.',
      'check-ins': 'Ask every week or month, around holidays, in every time zone.',
      templates: 'Choose question types and templates, translate them, and save your own.',
      insights: 'Read findings, figures and trends, and know how sure each of them is.',
      actions: 'Accept what is suggested, give it an owner, and see what came of it.',
      'talking-back': 'Reply to everyone who was invited, or to somebody by name.',
      'before-you-ask': 'Check which teams will see results before anybody gets an invitation.',
      answering: 'See what recipients see, from the promise to the receipt.',
      channels: 'Reach people by e-mail, chat, SMS or link, and deal with bounces.',
      'paper-and-kiosk': 'Ask people without a mailbox, with codes on paper or a shared device.',
      'live-state': 'Follow how many have answered while a survey is open.',
      'ending-surveys': 'Pause, end, hand over, delete and restore a survey.',
      history: 'Bring in results of earlier surveys, so that trends start with them.',
    },
  },
  {
    title: 'Develop',
    readers: 'For programs, agents and terminals.',
    guides: {
      webhooks: 'Get events sent to your address, and check their signature in six languages.',
      events: 'Read everything that happens in order, and miss nothing.',
      client: 'Call the API from TypeScript with typed inputs and replies.',
      python: 'Call the API from Python with the standard library alone.',
      'command-line': 'Ask people and read results from a terminal with sonde.',
      agents: 'Connect Claude, Codex or Cursor, and confirm what reaches people.',
      lists: 'Page through lists, read only what has changed, and keep to rate limits.',
      idempotency: 'Repeat a request safely when its reply was lost.',
      exports: 'Copy results into a warehouse, or write them to a file every week.',
      'being-told': 'Choose between events, webhooks, streams and queries for changes.',
    },
  },
  {
    title: 'Manage people and data',
    readers: 'For admins of an organisation.',
    guides: {
      'people-and-roles': 'Invite people, give them roles, and hand over their surveys.',
      'who-may-what': 'Look up which role and which program may do what.',
      directory: 'Add members and teams, import them from a file, and erase somebody.',
      'directory-sync': 'Keep members and teams up to date from Entra ID or Okta.',
      'identity-providers': 'Let people sign in with your own identity provider.',
      slack: 'Connect your Slack workspace, so that people answer there.',
      'microsoft-teams': 'Connect your Microsoft tenant, so that people answer in a chat.',
      privacy: 'Carry out requests for a copy, an erasure or a restriction in time.',
      retention: 'Decide how long answers, messages, events and logs are kept.',
      'audit-log': 'See who changed what, get an e-mail about it, and copy the log.',
    },
  },
  {
    title: 'Run the service',
    readers: 'For operators.',
    guides: {
      'one-machine': 'Install Sonde as a service of systemd on a machine of yours.',
      compose: 'Run Sonde and PostgreSQL with Docker Compose or Podman.',
      kubernetes: 'Install the Helm chart, with a migration before every upgrade.',
      'behind-a-proxy': 'Put a proxy with TLS in front, and set limits for callers.',
      'keys-and-backups': 'Back up and restore everything but keys of closed surveys.',
      upgrading: 'Move to a newer version, and back if you have to.',
      monitoring: 'Know whether it is well, with metrics, alerts and a dashboard.',
      hardening: 'Go through what to check before real people answer.',
      'several-nodes': 'Run more than one process, with read replicas and no lost requests.',
      citus: 'Try to divide many organisations over several servers.',
      'analysing-text': 'Analyse texts of your own, or with a classifier of your own.',
      'language-model': 'Let a language model name themes and write summaries.',
      proving: 'Show on your own database that anonymous answers name nobody.',
    },
  },
  {
    title: 'In depth',
    readers: 'For a works council, a data protection officer, an analyst.',
    guides: {
      'your-answers': 'Know who can see what you answer. For everybody, in three minutes.',
      confidentiality: 'Judge whether the promise on the answer page is kept, claim by claim.',
      'how-insights-are-made': 'Follow a figure from the answers to the sentence.',
    },
  },
]

/** What somebody can do who has read a guide; empty for a text that is none. */
export const gainOf = (slug: string): string =>
  contents.map(({ guides }) => guides[slug]).find((gain) => gain !== undefined) ?? ''

/** Documents outside the folder of the guides. The changelog has its own page. */
const inDepth: Readonly<Record<string, string>> = {
  changelog: 'CHANGELOG.md',
  confidentiality: 'docs/confidentiality.md',
  'how-insights-are-made': 'docs/insights.md',
}

/** The file of a guide, from the root of the repository. */
export const fileOf = (slug: string): string => inDepth[slug] ?? `docs/guides/${slug}.md`

/** The guide of a file. */
export const slugOf = (file: string): string =>
  Object.keys(inDepth).find((slug) => inDepth[slug] === file) ?? file.replace(/^docs\/guides\/|\.md$/g, '')

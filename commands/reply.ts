/** `sonde insight reply` and `follow-up`: talking back to all recipients in the group of a finding, and asking them further. */
import { type Command, Option } from 'commander'
import type { BodyOf } from '../client/client.ts'
import type { Reply, ReplyKind } from '../contract/replies.ts'
import { callCommand, confirm, listCommand, type Paging, printList } from './calling.ts'
import { printFacts, printJson, tell } from './output.ts'
import { type Common, type Session, sessionOf } from './session.ts'

type Yes = { yes: boolean }

const withYes = (command: Command): Command => command.option('--yes', 'do not ask for confirmation', false)

const print = (reply: Reply, json: boolean): void => {
  if (json) return printJson(reply)
  printFacts({
    id: reply.id,
    state: reply.state,
    kind: reply.kind,
    author: reply.author_name,
    text: reply.text,
    recipients: reply.recipients,
    published: reply.published_at,
    'messages go out': reply.messages_at,
  })
}

/** What was read is what is published: a draft that was changed meanwhile is refused. */
async function publish({ sonde }: Session, { id, version, recipients }: Reply, yes: Yes): Promise<Reply> {
  const people = recipients === null ? 'all recipients' : `all ${recipients} recipients`
  await confirm(`Publish this reply to ${people}, whether they answered or not?`, yes)
  return sonde.call('publishReply', { params: { id }, ifMatch: version })
}

type Written = { text: string; kind: ReplyKind; action?: string; publish: boolean }

async function reply(
  insight: string,
  { text, kind, action, publish: isPublished, yes, json, ...common }: Common & Yes & Written,
): Promise<void> {
  const session = await sessionOf(common)
  const body: BodyOf<'createReply'> = { kind, text, ...(action !== undefined && { action_id: action }) }
  const draft = await session.sonde.call('createReply', { params: { id: insight }, body })
  if (!isPublished) {
    print(draft, json)
    return json
      ? undefined
      : tell(`A draft: nobody reads it before \`sonde insight publish-reply ${draft.id}\`.`)
  }
  print(await publish(session, draft, { yes }), json)
}

async function followUp(
  insight: string,
  { text, title, dryRun, json, ...common }: Common & { text: string; title?: string; dryRun: boolean },
): Promise<void> {
  const { sonde } = await sessionOf(common)
  const input = { params: { id: insight }, body: { text, ...(title !== undefined && { title }) } }
  if (dryRun) {
    await sonde.check('askFurther', input)
    return tell('It would be drafted. Nothing was.')
  }
  const pulse = await sonde.call('askFurther', input)
  if (json) return printJson(pulse)
  const { mode, k_score } = pulse.confidentiality
  printFacts({
    id: pulse.id,
    title: pulse.title,
    state: pulse.state,
    promise: mode,
    'minimum group size for scores': k_score,
  })
  tell(`A draft: nobody is asked before \`sonde pulse ask ${pulse.id}\`.`)
}

export function addReplyCommands(insight: Command): void {
  listCommand(insight, 'replies <id>', 'list the replies to an insight, newest first')
    .option('--state <state>', 'draft, published or withdrawn; by default all but withdrawn ones')
    .action(async (id: string, { state, ...options }: Paging & { state?: Reply['state'] }) => {
      await printList(
        options,
        { operation: 'listReplies', noun: 'replies', query: { insight_id: id, state } },
        {
          id: (row) => row.id,
          state: (row) => row.state,
          kind: (row) => row.kind,
          author: (row) => row.author_name,
          text: (row) => row.text,
        },
      )
    })

  withYes(callCommand(insight, 'reply <id>', 'draft a reply to all recipients'))
    .requiredOption('--text <text>', 'what everyone reads, as you write it')
    .addOption(
      new Option('--kind <kind>', 'heard: it was read; answer: what you say to it; done: what was done')
        .choices(['heard', 'answer', 'done'])
        .default('answer'),
    )
    .option('--action <act_…>', 'with --kind done: the action that is done')
    .option('--publish', 'publish it at once', false)
    .action(reply)

  withYes(callCommand(insight, 'publish-reply <reply>', 'publish a draft of yours to all recipients')).action(
    async (id: string, { yes, json, ...common }: Common & Yes) => {
      const session = await sessionOf(common)
      const draft = await session.sonde.call('getReply', { params: { id } })
      print(await publish(session, draft, { yes }), json)
    },
  )

  withYes(callCommand(insight, 'withdraw-reply <reply>', 'take a published reply from all pages')).action(
    async (id: string, { yes, json, ...common }: Common & Yes) => {
      const { sonde } = await sessionOf(common)
      await confirm("Withdraw this reply? Messages that were sent can't be recalled.", { yes })
      print(await sonde.call('withdrawReply', { params: { id } }), json)
    },
  )

  callCommand(insight, 'follow-up <id>', 'draft one more question to the people who were asked')
    .requiredOption('--text <question>', 'what you ask them')
    .option('--title <title>', 'the title of the new survey; by default that of the survey before')
    .option('--dry-run', 'check everything and change nothing', false)
    .action(followUp)
}

/** `sonde team` and `sonde member`: the directory of an organisation. */
import type { Command } from 'commander'
import type { BodyOf, InputOf, ReplyOf } from '../client/client.ts'
import { callCommand, confirm, listCommand, type Paging, printList, readJson } from './calling.ts'
import { misused } from './exits.ts'
import { printFacts, printJson } from './output.ts'
import { type Common, sessionOf } from './session.ts'

type Search = { search?: string; externalId?: string }
type MemberStatus = NonNullable<NonNullable<InputOf<'listMembers'>['query']>['status']>
type MemberSort = NonNullable<NonNullable<InputOf<'listMembers'>['query']>['sort']>
type Role = NonNullable<NonNullable<InputOf<'addTeamMember'>['body']>['role']>

const queryOf = ({ search, externalId }: Search) => ({
  q: search,
  external_id: externalId,
})

const withSearch = (command: Command): Command =>
  command
    .option('--search <text>', 'text to find in the name')
    .option('--external-id <id>', 'its id in your own system')

const printTeam = (team: ReplyOf<'getTeam'>, json: boolean): void => {
  if (json) return printJson(team)
  printFacts({
    id: team.id,
    name: team.name,
    'external id': team.external_id,
    parent: team.parent_team_id,
    members: team.member_count,
    status: team.status,
  })
}

type TeamDraft = Common & { name: string; parent?: string; externalId?: string }

function addTeamMembers(team: Command): void {
  listCommand(team, 'members <id>', 'list the members of a team').action(
    async (id: string, options: Paging) => {
      await printList(
        options,
        { operation: 'listTeamMembers', noun: 'members', params: { id } },
        {
          id: (row) => row.member_id,
          name: (row) => row.name,
          email: (row) => row.email,
          role: (row) => row.role,
        },
      )
    },
  )
  callCommand(team, 'add-member <team> <member>', 'put a member into a team')
    .option('--role <role>', 'member, lead or manager')
    .action(async (id: string, member: string, { role, json, ...common }: Common & { role?: Role }) => {
      const { sonde } = await sessionOf(common)
      const params = { id, member_id: member }
      const body = role === undefined ? {} : { body: { role } }
      const added = await sonde.call('addTeamMember', { params, ...body })
      if (json) return printJson(added)
      printFacts({ member: added.member_id, name: added.name, role: added.role })
    })
  callCommand(team, 'remove-member <team> <member>', 'take a member out of a team')
    .option('--yes', 'do not ask for confirmation', false)
    .action(async (id: string, member: string, { yes, ...common }: Common & { yes: boolean }) => {
      const { sonde } = await sessionOf(common)
      await confirm(`Remove ${member} from ${id}?`, { yes })
      await sonde.call('removeTeamMember', { params: { id, member_id: member } })
    })
}

export function addTeamCommands(program: Command): void {
  const team = program.command('team').description('teams and who is in them')
  withSearch(listCommand(team, 'list', 'list teams'))
    .option('--managed', 'only those that you manage or lead, and those under them')
    .action(async ({ search, externalId, managed, ...options }: Paging & Search & { managed?: true }) => {
      const filter = queryOf({ search, externalId })
      await printList(
        options,
        { operation: 'listTeams', noun: 'teams', query: { ...filter, managed } },
        {
          id: (row) => row.id,
          name: (row) => row.name,
          members: (row) => row.member_count,
          parent: (row) => row.parent_team_id,
          status: (row) => row.status,
        },
      )
    })
  callCommand(team, 'show <id>', 'show a team').action(async (id: string, options: Common) =>
    printTeam(await (await sessionOf(options)).sonde.call('getTeam', { params: { id } }), options.json),
  )
  callCommand(team, 'create', 'make a team')
    .requiredOption('--name <name>')
    .option('--parent <tem_…>', 'the team above it')
    .option('--external-id <id>', 'its id in your own system')
    .action(async ({ name, parent, externalId, json, ...common }: TeamDraft) => {
      const body = {
        name,
        parent_team_id: parent,
        external_id: externalId,
      }
      printTeam(await (await sessionOf(common)).sonde.call('createTeam', { body }), json)
    })
  addTeamMembers(team)
}

const printMember = (member: ReplyOf<'getMember'>, json: boolean): void => {
  if (json) return printJson(member)
  printFacts({
    id: member.id,
    name: member.name,
    email: member.email,
    'external id': member.external_id,
    status: member.status,
    teams: member.team_ids.join(' '),
    'time zone': member.time_zone,
    joined: member.joined_on,
    leaves: member.leaves_on,
  })
}

type MemberList = {
  email?: string
  team?: string
  withoutTeam?: true
  status?: MemberStatus
  sort?: MemberSort
}

type MemberDraft = Common & { file?: string; name?: string; email?: string; team: string[] }

async function memberBody({ file, name, email, team }: MemberDraft): Promise<BodyOf<'createMember'>> {
  if (file !== undefined) return readJson(file)
  if (name === undefined) throw misused('Say the name by --name, or give the member as JSON by --file.')
  return { name, email, ...(team.length > 0 && { team_ids: team }) }
}

export function addMemberCommands(program: Command): void {
  const member = program.command('member').description('the people of the directory')
  withSearch(listCommand(member, 'list', 'list members'))
    .option('--email <address>', 'only the member with this address')
    .option('--team <tem_…>', 'only members of this team')
    .option('--without-team', 'only members without a team')
    .option('--status <status>', 'active, suspended, deactivated or erased')
    .option('--sort <field>', 'created_at, name or email; -name reverses it')
    .action(
      async ({
        search,
        externalId,
        email,
        team,
        withoutTeam,
        status,
        sort,
        ...options
      }: Paging & Search & MemberList) => {
        const filter = {
          ...queryOf({ search, externalId }),
          email,
          team_id: team,
          without_team: withoutTeam,
          status,
          sort,
        }
        await printList(
          options,
          { operation: 'listMembers', noun: 'members', query: filter },
          {
            id: (row) => row.id,
            name: (row) => row.name,
            email: (row) => row.email,
            status: (row) => row.status,
          },
        )
      },
    )
  callCommand(member, 'show <id>', 'show a member').action(async (id: string, options: Common) =>
    printMember(await (await sessionOf(options)).sonde.call('getMember', { params: { id } }), options.json),
  )
  callCommand(member, 'create', 'add somebody to the directory')
    .option('--name <name>')
    .option('--email <address>')
    .option(
      '--team <tem_…>',
      'a team; may be repeated',
      (value: string, before: string[]) => [...before, value],
      [],
    )
    .option('-f, --file <file>', 'JSON as of POST /api/members; - reads standard input')
    .action(async (options: MemberDraft) => {
      const body = await memberBody(options)
      printMember(await (await sessionOf(options)).sonde.call('createMember', { body }), options.json)
    })
}

/** `sonde template`: templates of surveys, and files of them that go from one organisation to another. */
import type { Command } from 'commander'
import type { BodyOf, ReplyOf } from '../client/client.ts'
import { templateFile } from '../contract/template-file.ts'
import type { Template } from '../contract/templates.ts'
import { callCommand, listCommand, type Paging, printList, readJson } from './calling.ts'
import { printFacts, printJson, tell } from './output.ts'
import { type Common, sessionOf } from './session.ts'

const print = (template: Template, json: boolean): void => {
  if (json) return printJson(template)
  printFacts({
    id: template.id,
    title: template.title,
    purpose: template.purpose,
    kind: template.kind,
    origin: template.origin,
    version: template.version,
    'made from it': template.usage.surveys,
    promise: template.suggested.mode,
    recurs: template.suggested.recurrence?.rrule ?? null,
  })
  for (const { id, type, text } of template.questions) printFacts({ [`question ${id} (${type})`]: text })
}

/** What somebody has to know who compares figures over versions. */
function tellComparison({ comparison }: ReplyOf<'updateTemplate'>): void {
  if (comparison === null) return tell('Nothing was changed.')
  for (const { question_id: id, reason } of comparison.questions)
    tell(`${id} cannot be compared with version ${comparison.version}: ${reason}.`)
}

function addChanges(template: Command): void {
  callCommand(template, 'create', 'save one from a file')
    .requiredOption('-f, --file <file>', 'JSON as `export` writes it; - reads standard input')
    .action(async ({ file, json, ...common }: Common & { file: string }) => {
      const body = await readJson<BodyOf<'createTemplate'>>(file)
      print(await (await sessionOf(common)).sonde.call('createTemplate', { body }), json)
    })
  callCommand(template, 'save <survey>', 'save a pulse or check-in as a template')
    .option('--question <id>', 'keep this question alone, in the library')
    .option('--title <title>', 'by default that of the survey, or the text of the question')
    .option('--purpose <text>', 'when to use it, and why')
    .action(
      async (
        survey: string,
        {
          question,
          title,
          purpose,
          json,
          ...common
        }: Common & { question?: string; title?: string; purpose?: string },
      ) => {
        const body = {
          survey_id: survey,
          ...(question !== undefined && { question_id: question }),
          ...(title !== undefined && { title }),
          ...(purpose !== undefined && { purpose }),
        }
        print(await (await sessionOf(common)).sonde.call('saveTemplate', { body }), json)
      },
    )
  callCommand(template, 'update <id>', 'make a new version from a file')
    .requiredOption('-f, --file <file>', 'JSON as of PATCH /api/templates/{id}; - reads standard input')
    .action(async (id: string, { file, json, ...common }: Common & { file: string }) => {
      const body = await readJson<BodyOf<'updateTemplate'>>(file)
      const changed = await (await sessionOf(common)).sonde.call('updateTemplate', { params: { id }, body })
      print(changed, json)
      if (!json) tellComparison(changed)
    })
  callCommand(template, 'delete <id>', 'delete one; surveys made from it stay').action(
    async (id: string, options: Common) => {
      await (await sessionOf(options)).sonde.call('deleteTemplate', { params: { id } })
      tell(`Deleted. For 30 days \`sonde template restore ${id}\` brings it back.`)
    },
  )
  callCommand(template, 'restore <id>', 'bring a deleted one back').action(
    async (id: string, options: Common) => {
      const { sonde } = await sessionOf(options)
      print(await sonde.call('restoreTemplate', { params: { id } }), options.json)
    },
  )
}

export function addTemplateCommands(program: Command): void {
  const template = program.command('template').description('templates that surveys start from')
  listCommand(template, 'list', 'list them, those of the organisation first')
    .option('--kind <kind>', 'pulse, check_in, or question: the library of single questions')
    .option('--origin <origin>', 'own or built_in')
    .option('--q <words>', 'words of the title or the purpose')
    .action(
      async ({ kind, origin, q, ...options }: Paging & { kind?: 'pulse'; origin?: 'own'; q?: string }) => {
        await printList(
          options,
          { operation: 'listTemplates', noun: 'templates', query: { kind, origin, q } },
          {
            id: (row) => row.id,
            kind: (row) => row.kind,
            origin: (row) => row.origin,
            title: (row) => row.title,
            version: (row) => row.version,
            'made from it': (row) => row.usage.surveys,
          },
        )
      },
    )
  callCommand(template, 'show <id>', 'show one and its questions').action(
    async (id: string, options: Common) => {
      const { sonde } = await sessionOf(options)
      print(await sonde.call('getTemplate', { params: { id } }), options.json)
    },
  )
  callCommand(template, 'export <id>', 'print one as a file that `create` reads').action(
    async (id: string, options: Common) => {
      const { sonde } = await sessionOf(options)
      printJson(templateFile(await sonde.call('getTemplate', { params: { id } })))
    },
  )
  addChanges(template)
}

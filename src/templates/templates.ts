/**
 * Templates: what a survey begins as. Those of the service are code; an organisation saves its own, and each change of one makes a new
 * version. A survey remembers which template it was made from, in which version, and has questions of its own: no change of a template
 * reaches it.
 */
import type * as contract from '../../contract/templates.ts'
import type { Page } from '../../contract/fields.ts'
import type { Template, TemplateKind } from '../../contract/templates.ts'
import type { Actor, ApplicationActor } from '../actor.ts'
import type { Call } from '../call.ts'
import { containing, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { impossible, problem } from '../problem.ts'
import { findBuiltIn, type TemplateContent, templates } from './built-in.ts'
import { contentOf, withUsage } from './presenting.ts'
import * as store from './store.ts'

export { templates } from './built-in.ts'
export { purgeTask } from './deleting.ts'
export { unlinkAuthor } from './store.ts'

/** Own ones first, newest first; the id of a built-in one is a position behind all of them. @throws invalid_cursor */
export async function listTemplates({
  tx,
  actor,
  query,
}: Call<typeof contract.listTemplates>): Promise<Page<'templates', Template>> {
  const paging = paged(`templates of ${actor.organisationId}`, query)
  const { kind = null, origin, q = '', deleted = false } = query
  const isBehindOwn = paging.after !== null && findBuiltIn(paging.after) !== undefined
  const own =
    origin === 'built_in' || isBehindOwn
      ? []
      : await store.listOwn(tx, actor, { kind, q: q ? containing(q) : null, deleted }, paging)
  const builtIn =
    origin === 'own' || deleted ? [] : builtInMatching(kind, q, isBehindOwn ? paging.after : null)
  const page = pageOf('templates', [...own.map(contentOf), ...builtIn], paging, ({ id }) => id)
  return { ...page, templates: await withUsage(tx, actor, page.templates) }
}

/** In the order of the service. @param after  an id of one of them */
function builtInMatching(kind: TemplateKind | null, q: string, after: string | null): TemplateContent[] {
  const from = after === null ? 0 : templates.findIndex(({ id }) => id === after) + 1
  const words = q.toLowerCase()
  return templates
    .slice(from)
    .filter((one) => kind === null || one.kind === kind)
    .filter(({ title, purpose }) => `${title} ${purpose}`.toLowerCase().includes(words))
}

/** @throws not_found */
export async function getTemplate({
  tx,
  actor,
  params,
}: Pick<Call<typeof contract.getTemplate>, 'tx' | 'actor' | 'params'>): Promise<Template> {
  const content = findBuiltIn(params.id) ?? (await findOwnContent(tx, actor, params.id))
  if (!content) throw problem('not_found')
  return (await withUsage(tx, actor, [content]))[0]
}

async function findOwnContent(tx: Tx, actor: Actor, id: string): Promise<TemplateContent | undefined> {
  const row = await store.findOwn(tx, actor, id)
  return row && contentOf(row)
}

export type TemplateRef = { readonly template_id: string | null; readonly template_version: number | null }

/**
 * The template that a draft names, in the version that it names or in the present one.
 * @throws unprocessable  there is none of this id, or not this version of it yet
 */
export async function templateOf(
  tx: Tx,
  actor: ApplicationActor,
  { template_id: id = null, template_version: version = null }: Partial<TemplateRef>,
): Promise<TemplateRef> {
  if (id === null) {
    if (version === null) return { template_id: null, template_version: null }
    throw impossible('/template_version', 'A version needs its template_id')
  }
  const template = findBuiltIn(id) ?? (await store.findOwn(tx, actor, id))
  if (!template || template.deleted_at !== null || template.kind === 'question')
    throw impossible('/template_id', `There is no template ${id}`, 'unknown')
  if (version !== null && version > template.version)
    throw impossible('/template_version', `The present version of the template is ${template.version}`)
  return { template_id: id, template_version: version ?? template.version }
}

/**
 * The rules of the themes of a collection, beside the cells that count who matches them: cells hold sums, and sums hold no words. Each word
 * or phrase of a rule is written by several people whose comments may be quoted, after names were taken out (text/themes-terms.ts).
 * They are words of answers, so they go when the answers go.
 */
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shapeOf } from '../db/shape.ts'
import { releasedThemes } from '../db/tables.ts'
import type { Theme } from '../text/text.ts'

const themeRow = shapeOf(releasedThemes, ['theme', 'any_of', 'language', 'stability'], {
  any_of: jsonbOf<string[]>(),
})

/** `theme`: its title, by which cells name it. */
export type ReleasedTheme = RowOf<typeof themeRow>

/** Instead of those of an earlier analysis. */
export async function storeThemes(tx: Tx, ref: CollectionRef, themes: readonly Theme[]): Promise<void> {
  await deleteThemes(tx, ref)
  const rows = themes.map(({ title, rule, stability }) => ({ theme: title, ...rule, stability }))
  await run(
    tx,
    sql`
      insert into released_themes (organisation_id, collection_id, theme, any_of, language, stability)
      select ${ref.organisationId}, ${ref.collectionId}, theme, any_of, language, stability
      from jsonb_to_recordset(${json(rows)}) as found (theme text, any_of jsonb, language text, stability double precision)`,
  )
}

/** In alphabetical order. */
export const themesOf = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<ReleasedTheme[]> =>
  many(
    tx,
    themeRow,
    sql`
      select ${themeRow.columns}
      from released_themes
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by theme`,
  )

export const deleteThemes = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from released_themes
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

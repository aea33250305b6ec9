/** How an organisation looks to whoever it asks, where nothing but its id is known: on a shared device that was set up for it. */
import { one, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'

const lookRow = shapeOf(organisations, ['name', 'colour', 'logo', 'locale'])
const { columns } = lookRow

export const findLook = (tx: Tx, id: string): Promise<RowOf<typeof lookRow> | undefined> =>
  one(tx, lookRow, sql`select ${columns} from organisations where id = ${id}`)

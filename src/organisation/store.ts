/** SQL of the organisation itself. */
import { type Organisation } from '../../contract/organisation.ts'
import { one, only, sql, type Tx } from '../db/db.ts'

type Row = Omit<Organisation, 'confidentiality' | 'language_model' | 'language_model_host'> &
  Organisation['confidentiality'] & { language_model: string | null }

const columns = sql.raw(
  'id, name, slug, time_zone, locale, k_score, k_comment, k_rate, language_model, version, created_at, updated_at',
)

const organisationOf = ({ k_score, k_comment, k_rate, language_model: host, ...row }: Row): Organisation => ({
  ...row,
  confidentiality: { k_score, k_comment, k_rate },
  language_model: host !== null,
  language_model_host: host,
})

export const getOrganisation = async (tx: Tx, id: string): Promise<Organisation> =>
  organisationOf(await only(tx, sql<Row>`select ${columns} from organisations where id = ${id}`))

export const lockOrganisation = async (tx: Tx, id: string): Promise<Organisation> =>
  organisationOf(await only(tx, sql<Row>`select ${columns} from organisations where id = ${id} for update`))

export const updateOrganisation = async (
  tx: Tx,
  {
    id,
    name,
    time_zone,
    locale,
    confidentiality: { k_score, k_comment, k_rate },
    language_model_host: host,
  }: Organisation,
  now: Date,
): Promise<Organisation> =>
  organisationOf(
    (await one(
      tx,
      sql<Row>`
        update organisations
        set name = ${name},
            time_zone = ${time_zone},
            locale = ${locale},
            k_score = ${k_score},
            k_comment = ${k_comment},
            k_rate = ${k_rate},
            language_model = ${host},
            version = version + 1,
            updated_at = ${now}
        where id = ${id}
        returning ${columns}`,
    ))!,
  )

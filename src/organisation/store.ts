/** SQL of the organisation itself. */
import type { Organisation } from '../../contract/organisation.ts'
import { json, only, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'

const organisationRow = shapeOf(organisations, [
  'id',
  'name',
  'slug',
  'time_zone',
  'locale',
  'k_score',
  'k_comment',
  'k_rate',
  'season_days',
  'quiet_days',
  'members_ask',
  'successor_user_id',
  'contacts',
  'language_model',
  'answers_days',
  'deliveries_days',
  'events_days',
  'audit_days',
  'second_factor',
  'agents',
  'agent_hosts',
  'agent_confirmation',
  'version',
  'created_at',
  'updated_at',
])
const { columns } = organisationRow

const organisationOf = ({
  k_score,
  k_comment,
  k_rate,
  season_days: days,
  quiet_days,
  language_model: host,
  answers_days,
  deliveries_days,
  events_days,
  audit_days,
  ...row
}: RowOf<typeof organisationRow>): Organisation => ({
  ...row,
  confidentiality: { k_score, k_comment, k_rate },
  seasons: { days, quiet_days },
  retention: { answers_days, deliveries_days, events_days, audit_days },
  language_model: host !== null,
  language_model_host: host,
})

const organisationById = (id: string) => sql`select ${columns} from organisations where id = ${id}`

export const getOrganisation = async (tx: Tx, id: string): Promise<Organisation> =>
  organisationOf(await only(tx, organisationRow, organisationById(id)))

export const lockOrganisation = async (tx: Tx, id: string): Promise<Organisation> =>
  organisationOf(await only(tx, organisationRow, sql`${organisationById(id)} for update`))

export const updateOrganisation = async (
  tx: Tx,
  {
    id,
    name,
    time_zone,
    locale,
    confidentiality: { k_score, k_comment, k_rate },
    seasons: { days, quiet_days },
    members_ask,
    successor_user_id,
    contacts,
    retention: { answers_days, deliveries_days, events_days, audit_days },
    language_model_host: host,
    second_factor,
    agents,
    agent_hosts,
    agent_confirmation,
  }: Organisation,
  now: Date,
): Promise<Organisation> =>
  organisationOf(
    await only(
      tx,
      organisationRow,
      sql`
        update organisations
        set name = ${name},
            time_zone = ${time_zone},
            locale = ${locale},
            k_score = ${k_score},
            k_comment = ${k_comment},
            k_rate = ${k_rate},
            season_days = ${days},
            quiet_days = ${quiet_days},
            members_ask = ${members_ask},
            successor_user_id = ${successor_user_id},
            contacts = ${json(contacts)},
            language_model = ${host},
            answers_days = ${answers_days},
            deliveries_days = ${deliveries_days},
            events_days = ${events_days},
            audit_days = ${audit_days},
            second_factor = ${second_factor},
            agents = ${agents},
            agent_hosts = ${textArray(agent_hosts)},
            agent_confirmation = ${agent_confirmation},
            version = version + 1,
            updated_at = ${now}
        where id = ${id}
        returning ${columns}`,
    ),
  )

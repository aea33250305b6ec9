/** SQL of the organisation itself. */
import type { Logo, StoredOrganisation } from '../../contract/organisation.ts'
import { json, jsonOrNull, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { bytea, type RowOf, shape, shapeOf } from '../db/shape.ts'
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
  'colour',
  'logo',
  'language_model',
  'translation_model',
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
  translation_model: translationHost,
  answers_days,
  deliveries_days,
  events_days,
  audit_days,
  ...row
}: RowOf<typeof organisationRow>): StoredOrganisation => ({
  ...row,
  confidentiality: { k_score, k_comment, k_rate },
  seasons: { days, quiet_days },
  retention: { answers_days, deliveries_days, events_days, audit_days },
  language_model: host !== null,
  language_model_host: host,
  translation_model: translationHost !== null,
  translation_model_host: translationHost,
})

const organisationById = (id: string) => sql`select ${columns} from organisations where id = ${id}`

export const getOrganisation = async (tx: Tx, id: string): Promise<StoredOrganisation> =>
  organisationOf(await only(tx, organisationRow, organisationById(id)))

export const lockOrganisation = async (tx: Tx, id: string): Promise<StoredOrganisation> =>
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
    colour,
    retention: { answers_days, deliveries_days, events_days, audit_days },
    language_model_host: host,
    translation_model_host: translationHost,
    second_factor,
    agents,
    agent_hosts,
    agent_confirmation,
  }: StoredOrganisation,
  now: Date,
): Promise<StoredOrganisation> =>
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
            colour = ${colour},
            language_model = ${host},
            translation_model = ${translationHost},
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

/** A logo and its picture, or neither; the version is that of `updateOrganisation`, which follows. */
export const storeLogo = (
  tx: Tx,
  organisationId: string,
  logo: { readonly about: Logo; readonly image: Buffer } | null,
): Promise<number> =>
  run(
    tx,
    sql`
      update organisations
      set logo = ${jsonOrNull(logo?.about ?? null)},
          logo_image = ${logo?.image ?? null}
      where id = ${organisationId}`,
  )

const imageRow = shape({ logo: organisationRow.fields.logo, logo_image: bytea })

/** @param url  where it is shown; null: wherever that is. @returns undefined where the organisation has no logo, or none there */
export const findLogo = (
  tx: Tx,
  organisationId: string,
  url: string | null,
): Promise<RowOf<typeof imageRow> | undefined> =>
  one(
    tx,
    imageRow,
    sql`
      select logo, logo_image
      from organisations
      where id = ${organisationId}
        and logo_image is not null
        and (${url}::text is null or logo ->> 'url' = ${url})`,
  )

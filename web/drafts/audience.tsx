/** Whom a survey asks, what is learnt about who answered, who reads the results; and at once what will be shown of which team. */
import { Button, Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mode, ResultsAudience } from '../../contract/confidentiality.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { QueryState } from '../ui/query-state.tsx'
import { formatNumber } from '../ui/number-format.ts'
import { allTeams, type Kind, peopleInNoTeam, type Team, teamSizes } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import { asksSomebody, type Fields } from './fields.ts'
import classes from './drafts.module.css'
import { loadSeldom, Simulator, useRecipientCount } from './simulator.tsx'

type Props = {
  kind: Kind
  id: string
  fields: Fields
  onChange: (patch: Partial<Fields>, field: string) => void
}

const modes = ['anonymous', 'confidential', 'attributed'] as const satisfies Mode[]
const readers = ['everyone', 'asked', 'managers'] as const satisfies ResultsAudience[]

const isReader = (text: string): text is (typeof readers)[number] => readers.some((one) => one === text)

/** With names everybody who is late can be reminded; without them few reminders go to all. */
const remindersMax = 1

export function Audience({ kind, id, fields, onChange }: Props) {
  const say = useMessages(draftTexts)
  const { confidentiality, recipients } = fields
  const alone = useAlone(recipients)
  // People in no team are chosen beside the teams.
  const others = (recipients.member_ids ?? []).filter((id) => !alone.chosen.includes(id))
  return (
    <section aria-labelledby="audience" className="card">
      <div className={`pad ${classes.parts}`}>
        <h2 id="audience">{say('audience')}</h2>
        <AskedTeams kind={kind} id={id} fields={fields} onChange={onChange} />
        {others.length > 0 && (
          <p className={classes.line}>
            <span>{say('people_by_name', { count: others.length })}</span>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange({ recipients: { ...recipients, member_ids: alone.chosen } }, 'people')}
            >
              {say('remove_people')}
            </Button>
          </p>
        )}
        <Modes name="mode" fields={fields} onChange={onChange} />
        <NativeSelect
          label={say('readers')}
          value={confidentiality.results_audience}
          onChange={({ currentTarget: { value } }) =>
            isReader(value) &&
            onChange({ confidentiality: { ...confidentiality, results_audience: value } }, 'readers')
          }
          data={[
            ...readers.map((value) => ({ value, label: say(`readers_${value}`) })),
            ...(isReader(confidentiality.results_audience)
              ? []
              : [
                  {
                    value: confidentiality.results_audience,
                    label: say(
                      confidentiality.results_audience === 'author' ? 'readers_author' : 'readers_listed',
                    ),
                  },
                ]),
          ]}
        />
      </div>
      <Simulator kind={kind} id={id} fields={fields} />
    </section>
  )
}

type PartProps = Pick<Props, 'fields' | 'onChange'>

export const AskedTeams = ({ kind, id, fields, onChange }: Props) => {
  const { recipients, confidentiality } = fields
  return (
    <Teams
      recipients={recipients}
      people={useRecipientCount({ kind, id, fields })}
      isCounted={asksSomebody(fields) && !fields.lifecycle}
      isNamed={confidentiality.mode === 'attributed'}
      onChange={(chosen) => onChange({ recipients: { ...recipients, ...chosen } }, 'teams')}
    />
  )
}

type Recipients = Fields['recipients']

/** People whom no team's survey reaches, for whoever asks people by name: how many there are, and those of them who are chosen. */
function useAlone({ member_ids: named }: Recipients): { count: number; chosen: string[] } {
  const { data: me } = useMe()
  const mayName = me !== undefined && me.role !== 'member' && named !== null
  const count = useQuery({ ...teamSizes, enabled: mayName }).data?.without_team_count ?? 0
  const isSomebody = mayName && named.length > 0
  const { data = [] } = useQuery({ ...peopleInNoTeam, enabled: isSomebody && count > 0 })
  return {
    count: mayName ? count : 0,
    chosen: isSomebody ? data.flatMap(({ id }) => (named.includes(id) ? [id] : [])) : [],
  }
}

/** @param name  of the radios: one of its own where they stand twice */
export function Modes({ name, fields, onChange }: PartProps & { name: string }) {
  const say = useMessages(draftTexts)
  const { confidentiality, reminders } = fields
  return (
    <fieldset className={classes.modes}>
      <legend>{say('mode')}</legend>
      {modes.map((mode) => (
        <Radio
          key={mode}
          name={name}
          label={say(`mode_${mode}`)}
          description={say(`mode_${mode}_hint`)}
          checked={confidentiality.mode === mode}
          onChange={() =>
            onChange(
              {
                confidentiality: { ...confidentiality, mode, audience: [] },
                ...(mode !== 'attributed' && { reminders: reminders.slice(0, remindersMax) }),
              },
              'mode',
            )
          }
        />
      ))}
    </fieldset>
  )
}

/** How many teams are looked through without a search. */
const fewTeams = 8

type ShownTeam = Pick<Team, 'id' | 'name' | 'parent_team_id'>
type Row = ShownTeam & { depth: number; isIncluded: boolean; hasChosen: boolean }

/** Teams below their parents; `isIncluded`: a team above is chosen, which includes it; `hasChosen`: some team below it is. */
function rowsOf(teams: readonly ShownTeam[], chosen: ReadonlySet<string>): Row[] {
  const ids = new Set(teams.map(({ id }) => id))
  const under = (parent: string | null, depth: number, isIncluded: boolean): Row[] =>
    teams
      .filter(({ parent_team_id: above }) => (above !== null && ids.has(above) ? above : null) === parent)
      .flatMap((team) => {
        const below = under(team.id, depth + 1, isIncluded || chosen.has(team.id))
        return [{ ...team, depth, isIncluded, hasChosen: below.some(({ id }) => chosen.has(id)) }, ...below]
      })
  return under(null, 0, false)
}

const depthPx = 24

type TeamsProps = {
  recipients: Recipients
  /** How many they are; undefined: not known yet. */
  people: number | undefined
  /** Whether there is a number to know. */
  isCounted: boolean
  /** Answers have names, so that no team is too small. */
  isNamed: boolean
  onChange: (chosen: Pick<Partial<Recipients>, 'team_ids' | 'member_ids'>) => void
}

function Teams({ recipients, people, isCounted, isNamed, onChange }: TeamsProps) {
  const say = useMessages(draftTexts)
  const { team_ids: chosen, member_ids: named } = recipients
  const alone = useAlone(recipients)
  const readAlone = () => loadSeldom().then((it) => it.readPeopleInNoTeam())
  const query = useQuery(teamSizes)
  const sizes = query.data
  // A tree has so many at most; beyond, there is a list of all, without sizes.
  const all = useQuery({ ...allTeams, enabled: sizes?.truncated === true }).data
  const sizeOf = new Map(sizes?.teams.map(({ id, people_count: count }) => [id, count]))
  const [q, setQ] = useState('')
  return (
    <fieldset className={classes.teams}>
      <legend>{say('teams')}</legend>
      <QueryState query={query}>
        {({ teams: ofTree }) => {
          const teams: readonly ShownTeam[] = all ?? ofTree
          const rows = rowsOf(teams, new Set(chosen))
          const found = rows.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
          const tops = rows.filter(({ depth }) => depth === 0).map(({ id }) => id)
          const toggle = (id: string, isChosen: boolean): void =>
            onChange({ team_ids: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id) })
          if (teams.length === 0) return <p className="quiet">{say('no_teams')}</p>
          return (
            <>
              <div className={classes.teamHead}>
                {teams.length > fewTeams && (
                  <TextInput
                    type="search"
                    aria-label={say('find_team')}
                    placeholder={say('find_team')}
                    value={q}
                    onChange={({ currentTarget }) => setQ(currentTarget.value)}
                  />
                )}
                <span className="quiet small">
                  {say('teams_chosen', { count: chosen.length })}
                  {isCounted &&
                    ` ·\u00a0${people === undefined ? '…' : say('people_count', { count: people })}`}
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  // Those in no team are all who are asked by name then.
                  onClick={() =>
                    void readAlone().then((ids) => onChange({ team_ids: tops, member_ids: ids ?? named }))
                  }
                >
                  {alone.count > 0 && sizes
                    ? say('choose_everyone', { count: sizes.people_count })
                    : say('choose_all')}
                </Button>
              </div>
              <ul className={classes.teamList}>
                {found.map(({ id, name, depth, isIncluded, hasChosen }) => (
                  <li key={id} style={{ paddingInlineStart: q ? 0 : depth * depthPx }}>
                    <Checkbox
                      label={isIncluded ? say('team_included', { name }) : name}
                      checked={isIncluded || chosen.includes(id)}
                      indeterminate={hasChosen && !isIncluded && !chosen.includes(id)}
                      disabled={isIncluded}
                      onChange={({ currentTarget: { checked } }) => toggle(id, checked)}
                    />
                    <Size people={sizeOf.get(id)} least={isNamed ? 0 : sizes?.k_score} />
                  </li>
                ))}
              </ul>
              {found.length === 0 && <p className="quiet">{say('no_team_found')}</p>}
              {alone.count > 0 && (
                <Checkbox
                  mt={8}
                  label={say('people_in_no_team', { count: alone.count })}
                  checked={alone.chosen.length >= alone.count}
                  indeterminate={alone.chosen.length > 0 && alone.chosen.length < alone.count}
                  onChange={({ currentTarget: { checked } }) => {
                    const others = named?.filter((id) => !alone.chosen.includes(id)) ?? []
                    if (!checked) onChange({ member_ids: others })
                    else void readAlone().then((ids = []) => onChange({ member_ids: [...others, ...ids] }))
                  }}
                />
              )}
            </>
          )
        }}
      </QueryState>
    </fieldset>
  )
}

type SizeProps = {
  /** undefined: not known */
  people: number | undefined
  /** Of fewer no figures are shown. */
  least: number | undefined
}

function Size({ people, least = 0 }: SizeProps) {
  const say = useMessages(draftTexts)
  if (people === undefined) return null
  return (
    <span className={`quiet small ${classes.size}`}>
      {people < least && (
        <span role="img" className={classes.small} title={say('team_small')} aria-label={say('team_small')}>
          ⚠
        </span>
      )}
      {formatNumber(people)}
    </span>
  )
}

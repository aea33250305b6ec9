/** An export: what, in which format, of which team, since when; once, or again every week or month. A schedule is changed here, too. */
import { Button, Checkbox, NativeSelect, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain, SondeError } from '../api.ts'
import { hasFault } from '../faults.ts'
import { allTeams } from '../drafts/draft-queries.ts'
import { type Say, useMessages } from '../messages.ts'
import { isConflict } from '../queries.ts'
import { readersZone } from '../reader.ts'
import { Alert } from '../ui/alert.tsx'
import { Choice } from '../ui/choice.tsx'
import form from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { PlainField } from '../ui/plain-field.tsx'
import { showDone } from '../ui/toast.ts'
import { dayOf, instantOf } from '../ui/wall-clock.ts'
import {
  exportFormats,
  type ExportDraft,
  type Schedule,
  useExportCreation,
  useScheduleChange,
  useScheduleCreation,
} from './export-queries.ts'
import { exportTexts } from './export-texts.ts'
import { nameOf, weekdayName } from './export-words.ts'
import classes from './exports.module.css'
import { hasTeams, type OfferedDataset, offeredDatasets, offeredNames } from './offered-datasets.ts'

const rhythms = ['once', 'week', 'month'] as const
const daysOf = { week: 7, month: 28 } as const

type Rhythm = (typeof rhythms)[number]
type Filter = NonNullable<ExportDraft['filter']>

type Draft = {
  dataset: OfferedDataset
  format: ExportDraft['format']
  gzip: boolean
  filter: Filter
  rhythm: Rhythm
  day: number
  time: string
  onlyNew: boolean
}

const firstDraft: Draft = {
  dataset: 'results',
  format: 'csv',
  gzip: false,
  filter: {},
  rhythm: 'once',
  day: 1,
  time: '06:00',
  onlyNew: false,
}

const draftOf = ({ dataset, every: rhythm, only_new: onlyNew, ...rest }: Schedule): Draft => ({
  ...rest,
  dataset: offeredNames.find((name) => name === dataset) ?? firstDraft.dataset,
  rhythm,
  onlyNew,
})

type Props = {
  /** What is changed; without it, something new. */
  schedule?: Schedule
  /** Once, unless whoever opens it comes from the schedules. */
  rhythm?: Rhythm
  onClose: () => void
  onDone: (made: 'files' | 'schedules') => void
}

export function ExportForm({ schedule: present, rhythm: first = 'once', onClose, onDone }: Props) {
  const say = useMessages(exportTexts)
  const [draft, setDraft] = useState(present ? draftOf(present) : { ...firstDraft, rhythm: first })
  const create = useExportCreation(() => onDone('files'))
  const done = (text: 'schedule_created' | 'schedule_changed') => () => {
    showDone(say(text))
    onDone('schedules')
  }
  const schedule = useScheduleCreation(done('schedule_created'))
  const save = useScheduleChange(done('schedule_changed'))
  const { dataset, format, gzip, filter, rhythm, day, time, onlyNew } = draft
  const teams = useQuery(allTeams).data ?? []
  const timeZone = present?.time_zone ?? readersZone
  const isOnce = rhythm === 'once'
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const narrow = ({ released_since, team_id, ...others }: Filter): void =>
    change({ filter: { ...others, ...(released_since && { released_since }), ...(team_id && { team_id }) } })
  const { error, isPending } = present ? save : isOnce ? create : schedule
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const { team_id: _team, ...ofAll } = filter
    const file = { format, gzip, filter: hasTeams(dataset) ? filter : ofAll }
    if (rhythm === 'once') return create.mutate({ dataset, ...file })
    const body = { ...file, only_new: onlyNew, every: rhythm, day, time, time_zone: timeZone }
    if (present) save.mutate({ schedule: present, body })
    else schedule.mutate({ dataset, ...body })
  }
  const title = present ? `${say('edit_schedule')}: ${nameOf(say, present.dataset)}` : say('new')
  return (
    <Modal onClose={onClose} size="lg" title={<strong>{title}</strong>}>
      <form onSubmit={submit} className="stack">
        {!present && (
          <Radio.Group
            label={say('dataset')}
            value={dataset}
            onChange={(value) =>
              change({ dataset: offeredNames.find((name) => name === value) ?? firstDraft.dataset })
            }
          >
            <div className={classes.datasets}>
              {offeredNames.map((name) => (
                <Radio
                  key={name}
                  value={name}
                  label={say(`dataset_${name}`)}
                  description={say(`contains_${name}`)}
                />
              ))}
            </div>
          </Radio.Group>
        )}
        {!present && <ForPrograms dataset={dataset} />}
        <NativeSelect
          label={say('format')}
          data={exportFormats.map((value) => ({ value, label: say(`format_${value}_hint`) }))}
          value={format}
          onChange={({ currentTarget: { value } }) =>
            change({ format: exportFormats.find((one) => one === value) ?? firstDraft.format })
          }
        />
        <Checkbox
          label={say('gzip')}
          checked={gzip}
          onChange={({ currentTarget }) => change({ gzip: currentTarget.checked })}
        />
        <Choice
          label={say('how_often')}
          value={rhythm}
          options={rhythms
            .filter((one) => !present || one !== 'once')
            .map((value) => ({ value, label: say(`rhythm_${value}`) }))}
          onChange={(chosen) => change({ rhythm: chosen, day: 1 })}
        />
        <PlainField label={say('since')}>
          {(field) => (
            <input
              type="date"
              {...field}
              value={filter.released_since === undefined ? '' : dayOf(filter.released_since)}
              onChange={({ currentTarget: { value } }) =>
                narrow({
                  ...filter,
                  released_since: value === '' ? undefined : instantOf(`${value}T00:00`),
                })
              }
            />
          )}
        </PlainField>
        {hasTeams(dataset) && (
          <NativeSelect
            label={say('team')}
            data={[{ value: '', label: say('every_team') }, ...teamsWith(teams, filter.team_id)]}
            value={filter.team_id ?? ''}
            onChange={({ currentTarget: { value } }) => narrow({ ...filter, team_id: value })}
          />
        )}
        {rhythm !== 'once' && (
          <>
            <div className={form.pair}>
              <NativeSelect
                label={say('day')}
                data={Array.from({ length: daysOf[rhythm] }, (_none, at) => ({
                  value: String(at + 1),
                  label:
                    rhythm === 'week' ? weekdayName(at + 1) : say('day_of_month', { day: String(at + 1) }),
                }))}
                value={String(day)}
                onChange={({ currentTarget }) => change({ day: Number(currentTarget.value) })}
              />
              <PlainField label={say('time_in', { zone: timeZone })}>
                {(field) => (
                  <input
                    type="time"
                    required
                    {...field}
                    value={time}
                    onChange={({ currentTarget }) => change({ time: currentTarget.value })}
                  />
                )}
              </PlainField>
            </div>
            <Checkbox
              label={say('only_new')}
              description={say('only_new_hint')}
              checked={onlyNew}
              onChange={({ currentTarget }) => change({ onlyNew: currentTarget.checked })}
            />
          </>
        )}
        {error && <Alert tone="bad">{refusalOf(say, error)}</Alert>}
        <div className={form.ends}>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {say(
              present
                ? present.state === 'stopped'
                  ? 'save_and_go_on'
                  : 'save'
                : isOnce
                  ? 'start'
                  : 'schedule',
            )}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** What people who click need not know. */
function ForPrograms({ dataset }: { dataset: OfferedDataset }) {
  const say = useMessages(exportTexts)
  return (
    <details className="small">
      <summary>{say('for_programs')}</summary>
      <p className="quiet">
        {say('scopes_needed')}{' '}
        <code>
          {dataset === 'comments' && 'pulses:read + '}
          {offeredDatasets[dataset].join(' / ')}
        </code>
      </p>
    </details>
  )
}

/** Also a team that is archived by now. */
const teamsWith = (teams: readonly { id: string; name: string }[], chosen: string | undefined) => [
  ...teams.map(({ id, name }) => ({ value: id, label: name })),
  ...(chosen === undefined || teams.some(({ id }) => id === chosen)
    ? []
    : [{ value: chosen, label: chosen }]),
]

function refusalOf(say: Say<typeof exportTexts>, error: Error): string {
  if (isConflict(error)) return say('conflict')
  const code = error instanceof SondeError ? error.code : null
  if (code === 'too_many_exports') return say('too_many_exports')
  if (code === 'role_required' || code === 'insufficient_scope') return say('not_allowed')
  return hasFault(error, 'too_many') ? say('too_many_schedules') : explain(error)
}

/** A new export: what, in which format, since when; once, or again every week or month. */
import { Button, Checkbox, Modal, NativeSelect, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { explain, SondeError } from '../api.ts'
import { hasFault } from '../faults.ts'
import { type Say, useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Choice } from '../ui/choice.tsx'
import form from '../ui/form.module.css'
import { PlainField } from '../ui/plain-field.tsx'
import { showDone } from '../ui/toast.ts'
import { exportFormats, type ExportDraft, useExportCreation, useScheduleCreation } from './export-queries.ts'
import { exportTexts } from './export-texts.ts'
import { weekdayName } from './export-words.ts'
import classes from './exports.module.css'
import { type OfferedDataset, offeredDatasets, offeredNames } from './offered-datasets.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const rhythms = ['once', 'week', 'month'] as const
const daysOf = { week: 7, month: 28 } as const

type Rhythm = (typeof rhythms)[number]

type Draft = {
  dataset: OfferedDataset
  format: ExportDraft['format']
  gzip: boolean
  /** yyyy-mm-dd, or nothing. */
  since: string
  rhythm: Rhythm
  day: number
  time: string
  onlyNew: boolean
}

const firstDraft: Draft = {
  dataset: 'results',
  format: 'csv',
  gzip: false,
  since: '',
  rhythm: 'once',
  day: 1,
  time: '06:00',
  onlyNew: false,
}

type Props = { onClose: () => void; onDone: (made: 'files' | 'schedules') => void }

export function NewExport({ onClose, onDone }: Props) {
  const say = useMessages(exportTexts)
  const [draft, setDraft] = useState(firstDraft)
  const create = useExportCreation(() => onDone('files'))
  const schedule = useScheduleCreation(() => {
    showDone(say('schedule_created'))
    onDone('schedules')
  })
  const { dataset, format, gzip, since, rhythm, day, time, onlyNew } = draft
  const isOnce = rhythm === 'once'
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const error = isOnce ? create.error : schedule.error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const file = { dataset, format, gzip }
    if (rhythm === 'once')
      create.mutate({
        ...file,
        ...(since !== '' && { released_since: new Date(`${since}T00:00:00`).toISOString() }),
      })
    else schedule.mutate({ ...file, only_new: onlyNew, every: rhythm, day, time, time_zone: zone })
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={<strong>{say('new')}</strong>}>
      <form onSubmit={submit} className="stack">
        <Radio.Group
          label={say('dataset')}
          description={say('dataset_hint')}
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
                description={
                  <>
                    {say(`contains_${name}`)} <code>{offeredDatasets[name].join(' / ')}</code>
                  </>
                }
              />
            ))}
          </div>
        </Radio.Group>
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
          options={rhythms.map((value) => ({ value, label: say(`rhythm_${value}`) }))}
          onChange={(chosen) => change({ rhythm: chosen, day: 1 })}
        />
        {rhythm === 'once' ? (
          <PlainField label={say('since')}>
            {(field) => (
              <input
                type="date"
                {...field}
                value={since}
                onChange={({ currentTarget }) => change({ since: currentTarget.value })}
              />
            )}
          </PlainField>
        ) : (
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
              <PlainField label={say('time_in', { zone })}>
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
          <Button type="submit" loading={create.isPending || schedule.isPending}>
            {say(isOnce ? 'start' : 'schedule')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function refusalOf(say: Say<typeof exportTexts>, error: Error): string {
  const code = error instanceof SondeError ? error.code : null
  if (code === 'too_many_exports') return say('too_many_exports')
  if (code === 'role_required' || code === 'insufficient_scope') return say('not_allowed')
  return hasFault(error, 'too_many') ? say('too_many_schedules') : explain(error)
}

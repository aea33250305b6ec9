/** What each column of the file says of a person, with its first values; and what empty cells and people who are not in the file mean. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Choice } from '../ui/choice.tsx'
import { DataTable } from '../ui/data-table.tsx'
import formClasses from '../ui/form.module.css'
import { wholeList } from '../ui/list.ts'
import classes from './import.module.css'
import { importTexts } from './import-texts.ts'
import type { Options } from './import-queries.ts'
import { attributeOf, faultOf, type Mapping, type Place } from './mapping.ts'
import type { Table } from './read-file.ts'
import { targets } from './targets.ts'

type Props = {
  table: Table
  mapping: Mapping
  options: Options
  onMap: (mapping: Mapping) => void
  onOptions: (options: Options) => void
  onNext: () => void
}

type FileColumn = { at: number; header: string; samples: string; place: Place }

const samplesMax = 3

export function ColumnStep({ table, mapping, options, onMap, onOptions, onNext }: Props) {
  const say = useMessages(importTexts)
  const fault = faultOf(mapping, options)
  const place = (at: number, to: Place): void => onMap(mapping.map((old, other) => (other === at ? to : old)))
  const columns: FileColumn[] = table.columns.map((header, at) => ({
    at,
    header,
    samples: samplesOf(table, at),
    place: mapping[at],
  }))
  const left = mapping.filter((one) => one === null).length
  return (
    <section className="stack" aria-label={say('step_columns')}>
      <p className="quiet">
        {say('file_read', { name: table.name, rows: table.rows.length })}{' '}
        {say(separatorTexts[table.separator])}
      </p>
      {table.isGuessed && <Alert tone="warn">{say('encoding_guessed')}</Alert>}
      <DataTable
        label={say('columns')}
        list={wholeList(columns)}
        keyOf={({ at }) => String(at)}
        countText={(count) => say('column_count', { count, left })}
        empty={null}
        columns={[
          {
            header: say('column_of_file'),
            cell: ({ header, samples }) => (
              <span className="stack-tight">
                <strong>{header || say('unnamed')}</strong>
                <span className={`quiet small ${classes.samples}`}>{samples || say('no_values')}</span>
              </span>
            ),
          },
          {
            header: say('becomes'),
            cell: ({ at, header, place: chosen }) => (
              <NativeSelect
                aria-label={say('becomes_of', { column: header || say('unnamed') })}
                value={chosen ?? ''}
                onChange={({ currentTarget: { value } }) => place(at, (value || null) as Place)}
                data={[
                  { value: '', label: say('leave_out') },
                  ...targets.map((target) => ({ value: target, label: say(`field_${target}`) })),
                  ...attributeChoices(chosen, attributeOf(header, at)).map((attribute) => ({
                    value: attribute,
                    label: say('attribute', { name: attribute.slice(attribute.indexOf('.') + 1) }),
                  })),
                ]}
              />
            ),
          },
        ]}
      />
      <div className="card pad stack">
        <div className="stack-tight">
          <h2>{say('empty_cells')}</h2>
          <div className={classes.choice}>
            <Choice
              label={say('empty_cells')}
              value={options.empty}
              options={[
                { value: 'keep', label: say('empty_keep') },
                { value: 'remove', label: say('empty_remove') },
              ]}
              onChange={(empty) => onOptions({ ...options, empty })}
            />
          </div>
          <p className="quiet small">{say('empty_hint')}</p>
        </div>
        <Checkbox
          label={say('whole')}
          description={say('whole_hint')}
          checked={options.isWhole}
          onChange={({ currentTarget }) =>
            onOptions({ ...options, isWhole: currentTarget.checked, isSure: false })
          }
        />
      </div>
      {fault && <Alert tone="warn">{say(`mapping_${fault}`)}</Alert>}
      <div className={formClasses.ends}>
        <Button disabled={fault !== null} onClick={onNext}>
          {say('check')}
        </Button>
      </div>
    </section>
  )
}

const separatorTexts = { ',': 'by_comma', ';': 'by_semicolon', '\t': 'by_tab' } as const

/** The first different values. */
function samplesOf({ rows }: Table, at: number): string {
  const found = new Set<string>()
  for (const { cells } of rows) {
    if (cells[at] !== '') found.add(cells[at])
    if (found.size === samplesMax) break
  }
  return [...found].join(' ·\u00a0')
}

const attributeChoices = (chosen: Place, own: `attributes.${string}`): readonly string[] =>
  chosen?.startsWith('attributes.') && chosen !== own ? [chosen, own] : [own]

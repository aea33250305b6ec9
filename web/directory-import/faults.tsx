/** What is wrong with a file, row by row: each cell is corrected in its place, or the other rows go on without it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { DataTable } from '../ui/data-table.tsx'
import formClasses from '../ui/form.module.css'
import { wholeList } from '../ui/list.ts'
import filterClasses from '../ui/url-filters.module.css'
import { fieldName } from './changes.tsx'
import { cellKey, corrected, type Corrections, nameOfRow, without } from './corrections.ts'
import type { RowFault, Upload } from './import-queries.ts'
import { importTexts } from './import-texts.ts'
import classes from './import.module.css'
import type { FileRow, Table } from './read-file.ts'

type Props = {
  upload: Upload
  faults: readonly RowFault[]
  onTable: (table: Table, left: readonly FileRow[]) => void
  onBack: (step: 0 | 1) => void
}

export function Faults({ upload: { table, mapping, options }, faults, onTable, onBack }: Props) {
  const say = useMessages(importTexts)
  const [typed, setTyped] = useState<Corrections>(new Map())
  const isCut = faults.length >= limits.importErrorsShownMax
  const rows = new Map(table.rows.map((row) => [row.line, row]))
  const lines = new Set(faults.flatMap(({ line }) => (line !== null && rows.has(line) ? [line] : [])))
  const others = table.rows.length - lines.size
  // Of a file that lists everybody, whoever is left out would be deactivated.
  const mayLeaveOut =
    !isCut && !options.isWhole && others > 0 && faults.every(({ line }) => line !== null && lines.has(line))
  const placeOf = (column: string | null): number => mapping.findIndex((place) => place === column)
  const leaveOut = (): void => {
    const { table: rest, left } = without(corrected(table, typed), lines)
    onTable(rest, left)
  }
  return (
    <>
      <Alert tone="bad">{say(isCut ? 'refused_many' : 'refused', { count: faults.length })}</Alert>
      <DataTable
        label={say('faults')}
        list={wholeList(faults.map((fault, at) => ({ ...fault, at })))}
        keyOf={({ at }) => String(at)}
        countText={(count) => say('fault_count', { count })}
        empty={null}
        columns={[
          {
            header: say('line'),
            cell: ({ line }) => {
              const row = line === null ? undefined : rows.get(line)
              const name = row && nameOfRow(row, mapping)
              return (
                <span className={classes.who}>
                  {name && <strong>{name}</strong>}
                  <span className={name ? 'quiet small' : ''}>
                    {line === null ? '–' : say('line_number', { line })}
                  </span>
                </span>
              )
            },
          },
          { header: say('field'), cell: ({ column }) => (column === null ? '–' : fieldName(column, say)) },
          { header: say('what_is_wrong'), cell: ({ detail }) => <span lang="en">{detail}</span> },
          {
            header: say('in_file'),
            cell: ({ line, column }) => {
              const at = placeOf(column)
              const row = line === null ? undefined : rows.get(line)
              if (!row || column === null || at < 0) return <span className="quiet">–</span>
              const key = cellKey(row.line, at)
              return (
                <input
                  className={filterClasses.field}
                  aria-label={say('correct_cell', { column: fieldName(column, say), line: row.line })}
                  value={typed.get(key) ?? row.cells[at]}
                  spellCheck={false}
                  onChange={({ currentTarget }) => setTyped(new Map(typed).set(key, currentTarget.value))}
                />
              )
            },
          },
        ]}
      />
      <div className={formClasses.ends}>
        <span className="row">
          <Button variant="default" onClick={() => onBack(1)}>
            {say('back_to_columns')}
          </Button>
          <Button variant="default" onClick={() => onBack(0)}>
            {say('choose_other')}
          </Button>
        </span>
        <span className="row">
          {mayLeaveOut && (
            <Button variant="default" onClick={leaveOut}>
              {say('go_on_without', { count: others })}
            </Button>
          )}
          <Button disabled={typed.size === 0} onClick={() => onTable(corrected(table, typed), [])}>
            {say('check_corrected')}
          </Button>
        </span>
      </div>
    </>
  )
}

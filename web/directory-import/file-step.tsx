/** Chooses a file, by the button or by dropping it, and says what is wrong with one that is not a table. */
import { Button } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { type Say, useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { csvOf } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import { example } from './example-file.ts'
import classes from './import.module.css'
import { importTexts } from './import-texts.ts'
import type { Progress, Table, Unreadable } from './read-file.ts'
import { type Reading, startReading } from './reading.ts'

const megabyte = 1_048_576

export function FileStep({ onRead }: { onRead: (table: Table) => void }) {
  const say = useMessages(importTexts)
  const input = useRef<HTMLInputElement>(null)
  const reading = useRef<Reading>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState<Unreadable | 'not_loaded' | null>(null)
  const take = async (file: File): Promise<void> => {
    reading.current?.cancel()
    setFault(null)
    setProgress({ read: 0, lines: 0 })
    const mine = startReading(file, setProgress)
    reading.current = mine
    try {
      const read = await mine.result
      // Cancelled, or another file was dropped meanwhile.
      if (read === null) return
      if ('fault' in read) setFault(read)
      else onRead(read)
    } catch {
      setFault('not_loaded')
    }
    setProgress(null)
  }
  const cancel = (): void => {
    reading.current?.cancel()
    setProgress(null)
  }
  useEffect(() => () => reading.current?.cancel(), [])
  return (
    <section className="card pad stack" aria-label={say('step_file')}>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) void take(file)
        }}
      >
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
        <p>{say('drop')}</p>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          hidden
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) void take(file)
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        {progress ? (
          <>
            <div className={classes.progress}>
              <progress
                aria-label={say('reading')}
                max={progress.lines || undefined}
                value={progress.lines > 0 ? progress.read : undefined}
              />
              <p className="figures">{progress.lines > 0 ? say('lines_read', progress) : say('reading')}</p>
            </div>
            <Button variant="default" onClick={cancel}>
              {say('cancel_reading')}
            </Button>
          </>
        ) : (
          <Button onClick={() => input.current?.click()}>{say('choose')}</Button>
        )}
        <p className="quiet small">
          {say('file_limits', { rows: limits.importRowsMax, megabytes: limits.importBytesMax / megabyte })}
        </p>
      </div>
      {fault !== null && <Alert tone="bad">{faultText(fault, say)}</Alert>}
      <div className="stack-tight">
        <h2>{say('what_a_file_has')}</h2>
        <p className="quiet">{say('what_a_file_has_hint')}</p>
        <div className="row">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              download(`${say('example_name')}.csv`, new Blob([csvOf(example)], { type: 'text/csv' }))
            }
          >
            {say('save_example')}
          </Button>
          <a href="/docs/directory#imports">{say('guide')}</a>
        </div>
      </div>
    </section>
  )
}

function faultText(fault: Unreadable | 'not_loaded', say: Say<typeof importTexts>): string {
  if (fault === 'not_loaded') return say('fault_not_loaded')
  const { fault: kind, line = 0, cells = 0, columns = 0 } = fault
  if (kind === 'cells') return say('fault_cells', { line, cells, columns })
  if (kind === 'quotes') return say('fault_quotes', { line })
  if (kind === 'too_many_rows') return say('fault_too_many_rows', { rows: limits.importRowsMax })
  return say(`fault_${kind}`)
}

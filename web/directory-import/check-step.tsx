/** The service tries the file: what would change, or what is wrong with which line. Then it is imported. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { hasFault } from '../faults.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import formClasses from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { Changes } from './changes.tsx'
import { nameOfRow } from './corrections.ts'
import { Counts } from './counts.tsx'
import { Faults } from './faults.tsx'
import { importTexts } from './import-texts.ts'
import {
  type Options,
  type Outcome,
  rowFaultsOf,
  type Upload,
  useImport,
  useTrial,
} from './import-queries.ts'
import type { FileRow, Table } from './read-file.ts'

type Props = {
  upload: Upload
  /** Rows that were left out of the file, because of what is wrong with them. */
  left: readonly FileRow[]
  onTable: (table: Table, left: readonly FileRow[]) => void
  onOptions: (options: Options) => void
  onBack: (step: 0 | 1) => void
  onDone: (outcome: Outcome) => void
}

export function CheckStep({ upload, left, onTable, onOptions, onBack, onDone }: Props) {
  const say = useMessages(importTexts)
  const trial = useTrial(() => {})
  const work = useImport(onDone)
  const { mutate: tryIt } = trial
  const { options, table } = upload
  // Tried once when the step is reached, and again where somebody has agreed to more, or corrected the file.
  useEffect(() => {
    tryIt(upload)
  }, [tryIt, options, table])
  const outcome = trial.data
  const error = work.error ?? trial.error
  const faults = rowFaultsOf(error)
  const isMany = hasFault(error, 'too_many')
  if (trial.isPending || trial.isIdle)
    return (
      <section className="card pad stack" aria-label={say('step_check')}>
        <p role="status">{say('checking', { rows: upload.table.rows.length })}</p>
        <SkeletonLines lines={5} />
      </section>
    )
  return (
    <section className="stack" aria-label={say('step_check')}>
      {faults ? (
        <Faults upload={upload} faults={faults} onTable={onTable} onBack={onBack} />
      ) : isMany ? (
        <Alert tone="warn">
          <div className="stack-tight">
            <span>{say('many_deactivated')}</span>
            <span>
              <Button size="xs" onClick={() => onOptions({ ...options, isSure: true })}>
                {say('many_sure')}
              </Button>
            </span>
          </div>
        </Alert>
      ) : needsSignIn(error) ? (
        <>
          <SignInAgain action={say('import')} />
          <p className="quiet">{say('sign_in_hint')}</p>
        </>
      ) : (
        <Refusal error={error} />
      )}
      {outcome && !faults && (
        <>
          {left.length > 0 && (
            <Alert tone="warn">
              {say('left_out', {
                count: left.length,
                rows: listed(left.map((row) => nameOfRow(row, upload.mapping) ?? say('line_number', row))),
              })}
            </Alert>
          )}
          <Counts outcome={outcome} />
          <Changes outcome={outcome} />
        </>
      )}
      {!faults && (
        <div className={formClasses.ends}>
          <Button variant="default" onClick={() => onBack(1)}>
            {say('back_to_columns')}
          </Button>
          {outcome ? (
            <Button
              loading={work.isPending}
              disabled={changesNothing(outcome)}
              onClick={() => work.mutate(upload)}
            >
              {say('import_count', { count: outcome.created + outcome.updated + outcome.deactivated })}
            </Button>
          ) : (
            <>
              {!isMany && (
                <Button variant="default" onClick={() => tryIt(upload)}>
                  {say('check_again')}
                </Button>
              )}
              <Button onClick={() => onBack(0)}>{say('choose_other')}</Button>
            </>
          )}
        </div>
      )}
    </section>
  )
}

/** By name, a few of them. */
const leftNamedMax = 5

const listed = (names: readonly string[]): string =>
  `${names.slice(0, leftNamedMax).join(', ')}${names.length > leftNamedMax ? ' …' : ''}`

const changesNothing = ({ created, updated, deactivated, teams_created }: Outcome): boolean =>
  created + updated + deactivated + teams_created === 0

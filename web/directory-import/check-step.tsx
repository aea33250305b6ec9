/** The service tries the file: what would change, or what is wrong with which line. Then it is imported. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { limits } from '../../contract/limits.ts'
import { hasFault } from '../faults.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { DataTable } from '../ui/data-table.tsx'
import formClasses from '../ui/form.module.css'
import { wholeList } from '../ui/list.ts'
import { Refusal } from '../ui/refusal.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { Changes, fieldName } from './changes.tsx'
import { Counts } from './counts.tsx'
import { importTexts } from './import-texts.ts'
import {
  type Options,
  type Outcome,
  type RowFault,
  rowFaultsOf,
  type Upload,
  useImport,
  useTrial,
} from './import-queries.ts'

type Props = {
  upload: Upload
  onOptions: (options: Options) => void
  onBack: (step: 0 | 1) => void
  onDone: (outcome: Outcome) => void
}

export function CheckStep({ upload, onOptions, onBack, onDone }: Props) {
  const say = useMessages(importTexts)
  const trial = useTrial(() => {})
  const work = useImport(onDone)
  const { mutate: tryIt } = trial
  const { options } = upload
  // Tried once when the step is reached, and again where somebody has agreed to more.
  useEffect(() => {
    tryIt(upload)
  }, [tryIt, options])
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
        <Faults faults={faults} />
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
          <Counts outcome={outcome} />
          <Changes outcome={outcome} />
        </>
      )}
      <div className={formClasses.ends}>
        <Button variant="default" onClick={() => onBack(1)}>
          {say('back_to_columns')}
        </Button>
        {!outcome || faults ? (
          <>
            {!faults && !isMany && (
              <Button variant="default" onClick={() => tryIt(upload)}>
                {say('check_again')}
              </Button>
            )}
            <Button onClick={() => onBack(0)}>{say('choose_other')}</Button>
          </>
        ) : (
          <Button
            loading={work.isPending}
            disabled={changesNothing(outcome)}
            onClick={() => work.mutate(upload)}
          >
            {say('import_count', { count: outcome.created + outcome.updated + outcome.deactivated })}
          </Button>
        )}
      </div>
    </section>
  )
}

const changesNothing = ({ created, updated, deactivated, teams_created }: Outcome): boolean =>
  created + updated + deactivated + teams_created === 0

function Faults({ faults }: { faults: readonly RowFault[] }) {
  const say = useMessages(importTexts)
  const isCut = faults.length >= limits.importErrorsShownMax
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
            cell: ({ line }) => <strong>{line === null ? '–' : say('line_number', { line })}</strong>,
          },
          { header: say('field'), cell: ({ column }) => (column === null ? '–' : fieldName(column, say)) },
          { header: say('what_is_wrong'), cell: ({ detail }) => <span lang="en">{detail}</span> },
        ]}
      />
    </>
  )
}

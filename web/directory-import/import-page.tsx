/**
 * Imports the directory from a file, in four steps: a file is chosen, its columns are named, the service tries it and says what would change,
 * and it is imported, all of it or nothing; what is wrong is corrected in its place, or its rows are left out. Until the last step nothing is written, and each step can be gone back to.
 */
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { Steps } from '../ui/steps.tsx'
import { DoneStep } from './done-step.tsx'
import { FileStep } from './file-step.tsx'
import type { Options, Outcome } from './import-queries.ts'
import { importTexts } from './import-texts.ts'
import { guessed, type Mapping } from './mapping.ts'
import type { FileRow, Table } from './read-file.ts'

/** The second step, and the third, which is most of the code of the page. */
const ColumnStep = lazy(() => import('./column-step.tsx').then(({ ColumnStep }) => ({ default: ColumnStep })))
const CheckStep = lazy(() => import('./check-step.tsx').then(({ CheckStep }) => ({ default: CheckStep })))

const stepNames = ['step_file', 'step_columns', 'step_check', 'step_done'] as const

export function DirectoryImportPage() {
  const say = useMessages(importTexts)
  return (
    <Page
      title={say('title')}
      description={say('description')}
      crumbs={[{ label: say('directory'), to: '/app/directory' }]}
    >
      <AdminsOnly>
        <DirectoryImport />
      </AdminsOnly>
    </Page>
  )
}

const usualOptions: Options = { empty: 'keep', isWhole: false, isSure: false }

function DirectoryImport() {
  const say = useMessages(importTexts)
  const [step, setStep] = useState(0)
  const [table, setTable] = useState<Table | null>(null)
  const [left, setLeft] = useState<readonly FileRow[]>([])
  const [mapping, setMapping] = useState<Mapping>([])
  const [options, setOptions] = useState(usualOptions)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const take = (chosen: Table): void => {
    setTable(chosen)
    setLeft([])
    // The same file again, corrected, keeps what its columns were said to be.
    const isLike = table?.columns.join('\n') === chosen.columns.join('\n')
    if (!isLike) setMapping(guessed(chosen.columns))
    setStep(1)
  }
  const upload = table && { table, mapping, options }
  return (
    <div className="stack">
      <Steps
        label={say('steps')}
        names={stepNames.map((name) => say(name))}
        current={step}
        onBack={(to) => {
          // What has been imported is not imported again by going back.
          if (!outcome) setStep(to)
        }}
      />
      {step === 0 && <FileStep onRead={take} />}
      {step === 1 && table && (
        <Suspense fallback={<SkeletonLines />}>
          <ColumnStep
            table={table}
            mapping={mapping}
            options={options}
            onMap={setMapping}
            onOptions={setOptions}
            onNext={() => setStep(2)}
          />
        </Suspense>
      )}
      {step === 2 && upload && (
        <Suspense fallback={<SkeletonLines />}>
          <CheckStep
            upload={upload}
            left={left}
            onTable={(next, more) => {
              setTable(next)
              setLeft((before) => [...before, ...more])
            }}
            onOptions={setOptions}
            onBack={(to) => setStep(to)}
            onDone={(done) => {
              setOutcome(done)
              setStep(stepNames.length - 1)
            }}
          />
        </Suspense>
      )}
      {outcome && (
        <DoneStep
          outcome={outcome}
          onAgain={() => {
            setOutcome(null)
            setStep(0)
          }}
        />
      )}
    </div>
  )
}

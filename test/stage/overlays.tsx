/** What opens over a page: a drawer and slides by address, and two versions of the same. */
import { Link } from '@tanstack/react-router'
import { lazy, startTransition, Suspense, useState } from 'react'
import { actionTexts } from '../../web/actions/action-texts.ts'
import { language, useMessages } from '../../web/messages.ts'
import { searchWith } from '../../web/ui/address.ts'
import { DataTable } from '../../web/ui/data-table.tsx'
import { DivergingBar } from '../../web/ui/diverging-bar.tsx'
import { wholeList } from '../../web/ui/list.ts'
import { Page } from '../../web/ui/page.tsx'
import { Present } from '../../web/ui/present.tsx'
import { UrlDrawer } from '../../web/ui/url-drawer.tsx'

const ConflictDialog = lazy(() =>
  import('../../web/ui/conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)

const people = ['Ada', 'Grace', 'Edsger']

const spread = {
  counts: [7, 6, 23, 18, 3].map((count, i) => ({ label: String(i + 1), count })),
  neutral: 2,
}

/** Its texts are not ready before it is drawn, and a hook is behind them. */
function LateTexts() {
  const say = useMessages(actionTexts)
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${say('dismiss')} (${count})`}
    </button>
  )
}

export function Overlays() {
  const [isLate, setLate] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const [outcome, setOutcome] = useState('')
  const decide = (said: string) => () => {
    setConflict(false)
    setOutcome(said)
  }
  return (
    <Page
      title="Overlays"
      actions={
        <>
          <button type="button" onClick={() => setConflict(true)}>
            Save title
          </button>
          <button
            type="button"
            onClick={() => {
              // Their chunk is there, so they are ready before React gives up on this attempt, and it goes on with it.
              void actionTexts[language]().then(() => startTransition(() => setLate(true)))
            }}
          >
            Show late texts
          </button>
          {isLate && <LateTexts />}
          <Link to="." search={searchWith({ slide: '1' })}>
            Present
          </Link>
        </>
      }
    >
      <DataTable
        label="People"
        list={wholeList(people)}
        keyOf={(name) => name}
        columns={[
          {
            header: 'Name',
            cell: (name) => (
              <Link to="." search={searchWith({ person: name })}>
                {name}
              </Link>
            ),
          },
        ]}
        empty={null}
      />
      <p role="status">{outcome}</p>
      <UrlDrawer param="person" title="Person">
        {(name) => <p>{`All about ${name}`}</p>}
      </UrlDrawer>
      <Present
        title="How was your week? · Everyone"
        slides={[
          {
            eyebrow: 'Workload',
            title: 'My workload was manageable',
            content: <DivergingBar label="My workload was manageable" {...spread} size="slide" />,
          },
          { title: 'My tools let me do good work', content: <p>Second</p> },
          { title: 'Good work was noticed', content: <p>Third</p> },
        ]}
      />
      <Suspense>
        {isConflict && (
          <ConflictDialog
            differences={[{ field: 'Title', mine: 'First month', theirs: 'Welcome' }]}
            onKeepMine={decide('kept mine')}
            onTakeTheirs={decide('took theirs')}
            onClose={decide('nothing')}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** A board of three states, of which the last leads nowhere. */
import { useState } from 'react'
import { Board } from '../../web/ui/board.tsx'
import { Page } from '../../web/ui/page.tsx'

const columns = [
  { id: 'proposed', label: 'Proposed' },
  { id: 'started', label: 'Started' },
  { id: 'done', label: 'Done' },
]

const titles = ['Limit work in progress', 'Share on-call nights', 'Shorter stand-ups']

export function Boards() {
  const [states, setStates] = useState<Record<string, string>>({ 'Shorter stand-ups': 'done' })
  return (
    <Page title="Board">
      <Board
        label="Actions"
        columns={columns}
        cards={titles.map((name) => ({
          id: name,
          name,
          column: states[name] ?? 'proposed',
          content: <h3>{name}</h3>,
        }))}
        canMove={({ column }) => column !== 'done'}
        onMove={({ id }, to) => setStates({ ...states, [id]: to })}
      />
    </Page>
  )
}

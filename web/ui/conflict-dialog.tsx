/**
 * Somebody else saved first (412): both versions side by side, and a choice. What was typed stays until it is made. Fetched with the first
 * conflict, by `lazy`.
 *
 *   <ConflictDialog differences={[{ field: say('title'), mine: draft.title, theirs: now.title }]}
 *     onKeepMine={() => save.mutate({ ...draft, version: now.version })} onTakeTheirs={() => setDraft(now)} onClose={close} />
 */
import { Button } from '@mantine/core'
import { useMessages } from '../messages.ts'
import classes from './conflict-dialog.module.css'
import form from './form.module.css'
import { Modal } from './modal.tsx'
import { uiTexts } from './ui-texts.ts'

export type Difference = { field: string; mine: string; theirs: string }

type Props = {
  differences: readonly Difference[]
  /** Saves again, on the version that is there now. */
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** Back to what was typed, with nothing decided. */
  onClose: () => void
  isBusy?: boolean
}

export function ConflictDialog({ differences, onKeepMine, onTakeTheirs, onClose, isBusy }: Props) {
  const say = useMessages(uiTexts)
  return (
    <Modal onClose={onClose} size="lg" title={<strong>{say('changed_by_other')}</strong>}>
      <div className="stack">
        <p>{say('changed_by_other_hint')}</p>
        <table className={classes.versions}>
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              <th scope="col">{say('mine')}</th>
              <th scope="col">{say('theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, mine, theirs }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{mine}</td>
                <td>{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={form.ends}>
          <Button variant="default" onClick={onTakeTheirs} disabled={isBusy}>
            {say('take_theirs')}
          </Button>
          <Button onClick={onKeepMine} loading={isBusy}>
            {say('keep_mine')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

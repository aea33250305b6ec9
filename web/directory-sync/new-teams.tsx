/** Where teams of new groups are placed. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api.ts'
import { useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { QueryState } from '../ui/query-state.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { findLeftDraft, needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { showDone } from '../ui/toast.ts'
import classes from './directory-sync.module.css'
import { type DirectorySync, possibleParents, useSyncUpdate } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

const draftName = 'sync-teams'

export function NewTeams({ sync }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const current = sync.parent_team_id ?? ''
  const [parent, setParent] = useState(() => findLeftDraft<string>(draftName) ?? current)
  const teams = useQuery(possibleParents)
  const update = useSyncUpdate(sync, () => showDone(say('saved')))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    update.mutate({ parent_team_id: parent === '' ? null : parent })
  }
  return (
    <section className="card pad" aria-labelledby="sync-teams">
      <form onSubmit={submit} className="stack">
        <div>
          <h2 id="sync-teams">{say('new_teams')}</h2>
          <p className="quiet">{say('new_teams_hint')}</p>
        </div>
        <QueryState query={teams} skeleton={<SkeletonLines lines={2} />}>
          {(teams) => (
            <NativeSelect
              className={classes.select}
              label={say('parent_team')}
              value={parent}
              error={fieldErrors(update.error)['/parent_team_id']}
              data={[
                { value: '', label: say('top_of_tree') },
                // One that was archived since it was chosen.
                ...(parent === '' || teams.some(({ id }) => id === parent)
                  ? []
                  : [{ value: parent, label: parent }]),
                ...teams.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => setParent(event.currentTarget.value)}
            />
          )}
        </QueryState>
        {needsSignIn(update.error) ? (
          <SignInAgain action={say('save')} dialog={draftName} draft={parent} />
        ) : (
          <Refusal error={update.error} />
        )}
        <div className={form.ends}>
          <Button type="submit" variant="default" disabled={parent === current} loading={update.isPending}>
            {say('save')}
          </Button>
        </div>
      </form>
    </section>
  )
}

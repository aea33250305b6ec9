/** A new action, from the board: of one of the newest findings whose team the reader may act for. */
import { useQuery } from '@tanstack/react-query'
import { managedTeams, newestFindings, openActions } from '../home/home-queries.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { MakeAction } from '../insights/make-action.tsx'
import { rankedOf, surveyOf } from '../insights/ranked.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { actionTexts } from './action-texts.ts'

/** Enough to choose from: the newest survey's come first. */
const findingsMax = 20

export function NewAction({ onClose }: { onClose: () => void }) {
  const say = useMessages(actionTexts)
  const { data: me } = useMe()
  const found = useQuery(newestFindings({})).data?.insights
  const managed = useQuery(managedTeams).data?.teams
  const actions = useQuery(openActions(undefined)).data?.actions
  if (!me || !found || !managed || !actions) return null
  const own = new Set(managed.map(({ id }) => id))
  const isAllowed = ({ scope }: (typeof found)[number]): boolean =>
    me.role !== 'member' || (scope.team_id !== null && own.has(scope.team_id))
  const allowed = found.filter(isAllowed)
  // What needs attention first, as in Insights, and what else was found after it.
  const newest = allowed.filter((one) => surveyOf(one) === surveyOf(allowed[0]))
  const { attention } = rankedOf(newest, { own, actions })
  const findings = [...new Map([...attention, ...allowed].map((one) => [one.id, one])).values()]
  return findings.length === 0 ? (
    <ConfirmDialog
      title={say('new_action')}
      effect={say('new_action_none')}
      action={say('new_action_ok')}
      isBusy={false}
      error={null}
      onClose={onClose}
      onConfirm={onClose}
    />
  ) : (
    <MakeAction title={say('new_action')} findings={findings.slice(0, findingsMax)} onClose={onClose} />
  )
}

/** Where results stand, of a survey and a group. */
import type { Insight } from '../insights/ranked.ts'

/** Everybody who was asked, as the address names them where a lead starts with their own team. */
export const everyoneInAddress = 'everyone'

/** Where the results of a finding's survey and group stand. */
export const resultsOf = (scope: Omit<Insight['scope'], 'team_name'>) => ({
  to: scope.pulse_id
    ? `/app/pulses/${scope.pulse_id}/results`
    : `/app/check-ins/${scope.check_in_id}/results`,
  search: { occurrence: scope.check_in_instance_id, team: scope.team_id ?? undefined },
})

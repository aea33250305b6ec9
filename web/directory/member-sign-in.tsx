/** Whether a member signs in, and as what. Roles are changed where all who sign in are listed, in person. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { shellTexts } from '../shell/shell-texts.ts'
import { searchOf } from '../ui/address.ts'
import { Facts } from '../ui/facts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { Member } from './directory-queries.ts'
import classes from './directory.module.css'
import { userOf } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'

export function MemberSignIn({ member: { id, sign_in: how } }: { member: Member }) {
  const say = useMessages(memberTexts)
  return (
    <section className="stack-tight" aria-labelledby="member-sign-in">
      <h3 id="member-sign-in">{say('sign_in')}</h3>
      {how === 'user' ? <User memberId={id} /> : <p className="quiet">{say(`sign_in_${how}`)}</p>}
      {how === 'invitation' && (
        <p className="small">
          <Link to="/app/settings/people">{say('invite_there')}</Link>
        </p>
      )}
    </section>
  )
}

function User({ memberId }: { memberId: string }) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(shellTexts)
  return (
    <QueryState query={useQuery(userOf(memberId))}>
      {({ people: [user] }) =>
        user ? (
          <>
            <Facts
              facts={[
                [
                  say('role'),
                  <span key="role" className={classes.first}>
                    {sayOf(`role_${user.role}`)}
                    {user.state !== 'active' && <StatusBadge tone="bad">{say('user_disabled')}</StatusBadge>}
                  </span>,
                ],
              ]}
            />
            <p className="small">
              <Link to="/app/settings/people" search={searchOf({ q: user.email })}>
                {say('change_role')}
              </Link>
            </p>
          </>
        ) : null
      }
    </QueryState>
  )
}

/**
 * The first call of an application as the person who sits here, so that nobody has to build a sign-in before they see what people's tokens
 * read: the command that prints such a token, and the same call by the token of these pages.
 */
import { useMutation } from '@tanstack/react-query'
import { fetchAsThisUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { apiUrl } from '../place.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'
import type { Application } from './application-queries.ts'
import { applicationTexts } from './application-texts.ts'
import { Reply, Run, run, Step } from './run-call.tsx'
import { firstCallOf, ownCallExamples, ownTokenExamples } from './snippets.ts'

type Props = { application: Pick<Application, 'client_id' | 'kind' | 'redirect_uris' | 'scopes'> }

export function TryAsYourself({ application }: Props) {
  const say = useMessages(applicationTexts)
  const first = firstCallOf(application.scopes)
  const call = useMutation({
    mutationFn: () => run(first.path, {}, (path, init) => fetchAsThisUser(String(path), init ?? {}, {})),
  })
  return (
    <section className="card pad stack" aria-labelledby="as-yourself">
      <div>
        <h2 id="as-yourself">{say('as_yourself')}</h2>
        <p className="quiet">{say('as_yourself_hint')}</p>
      </div>
      <Step number={1} title={say('get_own_token')}>
        <p className="quiet small">
          {say('own_token_hint')} <a href="/docs/command-line">{say('command_line')}</a>
        </p>
        <CodeTabs title={say('get_own_token')} examples={ownTokenExamples(apiUrl, application)} />
      </Step>
      <Step number={2} title={say(first.label)}>
        <p className="quiet small">{say('own_call_hint')}</p>
        <CodeTabs
          title={say('as_yourself_call')}
          examples={ownCallExamples(apiUrl, first.path)}
          aside={<Run label={say('run_as_yourself')} busy={call.isPending} onClick={() => call.mutate()} />}
        />
        <Reply result={call.data} error={call.error} />
      </Step>
    </section>
  )
}

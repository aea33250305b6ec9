/** One request in a drawer: what was asked, what came back, why it was refused, and the same call to be tried again. */
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { problems } from '../../contract/problems.ts'
import { apiUrl } from '../place.ts'
import { Alert } from '../ui/alert.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Facts } from '../ui/facts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { exactTime } from '../ui/time.tsx'
import { type RequestDetails, useRequest } from './application-queries.ts'
import { toneOf } from './usage-figures.ts'
import { useMessages } from '../messages.ts'
import { formatMilliseconds } from '../ui/number-format.ts'
import { applicationTexts } from './application-texts.ts'
import { problemTexts } from './problem-texts.ts'

type ProblemCode = keyof typeof problems

type Props = { application: string; request: string; onClose: () => void }

export const OneRequest = ({ application, request, onClose }: Props) => {
  const say = useMessages(applicationTexts)
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={<strong>{say('request')}</strong>}>
      <QueryState query={useRequest(application, request)}>{(data) => <Details data={data} />}</QueryState>
    </Drawer>
  )
}

function Details({ data }: { data: RequestDetails }) {
  const say = useMessages(applicationTexts)
  const query = new URLSearchParams(data.query).toString()
  const facts: [string, string][] = [
    [say('when'), exactTime(data.occurred_at)],
    [say('duration'), formatMilliseconds(data.duration_ms)],
    [say('operation'), data.operation],
    [say('acts_for'), say(data.acts_for === 'user' ? 'acts_for_user' : 'acts_for_organisation')],
    [
      say('body'),
      data.request_bytes === null ? say('none') : say('byte_count', { count: data.request_bytes }),
    ],
    [
      say('reply_size'),
      data.reply_bytes === null ? say('none') : say('byte_count', { count: data.reply_bytes }),
    ],
    [say('version'), data.api_version],
    [say('network'), data.network],
    [say('user_agent'), data.user_agent ?? say('not_sent')],
  ]
  return (
    <div className="stack">
      <p className="row">
        <StatusBadge tone={toneOf(data.status)}>{String(data.status)}</StatusBadge>
        <code style={{ overflowWrap: 'anywhere' }}>{`${data.method} ${data.path}`}</code>
      </p>
      {data.code && <Why code={data.code} />}
      <CopyField label={say('request_id')} value={data.id} />
      <Facts facts={facts} />
      <CodeTabs
        title={say('same_call')}
        examples={[
          {
            language: 'curl',
            code: [
              `curl ${data.method === 'GET' ? '' : `-X ${data.method} `}'${apiUrl}${data.path}${query && `?${query}`}'`,
              `  -H "authorization: Bearer $TOKEN"`,
            ].join(' \\\n'),
          },
          {
            language: 'TypeScript',
            code: `await sonde.call('${data.operation}', { … })`,
          },
        ]}
      />
    </div>
  )
}

const isProblem = (code: string): code is ProblemCode => code in problems

function Why({ code }: { code: string }) {
  const say = useMessages(applicationTexts)
  const problem = useMessages(problemTexts)
  return (
    <Alert tone="warn">
      <strong>{code}</strong>
      {isProblem(code) && `: ${problem(code)}`}. <a href={`/docs/errors#${code}`}>{say('what_to_do')}</a>
    </Alert>
  )
}

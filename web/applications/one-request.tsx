/** One request in a drawer: what was asked, what came back, why it was refused, and the same call to be tried again. */
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
import { milliseconds, toneOf } from './usage-figures.ts'

type Props = { application: string; request: string; onClose: () => void }

export const OneRequest = ({ application, request, onClose }: Props) => (
  <Drawer opened onClose={onClose} position="right" size="lg" title={<strong>Request</strong>}>
    <QueryState query={useRequest(application, request)}>{(data) => <Details data={data} />}</QueryState>
  </Drawer>
)

function Details({ data }: { data: RequestDetails }) {
  const query = new URLSearchParams(data.query).toString()
  const facts: [string, string][] = [
    ['When', exactTime(data.occurred_at)],
    ['Took', milliseconds(data.duration_ms)],
    ['Operation', data.operation],
    ['For', data.acts_for === 'user' ? 'A person' : 'The organisation'],
    ['Body', data.request_bytes === null ? 'none' : `${data.request_bytes} bytes`],
    ['Reply', data.reply_bytes === null ? 'none' : `${data.reply_bytes} bytes`],
    ['Version', data.api_version],
    ['From', data.network],
    ['Program', data.user_agent ?? 'not said'],
  ]
  return (
    <div className="stack">
      <p className="row">
        <StatusBadge tone={toneOf(data.status)}>{String(data.status)}</StatusBadge>
        <code style={{ overflowWrap: 'anywhere' }}>{`${data.method} ${data.path}`}</code>
      </p>
      {data.code && <Why code={data.code} />}
      <CopyField label="Request id" value={data.id} />
      <Facts facts={facts} />
      <CodeTabs
        title="The same call"
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

const Why = ({ code }: { code: string }) => (
  <Alert tone="warn">
    <strong>{code}</strong>: {(problems as Record<string, { title: string }>)[code]?.title ?? 'refused'}.{' '}
    <a href={`/docs/errors#${code}`}>What to do about it</a>
  </Alert>
)

/** One request in a drawer: what was asked, what came back, why it was refused, and the same call to be tried again. */
import { Link } from '@tanstack/react-router'
import { problems } from '../../contract/problems.ts'
import { SondeError } from '../api.ts'
import { apiUrl } from '../place.ts'
import { Alert } from '../ui/alert.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { shortId } from '../ui/short-id.ts'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { exactTime } from '../ui/time.tsx'
import { type RequestDetails, useRequest } from './application-queries.ts'
import { useActedFor } from './acted-for.ts'
import classes from './applications.module.css'
import { objectOf } from './request-object.ts'
import { sameCallExamples } from './same-call.ts'
import { toneOf } from './usage-figures.ts'
import { useMessages } from '../messages.ts'
import { formatMilliseconds } from '../ui/number-format.ts'
import { applicationTexts } from './application-texts.ts'
import { requestTexts } from './request-texts.ts'
import { problemTexts } from './problem-texts.ts'

type ProblemCode = keyof typeof problems

type Props = { application: string; request: string }

const notFound = 404

export function OneRequest({ application, request }: Props) {
  const say = useMessages(requestTexts)
  const query = useRequest(application, request)
  if (!query.data && query.error instanceof SondeError && query.error.status === notFound)
    return <EmptyState title={say('no_such_request')} description={say('no_such_request_hint')} />
  return <QueryState query={query}>{(data) => <Details data={data} />}</QueryState>
}

function Details({ data }: { data: RequestDetails }) {
  const say = useMessages(applicationTexts)
  const sayOf = useMessages(requestTexts)
  const actedFor = useActedFor()
  const object = objectOf(data.path)
  const facts: Fact[] = [
    [say('when'), exactTime(data.occurred_at)],
    [say('duration'), formatMilliseconds(data.duration_ms)],
    [say('operation'), data.operation],
    [say('acts_for'), actedFor(data)],
    ...(object
      ? [
          [
            sayOf('object'),
            <Link key="object" to={object.to}>
              {shortId(object.id)}
            </Link>,
          ] as const,
        ]
      : []),
    [
      sayOf('body'),
      data.request_bytes === null ? say('none') : sayOf('byte_count', { count: data.request_bytes }),
    ],
    [
      sayOf('reply_size'),
      data.reply_bytes === null ? say('none') : sayOf('byte_count', { count: data.reply_bytes }),
    ],
    [say('version'), data.api_version],
    [sayOf('network'), data.network],
    [sayOf('user_agent'), data.user_agent ?? sayOf('not_sent')],
  ]
  return (
    <div className="stack">
      <p className="row">
        <StatusBadge tone={toneOf(data.status)}>{String(data.status)}</StatusBadge>
        <code style={{ overflowWrap: 'anywhere' }}>{`${data.method} ${data.path}`}</code>
      </p>
      {data.code && <Why code={data.code} fields={data.errors} />}
      <CopyField label={sayOf('request_id')} value={data.id} />
      <Facts facts={facts} />
      <CodeTabs
        title={sayOf('same_call')}
        examples={sameCallExamples(apiUrl, data, sayOf('body_not_kept', { braces: '{}' }))}
      />
    </div>
  )
}

const isProblem = (code: string): code is ProblemCode => code in problems

type WhyProps = { code: string; fields: RequestDetails['errors'] }

function Why({ code, fields }: WhyProps) {
  const say = useMessages(requestTexts)
  const problem = useMessages(problemTexts)
  return (
    <Alert tone="warn">
      <p>
        <strong>{code}</strong>
        {isProblem(code) && `: ${problem(code)}`}. <a href={`/docs/errors#${code}`}>{say('what_to_do')}</a>
      </p>
      {fields.length > 0 && (
        <ul className={classes.fields} aria-label={say('fields')}>
          {fields.map(({ pointer, code: fault, detail }) => (
            <li key={pointer + fault}>
              {pointer === '' ? say('whole_request') : <code>{pointer}</code>}:{' '}
              {detail ?? <code>{fault}</code>}
            </li>
          ))}
        </ul>
      )}
      {fields.some(({ detail }) => detail === null) && <p className="small">{say('detail_not_kept')}</p>}
    </Alert>
  )
}

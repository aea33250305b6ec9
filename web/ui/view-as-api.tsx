/** “View as API”: the call that yields what a page shows, as curl and as TypeScript. */
import { IconCode } from '@tabler/icons-react'
import { type OperationId, operationTable } from '../../client/operations.ts'
import { apiUrl } from '../place.ts'
import { CodeTabs, type Example } from './code-tabs.tsx'
import { Popup } from './popup.tsx'
import classes from './popup.module.css'
import { Tooltip } from './tooltip.tsx'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

export type ApiCall = {
  operation: OperationId
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
}

const curlOf = (method: string, address: string): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${apiUrl}${address}'`,
    `  -H "authorization: Bearer $TOKEN"`,
  ].join(' \\\n')

/** The call as examples. */
export function examplesOf({ operation, params = {}, query = {} }: ApiCall): Example[] {
  const [method, template] = operationTable[operation].split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? name)
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString()
  const input = [
    Object.keys(params).length > 0 && `params: ${JSON.stringify(params)}`,
    parameters.length > 0 && `query: ${JSON.stringify(Object.fromEntries(parameters))}`,
  ].filter(Boolean)
  return [
    { language: 'curl', code: curlOf(method, search ? `${path}?${search}` : path) },
    {
      language: 'TypeScript',
      code: [
        `const sonde = connect('${apiUrl}', { token })`,
        `const reply = await sonde.call('${operation}'${input.length > 0 ? `, { ${input.join(', ')} }` : ''})`,
      ].join('\n'),
    },
  ]
}

export const ViewAsApi = (call: ApiCall) => {
  const say = useMessages(uiTexts)
  return (
    <Tooltip label={say('view_as_api')}>
      <Popup
        label={say('view_as_api')}
        className={classes.bordered}
        width={520}
        face={<IconCode size={18} aria-hidden />}
      >
        <div className="stack-tight" style={{ padding: 12 }}>
          <p className="quiet small">{say('view_as_api_hint')}</p>
          <CodeTabs title={say('page_call')} examples={examplesOf(call)} />
        </div>
      </Popup>
    </Tooltip>
  )
}

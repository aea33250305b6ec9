/** A call of the API as examples to copy. A chunk of its own, fetched when somebody asks for it. */
import { type OperationId, operationTable } from '../../client/operations.ts'
import { useMessages } from '../messages.ts'
import { apiUrl } from '../place.ts'
import type { Example } from './code-example.ts'
import { CodeTabs } from './code-tabs.tsx'
import { Modal } from './modal.tsx'
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

export function ApiDialog({ onClose, ...call }: ApiCall & { onClose: () => void }) {
  const say = useMessages(uiTexts)
  return (
    <Modal onClose={onClose} size="lg" title={<strong>{say('view_as_api')}</strong>}>
      <div className="stack-tight">
        <p className="quiet small">{say('view_as_api_hint')}</p>
        <CodeTabs title={say('page_call')} examples={examplesOf(call)} />
      </div>
    </Modal>
  )
}

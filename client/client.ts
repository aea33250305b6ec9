/**
 * The typed client: operations of the contract, called over HTTP. What goes in and what comes back is typed by the same
 * object that the server validates by.
 *
 *   const sonde = connect('http://localhost:4000', { token })
 *   const pulse = await sonde.call('createPulse', { body: { title: 'After the outage', … } })
 *   for await (const one of sonde.pages('listPulses', 'pulses')) …
 *
 * An operation is named, or given as the contract's object. Named, it costs a line of a table: no schema is loaded, which
 * is what a browser wants.
 *
 * Access tokens end after an hour: a function in the place of `token` is asked before each call, and may fetch a new one.
 *
 * A refusal throws SondeError with the problem's code, status, detail and field errors.
 */
// `import type`, so that nothing of the contract is loaded at run time.
import { type Body, type Operation, type Params, type Query, type Reply } from '../contract/operation.ts'
import { type OperationId, type OperationNamed, operationTable } from './operations.ts'

export { type OperationId, type OperationNamed } from './operations.ts'

type Wanted = Operation | OperationId
/** What an operation is, whether it was named or given. */
type Of<W extends Wanted> = W extends OperationId ? OperationNamed<W> : Extract<W, Operation>

/** What a named operation replies, and what it takes. */
export type ReplyOf<Id extends OperationId> = Reply<Of<Id>>
export type BodyOf<Id extends OperationId> = Body<Of<Id>>
export type QueryOf<Id extends OperationId> = Query<Of<Id>>
/** What a call of it is given. */
export type InputOf<Id extends OperationId> = CallInput<Of<Id>>

type Given<T> = keyof T extends never ? unknown : T

export type CallInput<O extends Operation> = {
  params?: Params<O>
  query?: Query<O>
  body?: Body<O>
  /** Makes a repeated POST have one effect. */
  idempotencyKey?: string
  /** The version that must still be the present one. */
  ifMatch?: number
  signal?: AbortSignal
} & ([keyof Params<O>] extends [never] ? unknown : { params: Given<Params<O>> })

export class SondeError extends Error {
  readonly status: number
  /** One of ProblemCode, or an OAuth error code. */
  readonly code: string
  readonly requestId: string | null
  readonly problem: Record<string, unknown>

  constructor(status: number, problem: Record<string, unknown>) {
    super(
      `${String(problem.code ?? problem.error ?? status)}: ${String(problem.detail ?? problem.error_description ?? '')}`,
    )
    this.name = 'SondeError'
    this.status = status
    this.code = String(problem.code ?? problem.error ?? status)
    this.requestId = typeof problem.request_id === 'string' ? problem.request_id : null
    this.problem = problem
  }
}

/** token: none for what anyone may call; a function is asked before each call, and what it throws, the call throws */
type Options = {
  token?: string | (() => string | Promise<string>)
  fetch?: typeof fetch
  /** For a person of several: the organisation that is meant. */
  organisation?: string
}

export type Sonde = {
  /** @throws SondeError */
  call<const W extends Wanted>(operation: W, input?: CallInput<Of<W>>): Promise<Reply<Of<W>>>
  /** Every item of a list, page by page. */
  pages<const W extends Wanted, N extends keyof Reply<Of<W>>>(
    operation: W,
    noun: N,
    input?: CallInput<Of<W>>,
  ): AsyncGenerator<Item<Reply<Of<W>>[N]>>
}

type Item<T> = T extends readonly (infer One)[] ? One : never

export function connect(
  baseUrl: string,
  { token, organisation, fetch: send = (...given) => fetch(...given) }: Options = {},
): Sonde {
  async function call<const W extends Wanted>(
    operation: W,
    input: CallInput<Of<W>> = {} as CallInput<Of<W>>,
  ): Promise<Reply<Of<W>>> {
    const bearer = typeof token === 'function' ? await token() : token
    const { method, path } = placeOf(operation)
    const reply = await send(baseUrl + addressOf(path, input), {
      method,
      headers: {
        accept: 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(organisation !== undefined && { 'sonde-organisation': organisation }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
        ...(input.ifMatch !== undefined && { 'if-match': `"${input.ifMatch}"` }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.signal && { signal: input.signal }),
    })
    const text = await reply.text()
    const value: unknown = text === '' ? null : parse(text)
    if (!reply.ok) throw new SondeError(reply.status, (value ?? {}) as Record<string, unknown>)
    return value as Reply<Of<W>>
  }
  async function* pages<const W extends Wanted, N extends keyof Reply<Of<W>>>(
    operation: W,
    noun: N,
    input: CallInput<Of<W>> = {} as CallInput<Of<W>>,
  ) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { ...input.query, ...(cursor !== undefined && { cursor }) } as Query<Of<W>>
      const page = (await call(operation, { ...input, query })) as Reply<Of<W>> & {
        next_cursor: string | null
      }
      yield* page[noun] as Item<Reply<Of<W>>[N]>[]
      cursor = page.next_cursor
    }
  }
  return { call, pages }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { detail: text.slice(0, 200) }
  }
}

function placeOf(operation: Wanted): Pick<Operation, 'method' | 'path'> {
  if (typeof operation !== 'string') return operation
  const [method, path] = operationTable[operation].split(' ')
  return { method: method as Operation['method'], path }
}

function addressOf(template: string, { params, query }: { params?: unknown; query?: unknown }): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * The typed client: calls operations of the contract over HTTP. Inputs and replies are typed by the same objects that the
 * server validates with.
 *
 *   const sonde = connect('http://localhost:4000', { token })
 *   const pulse = await sonde.call('createPulse', { body: { title: 'After the outage', … } })
 *   for await (const pulse of sonde.pages('listPulses', 'pulses')) …
 *   await sonde.check('openPulse', { params: { id: pulse.id } })
 *
 * An operation is identified by its name or by the contract's object. Use names in a browser: they need no schemas.
 *
 * Access tokens expire after an hour. `token` may be a function: it is called before every request and may fetch a new one.
 *
 * An error reply throws SondeError with the problem's code, status, detail and field errors.
 */
import type { Body, Operation, Params, Query, Reply } from '../contract/operation.ts'
import type { OperationNamed } from './operation-contract.ts'
import { type OperationId, operationTable } from './operations.ts'

export type { OperationNamed } from './operation-contract.ts'
export type { OperationId } from './operations.ts'

type OperationRef = Operation | OperationId
/** The operation behind a reference: a name or the contract's object. */
type Resolve<R extends OperationRef> = R extends OperationId ? OperationNamed<R> : Extract<R, Operation>

/** The reply, body and query of a named operation. */
export type ReplyOf<Id extends OperationId> = Reply<Resolve<Id>>
export type BodyOf<Id extends OperationId> = Body<Resolve<Id>>
export type QueryOf<Id extends OperationId> = Query<Resolve<Id>>
/** The whole input of a call. */
export type InputOf<Id extends OperationId> = CallInput<Resolve<Id>>

type IfAny<T> = keyof T extends never ? unknown : T

export type CallInput<O extends Operation> = {
  params?: Params<O>
  query?: Query<O>
  body?: Body<O>
  /** A repeated POST with the same key has one effect. */
  idempotencyKey?: string
  /** The version that must still be current. */
  ifMatch?: number
  signal?: AbortSignal
} & ([keyof Params<O>] extends [never] ? unknown : { params: IfAny<Params<O>> })

export class SondeError extends Error {
  readonly status: number
  /** One of ProblemCode, or an OAuth error code. */
  readonly code: string
  readonly requestId: string | null
  readonly problem: Record<string, unknown>
  /** What the token lacks, where the service says so (RFC 6750 §3). */
  readonly scope: string | null

  constructor(status: number, problem: Record<string, unknown>, scope: string | null = null) {
    super(
      `${String(problem.code ?? problem.error ?? status)}: ${String(problem.detail ?? problem.error_description ?? '')}`,
    )
    this.name = 'SondeError'
    this.status = status
    this.code = String(problem.code ?? problem.error ?? status)
    this.requestId = typeof problem.request_id === 'string' ? problem.request_id : null
    this.problem = problem
    this.scope = scope
  }
}

/** token: omitted for operations that need none. A function is called before every request; its errors reject the call. */
type Options = {
  token?: string | (() => string | Promise<string>)
  fetch?: typeof fetch
  /** The ID of the organisation, for a person with several. */
  organisation?: string
}

export type Sonde = {
  /** @throws SondeError */
  call<const R extends OperationRef>(operation: R, input?: CallInput<Resolve<R>>): Promise<Reply<Resolve<R>>>
  /** Whether a change would be done, without doing it (`dry_run=true`). @throws SondeError  its refusal */
  check<const R extends Checked>(operation: R, input?: CallInput<Resolve<R>>): Promise<void>
  /** Every item of a list, page by page. */
  pages<const R extends OperationRef, N extends keyof Reply<Resolve<R>>>(
    operation: R,
    noun: N,
    input?: CallInput<Resolve<R>>,
  ): AsyncGenerator<Item<Reply<Resolve<R>>[N]>>
}

/** What has a dry run. */
type Checked = (Operation & { readonly dryRun: true }) | CheckedId
type CheckedId = {
  [Id in OperationId]: OperationNamed<Id> extends { readonly dryRun: true } ? Id : never
}[OperationId]

type Item<T> = T extends readonly (infer One)[] ? One : never

export function connect(
  baseUrl: string,
  { token, organisation, fetch: send = (...args) => fetch(...args) }: Options = {},
): Sonde {
  async function call<const R extends OperationRef>(
    operation: R,
    input: CallInput<Resolve<R>> = {} as CallInput<Resolve<R>>,
  ): Promise<Reply<Resolve<R>>> {
    const bearer = typeof token === 'function' ? await token() : token
    const { method, path } = routeOf(operation)
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
    if (!reply.ok)
      throw new SondeError(reply.status, (value ?? {}) as Record<string, unknown>, missingScope(reply))
    return value as Reply<Resolve<R>>
  }
  async function check<const R extends Checked>(
    operation: R,
    input: CallInput<Resolve<R>> = {} as CallInput<Resolve<R>>,
  ): Promise<void> {
    await call(operation, { ...input, query: { dry_run: true } as unknown as Query<Resolve<R>> })
  }
  async function* pages<const R extends OperationRef, N extends keyof Reply<Resolve<R>>>(
    operation: R,
    noun: N,
    input: CallInput<Resolve<R>> = {} as CallInput<Resolve<R>>,
  ) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { ...input.query, ...(cursor !== undefined && { cursor }) } as Query<Resolve<R>>
      const page = (await call(operation, { ...input, query })) as Reply<Resolve<R>> & {
        next_cursor: string | null
      }
      yield* page[noun] as Item<Reply<Resolve<R>>[N]>[]
      cursor = page.next_cursor
    }
  }
  return { call, check, pages }
}

const missingScope = ({ status, headers }: Response): string | null =>
  status === 403 ? (/\bscope="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? null) : null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { detail: text.slice(0, 200) }
  }
}

function routeOf(operation: OperationRef): Pick<Operation, 'method' | 'path'> {
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

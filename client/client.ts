/**
 * The typed client: operations of the contract, called over HTTP. What goes in and what comes back is typed by the same
 * object that the server validates by; nothing is generated.
 *
 *   const sonde = connect('http://localhost:4000', { token })
 *   const pulse = await sonde.call(createPulse, { body: { title: 'After the outage', … } })
 *   for await (const one of sonde.pages(listPulses, 'pulses')) …
 *
 * Access tokens end after an hour: a function in the place of `token` is asked before each call, and may fetch a new one.
 *
 * A refusal throws SondeError with the problem's code, status, detail and field errors.
 */
import { type Body, type Operation, type Params, type Query, type Reply } from '../contract/operation.ts'

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
type Options = { token?: string | (() => string | Promise<string>); fetch?: typeof fetch }

export type Sonde = {
  /** @throws SondeError */
  call<const O extends Operation>(operation: O, input?: CallInput<O>): Promise<Reply<O>>
  /** Every item of a list, page by page. */
  pages<const O extends Operation, N extends keyof Reply<O>>(
    operation: O,
    noun: N,
    input?: CallInput<O>,
  ): AsyncGenerator<Item<Reply<O>[N]>>
}

type Item<T> = T extends readonly (infer One)[] ? One : never

export function connect(baseUrl: string, { token, fetch: send = fetch }: Options = {}): Sonde {
  async function call<const O extends Operation>(
    operation: O,
    input: CallInput<O> = {} as CallInput<O>,
  ): Promise<Reply<O>> {
    const bearer = typeof token === 'function' ? await token() : token
    const reply = await send(baseUrl + addressOf(operation, input), {
      method: operation.method,
      headers: {
        accept: 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
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
    return value as Reply<O>
  }
  async function* pages<const O extends Operation, N extends keyof Reply<O>>(
    operation: O,
    noun: N,
    input: CallInput<O> = {} as CallInput<O>,
  ) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { ...input.query, ...(cursor !== undefined && { cursor }) } as Query<O>
      const page = (await call(operation, { ...input, query })) as Reply<O> & { next_cursor: string | null }
      yield* page[noun] as Item<Reply<O>[N]>[]
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

function addressOf<O extends Operation>(operation: O, { params, query }: CallInput<O>): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * One request to an OpenAI-compatible server: POST {url}/chat/completions with a JSON schema for the answer, at temperature 0, without
 * tools. The operator alone configures its address, so it may be private or loopback; a redirect is a failure, since it would lead
 * elsewhere. Every failure is a ProviderError, and the caller goes on without a reply.
 */

export type Provider = {
  /** Up to and without /chat/completions. */
  readonly url: string
  readonly key: string | null
  readonly model: string
}

export type Message = { role: 'system' | 'user'; content: string }

export type Prompt = {
  messages: readonly Message[]
  schema: { name: string; schema: object }
}

/** Why there is no reply. It never holds words of the reply. */
export class ProviderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderError'
  }
}

export type Ask = (prompt: Prompt, signal?: AbortSignal) => Promise<unknown>

const requestMs = 30_000
const answerBytesMax = 262_144
const answerTokensMax = 4_000

/** The host that the promise names, with its port unless it is the default. */
export const hostOf = ({ url }: Pick<Provider, 'url'>): string => new URL(url).host

/** @param limitMs  for one request, everything included */
export const askOf =
  (provider: Provider, limitMs = requestMs): Ask =>
  async ({ messages, schema: { name, schema } }, signal) => {
    const limit = AbortSignal.timeout(limitMs)
    try {
      const reply = await fetch(`${provider.url.replace(/\/$/, '')}/chat/completions`, {
        method: 'POST',
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(provider.key !== null && { authorization: `Bearer ${provider.key}` }),
        },
        body: JSON.stringify({
          model: provider.model,
          messages,
          temperature: 0,
          seed: 1,
          n: 1,
          max_tokens: answerTokensMax,
          response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
        }),
      })
      if (!reply.ok) throw new ProviderError(`status ${reply.status}`)
      return contentOf(JSON.parse(await boundedText(reply)))
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw new ProviderError(limit.aborted ? 'no answer in time' : 'no answer that can be read', error)
    }
  }

async function boundedText(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new ProviderError('the answer is too large')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

type Completion = {
  choices?: { message?: { content?: unknown; tool_calls?: unknown }; finish_reason?: unknown }[]
}

function contentOf(completion: Completion): unknown {
  const [choice] = completion?.choices ?? []
  const content = choice?.message?.content
  if (typeof content !== 'string') throw new ProviderError('the answer has no content')
  if (choice.finish_reason === 'length') throw new ProviderError('the answer was cut off')
  return JSON.parse(content)
}

/**
 * A double of a language model that translates: a real server on loopback that speaks the protocol of OpenAI. It knows no language; each text
 * comes back with the name of the language before it, unless a test says otherwise.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEndOf } from './endings.ts'

export type SentText = { id: string; kind: string; text: string }

export type TranslationRequest = {
  /** In English, such as German. */
  into: string
  survey: string
  texts: SentText[]
  body: any
  headers: IncomingMessage['headers']
}

/** Returns the content of the reply, or writes the whole reply itself and returns nothing. */
export type Translate = (asked: TranslationRequest, response: ServerResponse) => unknown

export type Translator = {
  env: Record<string, string>
  host: string
  /** The requests that it got, in order. */
  asked: TranslationRequest[]
  translate: Translate
}

export const inName = ({ into, texts }: TranslationRequest): unknown => ({
  texts: texts.map(({ id, text }) => ({ id, text: `${into}: ${text}` })),
})

/** @param scope  whether it ends with the file or with the process */
export async function startTranslator(scope: 'file' | 'process' = 'file'): Promise<Translator> {
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request))
    const [system, user] = body.messages
    const asked: TranslationRequest = {
      into: /into (\w+)\./.exec(system.content)?.[1] ?? '',
      ...JSON.parse(user.content),
      body,
      headers: request.headers,
    }
    translator.asked.push(asked)
    const content = await translator.translate(asked, response)
    if (response.writableEnded || response.destroyed || content === undefined) return
    response.setHeader('content-type', 'application/json')
    const message = {
      role: 'assistant',
      content: typeof content === 'string' ? content : JSON.stringify(content),
    }
    response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }))
  }
  const server = createServer((request, response) => {
    void reply(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEndOf(
    scope,
    () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  )
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const translator: Translator = {
    env: {
      SONDE_LANGUAGE_MODEL_URL: `http://${host}/v1`,
      SONDE_LANGUAGE_MODEL: 'test-1',
      SONDE_LANGUAGE_MODEL_KEY: 'secret',
    },
    host,
    asked: [],
    translate: inName,
  }
  return translator
}

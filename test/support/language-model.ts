/** For tests and the benchmark: a real server on loopback that speaks the protocol of OpenAI, with replies that the test chooses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { driversOfAnswer } from '../../src/text/text.ts'
import type { Candidates, SentAnswer, SentTheme } from '../../src/language-model/prompt.ts'
import type { Provider } from '../../src/language-model/provider.ts'
import type { Proposal, Votes } from '../../src/language-model/shapes.ts'

export type ModelRequest = {
  kind: 'proposal' | 'votes'
  answers: SentAnswer[]
  themes: SentTheme[]
  candidates: Candidates
  body: any
  headers: IncomingMessage['headers']
}

/** Returns the content of the reply, or writes the whole reply itself. */
export type Speak = (asked: ModelRequest, response: ServerResponse) => unknown

export type Model = {
  provider: Provider
  /** The requests that it got, in order. */
  asked: ModelRequest[]
  speak: Speak
  close(): Promise<void>
}

export async function startModel(speak: Speak): Promise<Model> {
  const server = createServer((request, response) => {
    void reply(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request))
    const { answers, themes = [], labels = [], sentences = [] } = JSON.parse(body.messages[1].content)
    const asked: ModelRequest = {
      kind: body.response_format.json_schema.name,
      answers,
      themes,
      candidates: { labels, sentences },
      body,
      headers: request.headers,
    }
    model.asked.push(asked)
    const said = await model.speak(asked, response)
    if (response.writableEnded || response.destroyed || said === undefined) return
    const content = typeof said === 'string' ? said : JSON.stringify(said)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
    )
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const model: Model = {
    provider: { url: `http://127.0.0.1:${port}/v1`, key: 'secret', model: 'test-1' },
    asked: [],
    speak,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
  return model
}

/** The reply of a good model: it finds what our engine finds, and more. */
export function honestly({ kind, answers, themes, candidates }: ModelRequest): Proposal | Votes {
  const ids = answers.map(({ id }) => id)
  if (kind === 'votes')
    return {
      labels: candidates.labels.map(({ theme, choices }) => ({ theme, choice: choices.at(-1)!.choice })),
      sentences: candidates.sentences.map(({ sentence }) => ({ sentence, ids: ids.slice(0, 3) })),
    }
  return {
    tags: answers.map(({ id, text: said }) => {
      const drivers = driversOfAnswer(said)
      return { id, drivers: (drivers.length > 0 ? drivers : (['tools'] as const)).slice(0, 3) }
    }),
    labels: themes.map(({ theme, words }) => ({
      theme,
      label: words.includes('build') ? 'Slow build pipelines' : 'Meetings over meetings',
      ids: ids.slice(0, 2),
    })),
    sentences: [{ text: 'Slow builds and many meetings keep people from work.', ids: ids.slice(0, 3) }],
  }
}

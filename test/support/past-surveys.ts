/** For the tests of past surveys: an author who imports files, and what they can read afterwards. */
import assert from 'node:assert/strict'
import { importResponses } from '../../contract/imports.ts'
import { checkReply } from './replies.ts'
import { send, type Sent } from './send.ts'
import { newWorld } from './world.ts'

type Body = string | ReadableStream

export async function newHistory() {
  const world = await newWorld()
  const author = await world.user({ role: 'admin' })
  const post = async (
    type: string,
    body: Body,
    query: Record<string, string> = {},
    token = author.token,
  ): Promise<Sent> => {
    const reply = await send(`${world.url}/api/imports/responses?${new URLSearchParams(query)}`, {
      method: 'POST',
      token,
      body,
      headers: { 'content-type': type },
    })
    checkReply(importResponses, reply)
    return reply
  }
  const titled = { title: 'Engagement', missing_teams: 'create' }
  const csv = (body: Body, query: Record<string, string> = titled) =>
    post('text/csv; charset=utf-8', body, query)
  const lines = (rows: object[], query: Record<string, string> = titled) =>
    post('application/x-ndjson', rows.map((row) => JSON.stringify(row)).join('\n'), query)
  return {
    world,
    author,
    titled,
    post,
    csv,
    lines,
    done: async (reply: Promise<Sent>) => {
      const { status, body } = await reply
      assert.equal(status, 200, JSON.stringify(body))
      return body
    },
    /** Pointer and code of every fault. */
    faults: async (reply: Promise<Sent>) => {
      const { status, body } = await reply
      assert.deepEqual([status, body.code], [422, 'import_refused'], JSON.stringify(body))
      return body.errors.map((one: any) => `${one.pointer} ${one.code}`)
    },
    instances: async (checkInId: string): Promise<any[]> =>
      (await author.get(`/api/check-ins/${checkInId}/instances?limit=200`)).body.check_in_instances,
    results: async (instanceId: string): Promise<any> =>
      (await author.get(`/api/check-in-instances/${instanceId}/results`)).body,
    insights: async (instanceId: string): Promise<any[]> =>
      (await author.get(`/api/insights?check_in_instance_id=${instanceId}&limit=200`)).body.insights,
  }
}

type Row = {
  period: string
  respondent: string
  team: string | null
  question: string
  rating?: number
  scale?: number
  text?: string
}

/** Answers of `people` in one period: a rating about `mean`, and a comment. */
export const survey = (
  period: string,
  people: number,
  mean: number,
  team: (i: number) => string | null = () => null,
): Row[] =>
  Array.from({ length: people }, (_, i) => {
    const row = { period, respondent: `${period} ${i}`, team: team(i) }
    const rating = Math.min(5, Math.max(1, mean + (i % 3) - 1))
    return [
      { ...row, question: 'load', rating, scale: 5 },
      {
        ...row,
        question: 'why',
        text: i % 2 ? 'Too many meetings keep us from work' : 'Builds are slow for us',
      },
    ]
  }).flat()

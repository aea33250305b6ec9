/** The page of errors: an example of a body, and every code with what to do about it and the operations that return it. */
import { STATUS_CODES } from 'node:http'
import { html } from 'hono/html'
import { type ProblemCode, problems } from '../../contract/problems.ts'
import { type Operation, refusalsOf } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { Markup } from '../http/page.ts'
import { problemBody } from '../http/problem-body.ts'
import { problem } from '../problem.ts'
import { guideOf } from './guide.ts'
import { frame, type Tree } from './pages.ts'
import { remedies } from './remedies.ts'

/** Errors by status, each with how to fix it and the operations that return it. */
export function errorsPage(tree: Tree): Markup {
  const codes = Object.keys(problems) as ProblemCode[]
  const groups = [...Map.groupBy(codes, (code) => problems[code].status)].toSorted(([a], [b]) => a - b)
  return frame({
    title: 'Errors',
    description: 'Every error code, why it happens and how to fix it.',
    slug: 'errors',
    headings: groups.map(([status]) => ({
      id: `status-${status}`,
      level: 2,
      text: `${status} ${STATUS_CODES[status]}`,
    })),
    tree,
    body: html`<h1>Errors</h1>
      <search class="filter" hidden>
        <input
          type="search"
          aria-label="Filter errors"
          placeholder="Filter by code or words"
          autocomplete="off"
        />
        <p role="status"></p>
      </search>
      <p class="lead">
        Errors of <code>/api/*</code> are <code>application/problem+json</code> (RFC 9457). Handle
        <code>code</code> in your program: it never changes. <code>error</code> has the same value, for OAuth
        clients. <code>detail</code> explains the error to people, <code>errors</code> points at the invalid
        members, <code>request_id</code> lets an operator find the request, and <code>type</code> links to the
        entry on this page.
      </p>
      <p>
        Errors of <code>/oauth/*</code> follow RFC 6749 §5.2: <code>{"error", "error_description"}</code>. Do
        not repeat a request after a 4xx, except 409 <code>idempotency_in_progress</code> and 429. Repeat it
        after a 5xx, with the same <code>Idempotency-Key</code>.
      </p>
      ${exampleOf()}
      ${groups.map(
        ([status, group]) =>
          html`<div class="status">
            <h2 id="status-${status}">${status} ${STATUS_CODES[status]}</h2>
            ${group.map((code) => errorEntry(code))}
          </div>`,
      )}` as Markup,
  })
}

/** A body as callers get it, made by what makes theirs. */
function exampleOf(): Markup {
  const detail = 'rrule is missing'
  const refusal = problem('invalid_request', {
    detail,
    errors: [{ pointer: '/recurrence/rrule', code: 'missing', detail }],
  })
  const body = JSON.stringify(problemBody(refusal, 'req_01k7…'), null, 2)
  const head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\ncontent-type: application/problem+json`
  return guideOf('errors', `\`\`\`http\n${head}\n\n${body}\n\`\`\`\n`).body
}

function errorEntry(code: ProblemCode): Markup {
  const returnedBy = operationsReturning(code)
  return html`<section class="error" id="${code}">
    <h3><code>${code}</code> <a class="anchor" href="#${code}" aria-label="Link to this error">#</a></h3>
    <p>${problems[code].title}. ${remedies[code] ? codeIn(remedies[code]) : ''}</p>
    ${
      returnedBy.length > 0
        ? html`<details>
            <summary>
              ${returnedBy.length === 1 ? 'Returned by one operation' : `Returned by ${returnedBy.length} operations`}
            </summary>
            <ul>
              ${returnedBy.map(
                (one) =>
                  html`<li>
                    <a href="${referenceOf(one)}"><code>${one.method} ${one.path}</code></a>
                  </li>`,
              )}
            </ul>
          </details>`
        : ''
    }
  </section>` as Markup
}

const operationsReturning = (code: ProblemCode): Operation[] =>
  operations.filter((operation) => refusalsOf(operation).includes(code))

/** The address of an operation in the reference. */
export const referenceOf = ({ tag, method, path }: Operation): string =>
  `/reference#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`

const codeIn = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`) as Markup)

/**
 * The page of an invitation, with texts from the page. The token follows the `#` and is removed from the address at once; this tab
 * stores it while the person signs in, and deletes it once it was used.
 */
import { currentSession, forgetSession, signIn } from '/assets/sign-in.js'

const tokenKey = 'sonde.invitation'

const $ = (id) => document.getElementById(id)
const texts = JSON.parse($('texts').dataset.texts)

if (location.hash.length > 1) {
  sessionStorage.setItem(tokenKey, location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
}

function show() {
  const session = currentSession()
  const invited = sessionStorage.getItem(tokenKey) !== null
  $('account').hidden = !session
  $('who').textContent = session?.name ?? session?.email ?? texts.nameless
  $('email').textContent = session?.name ? (session.email ?? '') : ''
  $('sign-in').hidden = Boolean(session) || !invited
  $('accept').hidden = !session || !invited
  $('switch').hidden = !session || !invited
  if (invited && session) $('status').textContent = texts.confirm
  if (!invited) $('status').textContent = texts.reopen
}

function showProblem(text) {
  $('problem').textContent = text
  $('problem').hidden = false
}

async function leaveToSignIn(options) {
  $('problem').hidden = true
  try {
    await signIn(options)
  } catch (error) {
    showProblem(`${texts.unavailable} ${error.message ?? ''}`)
  }
}

async function accept() {
  const session = currentSession()
  if (!session) return show()
  $('accept').disabled = true
  $('problem').hidden = true
  try {
    const response = await fetch('/api/invitations/accept', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: sessionStorage.getItem(tokenKey) }),
    })
    const reply = await response.json()
    if (response.ok) return joined(reply.organisation.name)
    if (response.status === 401) {
      forgetSession()
      show()
      return showProblem(texts.session_ended)
    }
    showProblem(`${reply.detail} (${reply.request_id})`)
  } catch {
    showProblem(texts.unreachable)
  }
  $('accept').disabled = false
}

function joined(organisation) {
  sessionStorage.removeItem(tokenKey)
  $('accept').hidden = true
  $('switch').hidden = true
  $('go').hidden = false
  $('status').textContent = texts.joined.replace('{organisation}', () => organisation)
}

$('sign-in').addEventListener('click', () => leaveToSignIn())
$('switch').addEventListener('click', () => leaveToSignIn({ switchAccount: true }))
$('accept').addEventListener('click', accept)
addEventListener('pageshow', show)
show()

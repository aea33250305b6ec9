/**
 * The consent page, with texts from the page: shows who is signed in, and on Allow asks the server for a code and follows its
 * redirect. Allow is enabled half a second after it becomes visible, so that a click meant for something else misses it.
 *
 * Each code takes one click on this page. A person who pressed "Sign in" here and allowed the same before needs no second click:
 * the page says where it goes, and they can stop it.
 */
import { currentSession, forgetSession, signIn } from '/assets/sign-in.js'

const enableMs = 500
const leaveMs = 3_000
const signedInForKey = 'sonde.signed-in-for'
const answeredKey = 'sonde.answered'
const parameters = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
]

const $ = (id) => document.getElementById(id)
const texts = JSON.parse($('texts').dataset.texts)
const allow = $('allow')
const signInButton = $('sign-in')
let enabling

function show() {
  $('answered').hidden = sessionStorage.getItem(answeredKey) !== location.search
  const session = currentSession()
  $('account').hidden = !session
  $('who').textContent = session?.name ?? session?.email ?? texts.nameless
  $('email').textContent = session?.name ? (session.email ?? '') : ''
  signInButton.hidden = Boolean(session)
  allow.hidden = !session
  $('hint').hidden = Boolean(session)
  disableBriefly()
}

/** Somebody of several organisations is told that this is about one of them. */
async function showOthers() {
  const session = currentSession()
  if (!session) return
  try {
    const response = await fetch('/api/me/organisations', {
      headers: { authorization: `Bearer ${session.token}` },
    })
    const { organisations } = await response.json()
    if (!response.ok || organisations.length < 2) return
    const others = $('others')
    if (others) {
      others.hidden = false
      return
    }
    // An agent belongs to none: the person says which it is for.
    $('organisation').replaceChildren(...organisations.map(({ id, name }) => new Option(name, id)))
    $('organisation').hidden = false
  } catch {
    // It is said for comfort; what Allow means is the same without it.
  }
}

function disableBriefly() {
  allow.disabled = true
  clearTimeout(enabling)
  if (!allow.hidden && document.visibilityState === 'visible')
    enabling = setTimeout(() => (allow.disabled = false), enableMs)
}

function showProblem(text) {
  $('problem').textContent = text
  $('problem').hidden = false
}

async function leaveToSignIn(options) {
  $('problem').hidden = true
  signInButton.disabled = true
  try {
    // Another account needs its own click.
    if (!options?.switchAccount) sessionStorage.setItem(signedInForKey, location.search)
    await signIn(options)
  } catch (error) {
    sessionStorage.removeItem(signedInForKey)
    signInButton.disabled = false
    showProblem(`${texts.unavailable} ${error.message ?? ''}`)
  }
}

async function askForCode(session, more) {
  const query = new URLSearchParams(location.search)
  const body = Object.fromEntries(
    parameters.filter((name) => query.get(name)).map((name) => [name, query.get(name)]),
  )
  const response = await fetch($('choice').dataset.endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...body,
      ...($('organisation')?.value && { organisation_id: $('organisation').value }),
      ...(query.get('max_age') && { max_age: Number(query.get('max_age')) }),
      ...more,
    }),
  })
  return { response, reply: await response.json() }
}

function leave(address) {
  // Without `state` an application cannot tell its requests apart.
  if (new URLSearchParams(location.search).get('state')) sessionStorage.setItem(answeredKey, location.search)
  location.replace(address)
}

/** Continues without a click where the person just signed in here and allowed the same before; otherwise the buttons decide. */
async function continueIfRemembered() {
  const session = currentSession()
  const implied = 'implied' in $('choice').dataset
  const clicked = sessionStorage.getItem(signedInForKey) === location.search
  sessionStorage.removeItem(signedInForKey)
  if (!session || !(implied || clicked)) return
  try {
    const { response, reply } = await askForCode(session, { remembered: true })
    if (!response.ok) return
    if (implied) return leave(reply.redirect_to)
    $('remembered').hidden = false
    const leaving = setTimeout(() => leave(reply.redirect_to), leaveMs)
    const stay = () => {
      clearTimeout(leaving)
      $('remembered').hidden = true
    }
    for (const id of ['stop', 'allow', 'deny', 'switch']) $(id).addEventListener('click', stay)
  } catch {
    // Pressing the button shows what is wrong.
  }
}

async function decide() {
  const session = currentSession()
  if (!session) return show()
  allow.disabled = true
  $('problem').hidden = true
  try {
    const { response, reply } = await askForCode(session)
    if (response.ok) return leave(reply.redirect_to)
    // The application wants a recent sign-in, or the organisation a second factor: either takes signing in again.
    if (['fresh_sign_in_required', 'second_factor_required'].includes(reply.code))
      return leaveToSignIn({ again: true })
    if (response.status === 401) {
      forgetSession()
      show()
      return showProblem(texts.session_ended)
    }
    if (reply.code === 'agent_not_allowed') return showProblem(texts.agent_not_allowed)
    showProblem(response.status === 403 ? texts.not_member : `${reply.detail} (${reply.request_id})`)
  } catch {
    showProblem(texts.unreachable)
  }
  disableBriefly()
}

signInButton.addEventListener('click', () => leaveToSignIn())
$('switch').addEventListener('click', () => leaveToSignIn({ switchAccount: true }))
allow.addEventListener('click', decide)
document.addEventListener('visibilitychange', disableBriefly)
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) show()
})
show()
void showOthers()
await continueIfRemembered()

/**
 * The page of a change of address, with texts from the page. The token follows the `#` and is removed from the address at once. Its prefix
 * says whether it confirms the new address or keeps the old one; the server decides.
 */
const $ = (id) => document.getElementById(id)
const texts = JSON.parse($('texts').dataset.texts)
const endpoints = { confirm: '/api/address-changes/confirm', keep: '/api/address-changes/reject' }

const token = location.hash.slice(1)
const way = token.startsWith('sonde_ea_') ? 'confirm' : token.startsWith('sonde_ek_') ? 'keep' : null
if (token !== '') history.replaceState(null, '', location.pathname)

function showProblem(text) {
  $('problem').textContent = text
  $('problem').hidden = false
}

const filled = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_all, name) => values[name] ?? '')

async function use() {
  $(way).disabled = true
  $('problem').hidden = true
  try {
    const response = await fetch(endpoints[way], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const reply = await response.json()
    if (response.ok) {
      $(way).hidden = true
      const values = { address: reply.email, organisation: reply.organisation.name }
      $('status').textContent = filled(way === 'confirm' ? texts.confirmed : texts.kept, values)
      return
    }
    if (response.status === 404 || reply.code === 'address_change_ended') {
      $(way).hidden = true
      return showProblem(texts.over)
    }
    showProblem(
      reply.code === 'conflict' ? texts.taken : `${reply.detail ?? reply.title} (${reply.request_id})`,
    )
  } catch {
    showProblem(texts.unreachable)
  }
  $(way).disabled = false
}

if (way !== null) {
  $('status').textContent = way === 'confirm' ? texts.confirm_hint : texts.keep_hint
  $(way).hidden = false
  $(way).addEventListener('click', use)
}

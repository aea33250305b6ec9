/** The page of the object that a request was about: the last object in its path that has a page. */

const pages: Readonly<Record<string, (id: string) => string>> = {
  pls: (id) => `/app/pulses/${id}/live`,
  chk: (id) => `/app/check-ins/${id}/live`,
  tem: (id) => `/app/directory?team=${id}`,
  mem: (id) => `/app/directory?member=${id}`,
  tpl: (id) => `/app/templates/${id}`,
  act: (id) => `/app/actions?action=${id}`,
  app: (id) => `/developers/applications/${id}`,
  whk: (id) => `/developers/webhooks/${id}`,
  prq: (id) => `/app/settings/privacy-requests/${id}`,
}

const idInPath = /(?<=\/)([a-z]{3})_[0-9a-z]{26}(?=\/|$)/g

export type RequestObject = { readonly id: string; readonly to: string }

/** @param path  as the log shows it: ids that the reader may not know are placeholders */
export function objectOf(path: string): RequestObject | null {
  for (const [id, kind] of [...path.matchAll(idInPath)].toReversed()) {
    const to = pages[kind]?.(id)
    if (to !== undefined) return { id, to }
  }
  return null
}

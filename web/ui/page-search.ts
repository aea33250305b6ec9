/** The search field of a list, which the `/` key leads to. */
export const pageSearchId = 'page-search'

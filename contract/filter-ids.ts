/** How many ids a list is filtered by at once: an address of 4,000 characters, which every proxy takes. By itself, because pages load it without all other limits. */
export const filterIdsMax = 100

/**
 * Does a text ask for something? Words of asking and of wishing, for answers to questions that ask what to improve: by itself
 * it takes a sixth of all praise for a wish, so it is used with the question's intent and never without it.
 */
const asking = new RegExp(
  [
    "(?<!\\p{L})(?:please|wish(?:es|ed)?|i['’]d|we['’]d|would (?:like|love|prefer|help|be (?:nice|good|great|better))|could (?:we|you|use)|can (?:we|you)|let['’]?s)(?!\\p{L})",
    "(?<!\\p{L})(?:need(?:s|ed)? (?:to|a|an|more|less|fewer|better|some|clearer)|should(?:n['’]t)?|must|ought to|want(?:s)? (?:to|a|an|more|less|fewer|better))(?!\\p{L})",
    '(?<!\\p{L})(?:more|less|fewer|better|clearer|earlier|faster|shorter) (?!than(?!\\p{L})|and more)\\p{L}+',
    '(?:^|[.!?;\\n]\\s*)(?:add|allow|ask|avoid|change|clarify|cut|decide|drop|explain|fix|get|give|hire|improve|increase|invest|keep|limit|make|move|pay|plan|provide|reduce|remove|replace|set|share|simplify|start|stop|use|write)(?!\\p{L})',
  ].join('|'),
  'iu',
)

export const isRequest = (text: string): boolean => asking.test(text)

/** Where a question stands on its page. */
export const anchorOf = ({ id }: { id: string }): string => `question-${id}`

/** Where a question is on its page. */
export const anchorOf = ({ id }: { id: string }): string => `question-${id}`

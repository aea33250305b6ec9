/** Text between questions. It takes no answer, so it is in no count, figure or duration. */
export const statement = {
  parts: (): [] => [],
  check: (): void => undefined,
}

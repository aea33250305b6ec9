/** Work done a few at a time: enough to keep the service busy, too little to crowd it. */

const atOnce = 4

/** Runs the work of a list, a few at a time, in its order. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index], index)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}

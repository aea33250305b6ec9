/** The binomial distribution: how many of n people answer, if each does so independently with the same probability. */

/** The probability that fewer than k of n people answer. Summed in logarithms: no n is too large for it. */
export function chanceOfFewer(k: number, n: number, share: number): number {
  if (n < k) return 1
  if (share >= 1) return 0
  const [yes, no] = [Math.log(share), Math.log1p(-share)]
  let choose = 0
  let sum = 0
  for (let i = 0; i < k; i++) {
    sum += Math.exp(choose + i * yes + (n - i) * no)
    choose += Math.log(n - i) - Math.log(i + 1)
  }
  return Math.min(1, sum)
}

/** The mark of Sonde: a probe's ping. Decoration; the word is beside it. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <img src="/assets/icon.svg" alt="" width={size} height={size} />
)
